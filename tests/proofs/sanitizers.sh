#!/bin/sh
# sanitizers.sh BUILD - the tests again under tools that see what a result hides: memory
# that is not ours (address), arithmetic that C leaves open or that wraps (undefined,
# integer), races (thread), reads of what was never written (memory), and valgrind.
#
# PARTS names some of them: address integer thread memory valgrind.  With SLICE, the folder of a
# build with address, undefined and integer, it is a short run: that build, and one for threads,
# over pixels alone.  The closing table counts reports; there must be none.
set -u
build=$1/sanitizers
slice=${SLICE:-}
parts=${PARTS:-address integer thread memory valgrind}
[ -z "$slice" ] || parts=${PARTS:-integer thread}
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
mkdir -p "$build" || exit 1
build=$(cd "$build" && pwd)
reports=$build/reports
table=$build/table
: >"$table"
GOLDEN_FAILURES=$build/failures
# What is watched is slow, and the machine may have more to do: Check's own limits are too near.
CK_TIMEOUT_MULTIPLIER=20
export GOLDEN_FAILURES CK_TIMEOUT_MULTIPLIER

# Runtimes write what they see to files, since the tests look at standard error.
# Every first report ends the process; each is one of ours, also in a child.
options()
{
    echo "log_path=$reports/report:exitcode=99:abort_on_error=0:print_stacktrace=1"
}
ASAN_OPTIONS=$(options):detect_stack_use_after_return=1:strict_string_checks=1
UBSAN_OPTIONS=$(options)
MSAN_OPTIONS=$(options)
TSAN_OPTIONS=$(options):second_deadlock_stack=1
export ASAN_OPTIONS UBSAN_OPTIONS MSAN_OPTIONS TSAN_OPTIONS

# seen NAME COMMAND...: COMMAND succeeds and leaves no report.
seen()
{
    seen_name=$1
    shift
    rm -rf "$reports"
    mkdir -p "$reports" || return
    verdict "$seen_name" "$@"
    code=$?
    count=$(find "$reports" -type f -size +0 | wc -l)
    if [ "$count" -gt 0 ]; then
        failed=$((failed + 1))
        echo "not ok $seen_name: $count reports; the first, in $build/kept:"
        rm -rf "$build/kept" && cp -r "$reports" "$build/kept"
        find "$reports" -type f -size +0 | sort | head -n 1 | xargs head -n 25 | sed 's/^/    /'
    fi
    [ "$code" -eq 0 ] && result=passed || result=failed
    printf '%-52s %-7s %7s\n' "$seen_name" "$result" "$count" >>"$table"
}

# unit TOOL PROGRAM SUITE [COMMAND...]: one suite of the unit tests, started by COMMAND.
unit()
{
    unit_tool=$1 unit_program=$2 suite=$3
    shift 3
    if ls tests/f*/test_"$suite".c >/dev/null 2>&1; then
        seen "$unit_tool: unit tests of $suite" "$@" "$unit_program" "$suite"
    else
        verdict "$suite is a suite" false
    fi
}

# A sanitized build: NAME CC SANITIZERS CFLAGS GOAL..., made in $build/NAME/sanitize.
sanitized()
{
    made=$build/$1
    verdict "$1 builds ($2, $3)" "${MAKE:-make}" -s "BUILD=$made" "CC=$2" "SANITIZE=$3" \
        "CFLAGS=$4" "$5" ${6+"$6"} ${7+"$7"}
}

# ---- address and undefined: the whole suite --------------------------------------

address()
{
    verdict 'gcc is installed' command -v gcc || return
    made=$build/address
    for suite in check-unit check-golden check-cli; do
        seen "address, undefined (gcc): $suite" "${MAKE:-make}" -s "BUILD=$made" CC=gcc \
            SANITIZE=address,undefined "$suite"
    done
    sanitized address gcc address,undefined '-O2 -g' "$made/sanitize/many-scenes" || return
    seen 'address, undefined (gcc): sixteen scenes at once' "$made/sanitize/many-scenes" png
}

# ---- integer: also what C allows, but nobody meant ---------------------------------

# sanitizers-ignore.txt tells where numbers wrap on purpose.
INTEGER=undefined,integer,float-cast-overflow,float-divide-by-zero
INTEGER_FLAGS="-O1 -g -fsanitize-ignorelist=$PWD/tests/proofs/sanitizers-ignore.txt"

integer()
{
    made=${slice:-$build/integer/sanitize}
    [ -n "$slice" ] || sanitized integer clang "$INTEGER" "$INTEGER_FLAGS" "$made/ridgeline" \
        "$made/many-scenes" "$made/unit" || return
    seen 'undefined, integer (clang): pixels' sh tests/full/golden/run.sh "$made/ridgeline"
    seen 'undefined, integer (clang): sixteen scenes' "$made/many-scenes" png
    [ -n "$slice" ] || seen 'undefined, integer (clang): unit tests' "$made/unit"
}

