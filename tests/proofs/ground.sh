#!/bin/sh
# ground.sh PROGRAM [COUNT] - `layers --ground` of COUNT seeds (48), one world after the other: the
# ground is visible, continuous and loops in each, and by node a body that is dropped on it rests.
set -u
program=${1:?usage: ground.sh PROGRAM [COUNT]}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2046 # a list of arguments
${CC:-cc} -std=c11 -O1 -o "$scratch/look" tests/support/layers_check.c \
    $(${PKG_CONFIG:-pkg-config} --cflags --libs libpng jansson || echo '-lpng -ljansson') -lm || exit 1
seeds=${2:-48} seed=0 bad=0
set -- data/worlds/*.ini
while [ $seed -lt "$seeds" ]; do
    seed=$((seed + 1))
    shape=$((seed % 3)) size=320x180
    [ $shape -ne 1 ] || size=390x844
    [ $shape -ne 2 ] || size=640x200
    world=${1##*/}
    world=${world%.ini}
    if ! { "$program" layers -w "$world" --seed $seed -s $size --ground --for phaser -q -o "$scratch/set" &&
        "$scratch/look" ground "$scratch/set" &&
        { ! command -v node >/dev/null || node tests/support/ground_drop.mjs "$scratch/set"; }; }; then
        echo "world $world, seed $seed, $size: bad ground"
        bad=$((bad + 1))
    fi
    rm -rf "$scratch/set"
    set -- "$@" "$1"
    shift
done
echo "ground: $seeds seeds, $bad bad"
[ $bad -eq 0 ]
