#!/usr/bin/env bash
# Builds the playground into a directory: a page for any server of files, with qcheck as WebAssembly, or
# with another command that is qcheck with more algorithms: PACKAGE, a folder. The files depend on the
# commit and the version of Go alone. With Node.js, there is a file that is compressed by brotli, too,
# for servers that send such files.
set -euo pipefail
dir=${1:?"usage: deploy/playground.sh DIR [PACKAGE]"}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
package=${2:-$root/cmd/qcheck}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
cd "$package"
cp "$root"/cmd/qcheck/command/serve/assets/* "$root/counterexample/drawing/style.css" "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$dir"
mv "$dir/style.css" "$dir/drawing.css"
GOOS=js GOARCH=wasm GOFLAGS= go build -trimpath -ldflags '-s -w -buildid=' -o "$dir/qcheck.wasm" .
gzip -9 -n -k -f "$dir/qcheck.wasm"
rm -f "$dir/qcheck.wasm.br"
if command -v node >/dev/null; then
  node -e '
    const fs = require("fs"), zlib = require("zlib"), { constants: c } = zlib, bytes = fs.readFileSync(process.argv[1]);
    const params = { [c.BROTLI_PARAM_QUALITY]: Number(process.argv[2]), [c.BROTLI_PARAM_LGWIN]: 24, [c.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    fs.writeFileSync(process.argv[1] + ".br", zlib.brotliCompressSync(bytes, { params }));
  ' "$dir/qcheck.wasm" "${BROTLI:-11}"
fi
ls -l "$dir"
