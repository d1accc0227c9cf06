#!/bin/sh
# wasm.sh BUILD PROGRAM - the npm package, installed from its tarball into an empty project: the
# golden pixels by both modules in node, what the functions give and refuse, its types, a bundle
# of it, and with BROWSER=1 the same pixels in headless Chromium and the time of a picture beside
# the program's.  With SLICE=1 the pixels of one module, the functions, the types and the bundle.
set -u
build=$(cd "$1" && pwd)
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
here=$PWD/tests/proofs/wasm
bundlers=$PWD/build/bundlers/node_modules/.bin
golden=$PWD/tests/full/golden
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

# The largest a module may be, gzipped: 512 KiB, of which kinds of prints take about 50.
MOST=524288

small()
{
    size=$(gzip -9c "$1" | wc -c)
    echo "$1: $size bytes"
    [ "$size" -le "$MOST" ]
}

installed()
{
    mkdir "$scratch/project" && cd "$scratch/project" && echo '{"type": "module"}' >package.json &&
        npm install --silent --offline --no-audit --no-fund "$build"/wasm/libridgeline-*.tgz &&
        cp "$here"/*.mjs "$here"/*.ts .
}

# in_project COMMAND...
in_project()
{
    (cd "$scratch/project" && "$@")
}

# The types hold under --strict for a bundler and for node; lines that they must refuse are in it.
typed()
{
    for resolution in '--module esnext --moduleResolution bundler' '--module nodenext'; do
        # shellcheck disable=SC2086
        "$bundlers/tsc" --strict --noEmit --target es2022 --lib es2022,dom $resolution \
            example.ts modules.d.ts || return 1
    done
}

# bundled LOADER - the example made one file, for browsers as for node, and its picture.
bundled()
{
    "$bundlers/esbuild" example.ts --bundle --minify --format=esm --target=es2022 --log-level=error \
        "--loader:.wasm=$1" "--outdir=$1" &&
        sum=$(node "$1/example.js") && echo "$sum, the program has $example" && [ "$sum" = "$example" ]
}

need_tools node npm "$bundlers/tsc" "$bundlers/esbuild"
modules='ridgeline ridgeline-simd'
[ -z "${SLICE:-}" ] || modules=ridgeline-simd
for module in ridgeline ridgeline-simd; do
    verdict "$module.wasm has at most $MOST bytes, gzipped" small "$build/wasm/package/$module.wasm"
done
verdict 'the package is installed from its tarball' installed || verdicts_end || exit
for module in $modules; do
    verdict "node, $module.wasm: golden scenes" in_project node golden.mjs "$module" \
        "$build/golden-scenes" "$golden/hashes.txt"
    tail -n 1 "$scratch/log" | sed 's/^/    /'
done
example=$("$program" --seed 7 -w lake -m dusk --set sky.haze=0.5 -s 320x180 -f hash -q -o -)
verdict 'the types hold, and refuse what is wrong' in_project typed
for loader in binary file; do
    verdict "a bundle of the package (.wasm=$loader) has the program's pixels" in_project bundled $loader
done
verdict 'node: what each function gives and refuses' in_project node calls.mjs "$program"
if [ -n "${SLICE:-}" ]; then
    verdicts_end
    exit
fi
verdict 'node: bare scenes have text and pixels of the program' in_project node bare.mjs "$program"
if [ -n "${BROWSER:-}" ]; then
    need_tools chromium
    verdict 'Chromium: golden scenes, and the time of a picture' in_project node browser.mjs \
        "$build/golden-scenes" "$golden/hashes.txt" "$program"
    tail -n 4 "$scratch/log" | sed 's/^/    /'
fi
verdicts_end
