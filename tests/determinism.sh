#!/bin/sh
# determinism.sh BUILD - the golden pixels again, from builds and in surroundings
# that must not matter: gcc and clang, -O0 to -O3, with and without AVX2 and FMA
# code, 1 to 7 threads, each width of the kernels, a locale with decimal commas,
# glibc told to do without AVX2 and FMA.
#
# A tool that is missing is a failure that names it: `make deps-oracles`.
set -u
build=$1/determinism
# shellcheck source=tests/helper/verdict.sh
. tests/helper/verdict.sh
mkdir -p "$build"

golden() { sh tests/golden/run.sh "$@"; }
GOLDEN_FAILURES=$build/failures
export GOLDEN_FAILURES

# Only a processor that has AVX2 can run code for x86-64-v3.
arches=plain
if grep -q -w avx2 /proc/cpuinfo 2>/dev/null; then
    arches="plain x86-64-v3"
else
    echo "this processor has no AVX2: the variants for x86-64-v3 are left out"
fi

for cc in gcc clang; do
    for level in O0 O2 O3; do
        for arch in $arches; do
            variant=$cc-$level-$arch
            flags=-$level
            [ "$arch" = plain ] || flags="$flags -march=$arch"
            program=$build/$variant/ridgeline
            verdict "$variant builds" "${MAKE:-make}" -s "CC=$cc" "CFLAGS=$flags" \
                "BUILD=$build/$variant" "$program" || continue
            for threads in 1 2 3 7; do
                verdict "$variant --threads $threads" golden "$program" --threads "$threads"
            done
            for kernels in plain vector; do
                verdict "$variant --kernels $kernels" golden "$program" --kernels "$kernels"
            done
        done
    done
done

# The locale must bite: a comma has to come out of the system's own printf.
LOCPATH=$PWD/$build/locale
case $build in /*) LOCPATH=$build/locale ;; esac
export LOCPATH
mkdir -p "$LOCPATH"
[ -d "$LOCPATH/de_DE.UTF-8" ] || localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" 2>/dev/null
for cc in gcc clang; do
    program=$build/$cc-O2-plain/ridgeline
    verdict 'the locale de_DE.UTF-8 can be made' \
        sh -c "LC_ALL=de_DE.UTF-8 locale decimal_point | grep -qx ,"
    verdict "$cc-O2-plain LC_ALL=de_DE.UTF-8" env LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 \
        LANG=de_DE.UTF-8 sh tests/golden/run.sh "$program"
    verdict "$cc-O2-plain glibc without AVX2 and FMA" \
        env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-AVX512F,-ERMS \
        sh tests/golden/run.sh "$program"
done

verdicts_end
