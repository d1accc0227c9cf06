#!/bin/sh
# wasm.sh BUILD PROGRAM - the npm package, installed from its tarball into an empty project: the
# golden pixels by both modules in node, what the functions give and refuse, and with BROWSER=1
# the same pixels and the time of a picture in headless Chromium.
set -u
build=$(cd "$1" && pwd)
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
here=$PWD/tests/proofs/wasm
golden=$PWD/tests/full/golden
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

# The largest a module may be, gzipped: 420 KiB.
MOST=430080

small()
{
    size=$(gzip -9c "$1" | wc -c)
    echo "$1: $size bytes"
    [ "$size" -le "$MOST" ]
}

installed()
{
    mkdir "$scratch/project" && cd "$scratch/project" && echo '{"type": "module"}' >package.json &&
        npm install --silent --offline --no-audit --no-fund "$build"/wasm/ridgeline-*.tgz &&
        cp "$here"/*.mjs .
}

# in_project COMMAND...
in_project()
{
    (cd "$scratch/project" && "$@")
}

need_tools node npm
for module in ridgeline ridgeline-simd; do
    verdict "$module.wasm has at most $MOST bytes, gzipped" small "$build/wasm/package/$module.wasm"
done
verdict 'the package is installed from its tarball' installed || verdicts_end || exit
for module in ridgeline ridgeline-simd; do
    verdict "node, $module.wasm: golden scenes" in_project node golden.mjs "$module" \
        "$build/golden-scenes" "$golden/hashes.txt"
    tail -n 1 "$scratch/log" | sed 's/^/    /'
done
verdict 'node: bare scenes have text and pixels of the program' in_project node bare.mjs "$program"
verdict 'node: what each function gives and refuses' in_project node calls.mjs "$program"
if [ -n "${BROWSER:-}" ]; then
    need_tools chromium
    verdict 'Chromium: golden scenes, and the time of a picture' in_project node browser.mjs \
        "$build/golden-scenes" "$golden/hashes.txt"
    tail -n 4 "$scratch/log" | sed 's/^/    /'
fi
verdicts_end
