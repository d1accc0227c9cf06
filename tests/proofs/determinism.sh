#!/bin/sh
# determinism.sh BUILD [PROGRAM] - the golden pixels again, from builds, on processors
# and in surroundings that must not matter, and files that are equal to the byte.
#
# Without PROGRAM: builds by gcc and clang at every level and for several x86-64s, a
# static one on musl, programs for other processors under qemu, then the surroundings.
# With PROGRAM (make determinism SLICE=1): that one in surroundings alone.  PARTS names
# parts to try: builds surroundings locales files foreign wasm.
#
# A tool that is missing is a failure that names it: `make deps-determinism`.
set -u
build=$1/determinism
given=${2-}
case $given in "" | /*) ;; *) given=$PWD/$given ;; esac
parts=${PARTS:-builds surroundings locales files foreign wasm}
[ -z "$given" ] || parts=${PARTS:-surroundings locales files}
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
mkdir -p "$build" || exit 1
build=$(cd "$build" && pwd)
GOLDEN_FAILURES=$build/failures
export GOLDEN_FAILURES
table=$build/table
: >"$table"

has_part()
{
    case " $parts " in *" $1 "*) ;; *) return 1 ;; esac
}

# row VARIANT LOG: what run.sh summed up in LOG, as a line of the closing table.
row()
{
    awk -v variant="$1" '/^[0-9]+ passed, [0-9]+ failed$/ { all = $1 + $3; bad = $3 }
        END { printf "%-44s %6s %9s\n", variant, all == "" ? "none" : all, bad == "" ? "-" : bad }
    ' "$2" >>"$table"
}

# golden VARIANT COMMAND...: run.sh, started by COMMAND, finds no pixel that differs.
golden()
{
    golden_of=$1
    shift
    # shellcheck disable=SC2016
    verdict "$golden_of" sh -c '"$@" >"$0" 2>&1; code=$?; cat "$0"; exit "$code"' "$build/log" "$@"
    row "$golden_of" "$build/log"
}

# all VARIANT PROGRAM [OPTION...]: every scene; few: those that golden/few.txt names.
all()
{
    pixels_of=$1
    shift
    golden "$pixels_of" sh tests/full/golden/run.sh "$@"
}

few()
{
    pixels_of=$1
    shift
    golden "$pixels_of" env GOLDEN_ONLY=tests/full/golden/few.txt sh tests/full/golden/run.sh "$@"
}

make_quietly()
{
    "${MAKE:-make}" -s "$@"
}

# ---- builds ------------------------------------------------------------------

BASE_FLAGS='CFLAGS=-O2 -march=x86-64'

# Only a processor that has AVX2 can run code for x86-64-v3.  The levels at which the
# compilers rewrite arithmetic are tried for it again.
arches="x86-64 x86-64-v2"
if grep -q -w avx2 /proc/cpuinfo 2>/dev/null; then
    arches="$arches x86-64-v3"
else
    echo "this processor has no AVX2: the variants for x86-64-v3 are left out"
fi

levels()
{
    case $1 in
    x86-64) echo "O0 O1 O2 O3 Os" ;;
    x86-64-v2) echo "O2 O3" ;;
    *) echo "O0 O2 O3 Os" ;;
    esac
}

# The program's own files decide no pixel: they are compiled once and linked to each
# library.
link()
{
    # shellcheck disable=SC2046
    "$1" -pthread -pie -o "$3" $(find "$build/gcc-O2-x86-64/obj/cli" -name '*.o') "$2" \
        $(pkg-config --libs libpng zlib jansson)
}

# build VARIANT CC CFLAGS: the program build/VARIANT/ridgeline.
build()
{
    library=$build/$1/libridgeline.a
    verdict "$1 builds" make_quietly "CC=$2" "CFLAGS=$3" "BUILD=$build/$1" "$library" &&
        verdict "$1 links" link "$2" "$library" "$build/$1/ridgeline"
}

# A local variable that is read before it is set shows where all are filled with a pattern.
FILLED='-O2 -march=x86-64 -DLANES_SCRATCH= -ftrivial-auto-var-init=pattern'

builds()
{
    for cc in gcc clang; do
        for arch in $arches; do
            for level in $(levels "$arch"); do
                variant=$cc-$level-$arch
                build "$variant" "$cc" "-$level -march=$arch" || continue
                for kernels in plain vector avx2 avx512; do
                    few "$variant, kernels $kernels" "$build/$variant/ridgeline" \
                        --kernels "$kernels" --threads 3
                done
            done
        done
    done
    build gcc-filled gcc "$FILLED" && all "gcc, variables filled" "$build/gcc-filled/ridgeline"
}

# ---- surroundings ------------------------------------------------------------

NO_AVX2=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-AVX512F,-ERMS

# surroundings NAME PROGRAM
surroundings()
{
    for threads in 1 16; do
        all "$1, threads $threads" "$2" --threads "$threads"
    done
    for threads in 2 3 7; do
        few "$1, threads $threads" "$2" --threads "$threads"
    done
    for kernels in plain vector; do
        all "$1, kernels $kernels" "$2" --kernels "$kernels"
    done
    golden "$1, glibc without AVX2 and FMA" env GLIBC_TUNABLES="$NO_AVX2" \
        GOLDEN_ONLY=tests/full/golden/few.txt sh tests/full/golden/run.sh "$2"
    for fill in 85 254; do
        golden "$1, new memory is full of $fill" env GLIBC_TUNABLES=glibc.malloc.perturb=$fill \
            GOLDEN_ONLY=tests/full/golden/few.txt sh tests/full/golden/run.sh "$2"
    done
    golden "$1, addresses not random" setarch -R \
        env GOLDEN_ONLY=tests/full/golden/few.txt sh tests/full/golden/run.sh "$2"
}

# ---- locales -----------------------------------------------------------------

LOCALES="de_DE tr_TR fr_FR fa_IR"
LOCPATH=$build/locale
export LOCPATH

# A locale must bite: the system's own functions have to heed it (fa_IR has a decimal
# point, but other names of days).
locale_make()
{
    mkdir -p "$LOCPATH" || return
    [ -d "$LOCPATH/$1.UTF-8" ] || localedef -i "$1" -f UTF-8 "$LOCPATH/$1.UTF-8"
    [ "$(LC_ALL=$1.UTF-8 locale day)" != "$(LC_ALL=C locale day)" ] &&
        { [ "$1" = fa_IR ] || LC_ALL=$1.UTF-8 locale decimal_point | grep -qx ,; }
}

# The same lines from a program in its user's locale as from one in C.
host_equal()
{
    mkdir -p "$scratch/host" || return
    LC_ALL=$1.UTF-8 "$build/locale_host" "$scratch/host" >"$scratch/lines" || return
    sed 1d "$scratch/lines" | cmp - "$build/host-lines" || return
    [ "$1" = fa_IR ] || grep -qx 'decimal point ,' "$scratch/lines"
}

# locales NAME PROGRAM
locales()
{
    golden "$1, locale C" env LC_ALL=C GOLDEN_ONLY=tests/full/golden/few.txt \
        sh tests/full/golden/run.sh "$2"
    for locale in $LOCALES; do
        verdict "$locale.UTF-8 can be made and bites" locale_make "$locale" || continue
        golden "$1, locale $locale" env "LC_ALL=$locale.UTF-8" "LANG=$locale.UTF-8" \
            GOLDEN_ONLY=tests/full/golden/few.txt sh tests/full/golden/run.sh "$2"
    done
}

# host PROGRAM [FLAG...]: FLAGs of make are those that the program was built with.
host()
{
    host_build=${1%/*}
    shift
    verdict 'a program with setlocale(LC_ALL, "") builds' make_quietly "BUILD=$host_build" "$@" \
        "$host_build/locale-host" || return
    cp "$host_build/locale-host" "$build/locale_host" || return
    mkdir -p "$scratch/c"
    verdict 'it renders, writes and reads back in C' \
        env LC_ALL=C "$build/locale_host" "$scratch/c" || return
    LC_ALL=C "$build/locale_host" "$scratch/c" | sed 1d >"$build/host-lines"
    for locale in $LOCALES; do
        verdict "it does the same in $locale" host_equal "$locale"
    done
}

# ---- files -------------------------------------------------------------------

# written FOLDER PROGRAM COMMAND...: COMMAND starts what writes the files, which must
# come out as they did the first time.
written()
{
    folder=$1 program=$2 writer=$PWD/tests/support/write_files.sh
    shift 2
    mkdir -p "$folder" || return
    (cd "$folder" && "$@" sh "$writer" "$program") >"$scratch/sums" || return
    [ -f "$build/sums" ] || cp "$scratch/sums" "$build/sums"
    diff "$build/sums" "$scratch/sums"
}

# same_files PROGRAM SURROUNDING COMMAND...
same_files()
{
    files_of=$1 surrounding=$2
    shift 2
    folder="$scratch/$surrounding"
    if verdict "the same files: $surrounding" written "$folder" "$files_of" "$@"; then
        differing=0
    else
        differing=$(diff "$build/sums" "$scratch/sums" | grep -c '^[<>]')
    fi
    printf '%-44s %6s %9s\n' "files, $surrounding" "$(wc -l <"$build/sums")" "$differing" >>"$table"
}

files()
{
    verdict 'faketime is installed' faketime '2031-02-03 04:05:06' true || return
    verdict 'the locale tr_TR.UTF-8 can be made' locale_make tr_TR || return
    rm -f "$build/sums"
    same_files "$1" 'as it is' env
    same_files "$1" 'zone Pacific/Apia' env TZ=Pacific/Apia
    same_files "$1" 'in the year 2031' faketime '2031-02-03 04:05:06'
    same_files "$1" 'in the year 1999' faketime '1999-12-31 23:59:59'
    same_files "$1" 'locale tr_TR' env LC_ALL=tr_TR.UTF-8 LANGUAGE=tr
    same_files "$1" 'umask 077' sh -c 'umask 077 && exec "$@"' sh
    same_files "$1" 'one processor' taskset 1
    same_files "$1" 'new memory is full of 165' env GLIBC_TUNABLES=glibc.malloc.perturb=165
    same_files "$1" 'no environment' env -i "PATH=$PATH"
    same_files "$1" 'SOURCE_DATE_EPOCH, HOME, COLUMNS' \
        env SOURCE_DATE_EPOCH=1 HOME=/nonexistent COLUMNS=7 USER=nobody
}

# ---- other processors, another libc --------------------------------------------

# Debian has no libraries for musl and riscv64, and those for other processors must be of
# the very version of this one's.  Pixels need none: the program is linked with what
# libpng, zlib and the exporters' libraries would give left open, which `-f hash` never
# calls.
headers()
{
    mkdir -p "$build/include" || return
    # shellcheck disable=SC2046
    printf '#include <%s>\n' png.h zlib.h jansson.h |
        "${CC:-cc}" $(pkg-config --cflags libpng zlib jansson) -M -xc - |
        tr -s ' ' '\n' |
        grep -E '/(png[a-z]*|zlib|zconf|jansson[a-z_]*)\.h$' |
        while read -r header; do cp "$header" "$build/include/" || exit; done
    [ -f "$build/include/png.h" ] && [ -f "$build/include/jansson.h" ]
}

# foreign_builds NAME COMPILER
foreign_builds()
{
    make_quietly "CC=$2" CFLAGS=-O2 "BUILD=$build/$1" "CPPFLAGS=-I$build/include" \
        PKG_CONFIG=false LINK_PROGRAM=-static LIB_LIBS= \
        CLI_LIBS=-Wl,--unresolved-symbols=ignore-all "$build/$1/ridgeline"
}

# foreign NAME COMPILER [EMULATOR]
foreign()
{
    need_tools "$2" ${3+"$3"}
    verdict "$1 builds" foreign_builds "$1" "$2" || return
    program=$build/$1/ridgeline
    if [ $# -gt 2 ]; then
        program=$build/$1/run
        printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$3" "$build/$1/ridgeline" >"$program"
        chmod +x "$program"
    fi
    few "$1" "$program" --threads 2
    # An emulator takes ten minutes for them, and plain C is the same on all processors.
    [ $# -gt 2 ] || few "$1, kernels plain" "$program" --kernels plain --threads 1
}

foreign_all()
{
    verdict 'the headers of the libraries are there' headers || return
    foreign musl musl-gcc
    foreign i386 i686-linux-gnu-gcc qemu-i386
    foreign aarch64 aarch64-linux-gnu-gcc qemu-aarch64
    foreign riscv64 riscv64-linux-gnu-gcc qemu-riscv64
    foreign s390x s390x-linux-gnu-gcc qemu-s390x # high byte first
}

# ---- WebAssembly ---------------------------------------------------------------

# Both modules in node, installed as a package; PROGRAM writes the scenes.
wasm()
{
    need_tools clang wasm-ld npm
    mkdir -p "$build/wasm"
    verdict 'the npm package builds' make_quietly "BUILD=$build/wasm" wasm \
        "$build/wasm/ridgeline" "$build/wasm/golden-scenes" || return
    verdict 'wasm: the golden scenes in node' sh -c \
        'sh tests/proofs/wasm.sh "$1" "$1/ridgeline" >"$1/log" 2>&1; code=$?; cat "$1/log"; exit "$code"' \
        sh "$build/wasm"
    awk '/ equal, [0-9]+ not$/ { printf "%-44s %6s %9s\n", "wasm, " $1, $2 + $4, $4 }' \
        "$build/wasm/log" >>"$table"
}

# ---- all of it ----------------------------------------------------------------

need_tools localedef faketime setarch taskset pkg-config
if [ -n "$given" ]; then
    base=given
    program=$given
else
    base=gcc-O2-x86-64
    program=$build/$base/ridgeline
    need_tools gcc clang
    verdict "$base builds" make_quietly CC=gcc "$BASE_FLAGS" "BUILD=$build/$base" \
        "$program" || verdicts_end || exit
fi
if has_part builds; then builds; fi
if has_part surroundings; then
    surroundings "$base" "$program"
    [ -n "$given" ] || surroundings clang-O2-x86-64 "$build/clang-O2-x86-64/ridgeline"
fi
if has_part locales; then
    locales "$base" "$program"
    if [ -n "$given" ]; then host "$program"; else host "$program" CC=gcc "$BASE_FLAGS"; fi
    [ -n "$given" ] || locales clang-O2-x86-64 "$build/clang-O2-x86-64/ridgeline"
fi
if has_part files; then files "$program"; fi
if has_part foreign; then foreign_all; fi
if has_part wasm; then wasm; fi

printf '\n%-44s %6s %9s\n' variant scenes differing
cat "$table"
verdicts_end
