#!/bin/sh
# oracles.sh PROGRAM PAGE... - what other people's tools say about our files,
# pages and scripts ($SCRIPTS).  A tool that is missing is a failure that names
# it: `make deps-oracles` installs them.
#
# Our own PPM is the reference: it has no compression and no chunks, so every
# reader's samples of the PNG and PAM must equal it byte for byte.
set -u
program=$1
shift
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools pngcheck pngtopnm pamtopnm convert identify mandoc shellcheck clang

# ---- pictures ---------------------------------------------------------------

# same_by_netpbm and same_by_imagemagick FILE REFERENCE DEPTH: equal samples?
same_by_netpbm()
{
    case $1 in *.png) pngtopnm "$1" ;; *) pamtopnm "$1" ;; esac >"$scratch/theirs" || return
    cmp "$scratch/theirs" "$2"
}

same_by_imagemagick()
{
    convert "$1" -depth "$3" -endian MSB rgb:"$scratch/theirs" || return
    tail -n +4 "$2" >"$scratch/ours" # the header of our PPM is three lines
    cmp "$scratch/theirs" "$scratch/ours"
}

# Odd sizes, so that rows are no whole number of anything; $scene is words.
# shellcheck disable=SC2086
for scene in 'classic --seed 1 -s 401x203' '--seed 7 -s 333x187' '--seed 7 -s 1x1'; do
    for depth in 8 16; do
        case="$scene, $depth bits"
        for format in png ppm pam; do
            verdict "$case: writes $format" \
                "$program" $scene --depth $depth -o "$scratch/p.$format"
        done
        verdict "$case: pngcheck" pngcheck -q "$scratch/p.png"
        for format in png pam; do
            verdict "$case: netpbm reads $format" \
                same_by_netpbm "$scratch/p.$format" "$scratch/p.ppm"
        done
        for format in png ppm pam; do
            verdict "$case: ImageMagick reads $format" \
                same_by_imagemagick "$scratch/p.$format" "$scratch/p.ppm" $depth
        done
        verdict "$case: ImageMagick sees sRGB" \
            sh -c "identify -format '%[colorspace]' '$scratch/p.png' | grep -qx sRGB"
    done
done

# Every picture that README shows and that is its own recipe, by each aim of the
# encoder, as libpng reads it.
for sample in samples/*.png; do
    "$program" "$sample" -o "$scratch/p.ppm" 2>/dev/null || continue # a sheet, an animation
    for aim in default fast small; do
        "$program" "$sample" --compress $aim -o "$scratch/p.png"
        verdict "$sample, --compress $aim: netpbm reads it" \
            same_by_netpbm "$scratch/p.png" "$scratch/p.ppm"
    done
done

# ---- texts ------------------------------------------------------------------

verdict 'man pages: mandoc' mandoc -T lint -W warning "$@"
# The list of scripts is words; a part of a script has no first line that names a shell.
# shellcheck disable=SC2046,SC2086
verdict 'scripts: shellcheck' shellcheck -x -S warning -s sh $(grep -L '^#!/bin/bash' $SCRIPTS)
# shellcheck disable=SC2046,SC2086
verdict 'scripts: shellcheck of those for bash' shellcheck .ci/run $(grep -l '^#!/bin/bash' $SCRIPTS)

printf '#include "ridgeline.h"\nint main() { return rl_version() == nullptr; }\n' >"$scratch/use.cpp"
for standard in c++11 c++20; do
    verdict "ridgeline.h is $standard" clang -xc++ -std=$standard -Wall -Wextra -Wpedantic -Werror \
        -Iinclude -fsyntax-only "$scratch/use.cpp"
done
for standard in c99 c11 c17; do
    verdict "ridgeline.h is $standard" clang -xc -std=$standard -Wall -Wextra -Wpedantic -Werror \
        -Iinclude -fsyntax-only include/ridgeline.h
done

verdicts_end
