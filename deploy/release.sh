#!/usr/bin/env bash
# Builds qcheck for each platform into a directory, each with its bill of materials (SPDX), and the
# completions of shells, with checksums of all. The files depend on the commit and the version of Go alone: not on
# the machine, the directory or the time.
set -euo pipefail
dir=${1:?"usage: deploy/release.sh DIR [OS/ARCH...]"}
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
(cd deploy && GOFLAGS= go build -o "$tools/sbom" ./sbom)
GOFLAGS= go build -o "$tools/qcheck" ./cmd/qcheck
for target in "${@:-linux/amd64}"; do
  os=${target%/*} arch=${target#*/} end=
  if [ "$os" = windows ]; then end=.exe; fi
  file=qcheck-$os-$arch$end
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch GOAMD64=v1 GOARM64=v8.0 GOFLAGS= \
    go build -trimpath -ldflags '-s -w -buildid=' -o "$dir/$file" ./cmd/qcheck
  (cd "$dir" && "$tools/sbom" "$file" >"$file.spdx.json")
done
for shell in bash zsh fish powershell; do
  "$tools/qcheck" completion "$shell" >"$dir/qcheck-completion.$shell"
done
(cd "$dir" && sha256sum qcheck-* | tee SHA256SUMS)
