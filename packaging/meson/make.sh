#!/bin/sh
# make.sh SOURCE OUTPUT - builds OUTPUT, the static library, beside itself.
set -eu
build=$(dirname "$2")/ridgeline-build
make -s -C "$1" "BUILD=$(mkdir -p "$build" && cd "$build" && pwd)" "$(cd "$build" && pwd)/libridgeline.a"
cp "$build/libridgeline.a" "$2"
