#!/usr/bin/env bash
# Builds qcheck for each platform into a directory, with checksums. The files depend on the
# commit and the version of Go alone: not on the machine, the directory or the time.
set -euo pipefail
dir=${1:?"usage: deploy/release.sh DIR [OS/ARCH...]"}
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
for target in "${@:-linux/amd64}"; do
  os=${target%/*} arch=${target#*/} end=
  if [ "$os" = windows ]; then end=.exe; fi
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch GOAMD64=v1 GOARM64=v8.0 GOFLAGS= \
    go build -trimpath -ldflags '-s -w -buildid=' -o "$dir/qcheck-$os-$arch$end" ./cmd/qcheck
done
(cd "$dir" && sha256sum qcheck-* | tee SHA256SUMS)