# ---- thread -------------------------------------------------------------------------

# Addresses that are not random: with many random bits clang 14's runtime finds no room.
thread()
{
    made=$build/thread
    sanitized thread clang thread '-O1 -g' "$made/sanitize/many-scenes" || return
    seen 'thread (clang): sixteen scenes at once' setarch -R "$made/sanitize/many-scenes" png
    [ -z "$slice" ] || return
    sanitized thread clang thread '-O1 -g' "$made/sanitize/ridgeline" "$made/sanitize/unit" || return
    seen 'thread (clang): pixels by 7 threads' setarch -R \
        sh tests/full/golden/run.sh "$made/sanitize/ridgeline" --threads 7
    for suite in pool encode png apng sink erosion view layers cancel; do
        unit 'thread (clang)' "$made/sanitize/unit" "$suite" setarch -R
    done
}

# ---- memory: the core, without libraries that it knows nothing of -----------------------

memory()
{
    made=$build/memory
    sanitized memory clang memory \
        '-O1 -g -fsanitize-memory-track-origins' TIFF= JPEG= WEBP= AVIF= JXL= DEFLATE= \
        "$made/sanitize/many-scenes" "$made/sanitize/ridgeline" || return
    seen 'memory (clang): sixteen scenes, facts, layers' "$made/sanitize/many-scenes"
    for kernels in plain vector avx2 avx512; do
        seen "memory (clang): pixels, kernels $kernels" \
            sh tests/full/golden/run.sh "$made/sanitize/ridgeline" --kernels "$kernels"
    done
}

# ---- valgrind ---------------------------------------------------------------------------

# What runs in minutes under valgrind.
SUITES="pool apng bot_choice bot_time deflate dither encode huffman lanes layers \
palette_guess palette_read palette_roles palette_write png recipe scene sink text view"

grind()
{
    valgrind --quiet --leak-check=full --track-fds="$track" --error-exitcode=99 \
        --errors-for-leak-kinds=definite,indirect,possible --log-file="$reports/report.%p" "$@"
}

# With --quiet a log is empty unless something was seen; open files that the program was
# started with are told all the same.
ground()
{
    grind "$@"
    code=$?
    for log in "$reports"/*; do
        # shellcheck disable=SC2016
        awk '/FILE DESCRIPTORS: / || /^==[0-9]+== *$/ { next }
            /Open file descriptor/ { held = $0; next }
            held != "" && /<inherited from parent>/ { held = ""; next }
            held != "" { print held; held = "" }
            { print }
            END { if (held != "") print held }' "$log" >"$log.left"
        [ -s "$log.left" ] || rm -f "$log"
        rm -f "$log.left"
    done
    return "$code"
}

valgrinds()
{
    verdict 'valgrind is installed' command -v valgrind || return
    made=$build/plain
    # Not fortified: valgrind takes __memmove_chk for __memcpy_chk, which must not overlap.
    verdict 'a plain build' "${MAKE:-make}" -s "BUILD=$made" CC=gcc SANITIZE= \
        'CFLAGS=-O1 -g -U_FORTIFY_SOURCE' \
        "$made/unit" "$made/ridgeline" || return
    CK_FORK=no
    export CK_FORK
    track=no # Check keeps a file open while a test forks
    for suite in $SUITES; do
        unit valgrind "$made/unit" "$suite" ground
    done
    track=yes
    program=$made/ridgeline
    cd "$scratch" || return
    seen 'valgrind: a picture' ground "$program" --seed 7 -s 160x90 --threads 3 -o land.png
    seen 'valgrind: it again' ground "$program" land.png -o again.png
    seen 'valgrind: 16 bits' ground "$program" --seed 8 -s 160x90 --depth 16 -o land16.png
    seen 'valgrind: pixel art' ground "$program" --seed 5 -s 96x54 --pixel-art -o art.png
    seen 'valgrind: a map' ground "$program" map --seed 3 -s 65 --pass droplets:drops=500 -o map.png
    seen 'valgrind: heights' ground "$program" map --seed 3 -s 65 -f png16 -o heights.png
    seen 'valgrind: layers' ground "$program" layers --seed 7 -s 128x72 -o layers
    seen 'valgrind: a scroll' ground "$program" animate --scroll --frames 3 --seed 7 -s 64x36 -o s.png
    seen 'valgrind: a sheet' ground "$program" sheet --seeds 1..4 -s 64x36 -o sheet.png
    seen 'valgrind: info' ground "$program" info land.png
    cd - >/dev/null || return
}

# ---- all of it ------------------------------------------------------------------------------

for part in $parts; do
    case $part in
    address) address ;;
    integer) integer ;;
    thread) thread ;;
    memory) memory ;;
    valgrind) valgrinds ;;
    *) verdict "$part is a part" false ;;
    esac
done
printf '\n%-52s %-7s %7s\n' run result reports
cat "$table"
verdicts_end
