#!/bin/sh
# run.sh PROGRAMS WORK CORPUS SECONDS SEED MERGE HARNESS... - libFuzzer over every harness,
# each for so many seconds, starting from its unpacked corpus CORPUS/HARNESS.
#
# PROGRAMS holds the fuzz-... programs; WORK gets what is found: WORK/HARNESS inputs that
# reach new code, WORK/faults inputs that break something, WORK/HARNESS.log.  MERGE=1 adds
# what reaches new code to CORPUS/HARNESS (`make fuzz-pack` packs it).  An input may take
# 10 s and 256 MiB.  SEED=0 draws another one each time; with any other the inputs are the same
# again, as far as the time goes.
set -u
programs=$1 work=$2 corpus=$3 seconds=$4 seed=$5 merge=$6
shift 6
faults=$work/faults
mkdir -p "$faults"

# A large quarantine of freed memory would count as the harness's own.
ASAN_OPTIONS=quarantine_size_mb=16:allocator_may_return_null=1:detect_stack_use_after_return=0
UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS UBSAN_OPTIONS

# Longest input worth trying: what is longer is slower, and seldom says more.
longest()
{
    case $1 in
    api) echo 400 ;;
    write | argv) echo 1500 ;;
    palette | recipe) echo 8000 ;;
    *) echo 4096 ;;
    esac
}

# fuzz HARNESS: a run of it, and one line of what it reached.
fuzz()
{
    harness=$1
    mkdir -p "$work/$harness"
    log=$work/$harness.log
    "$programs/fuzz-$harness" -max_total_time="$seconds" -seed="$seed" -timeout=10 -rss_limit_mb=256 \
        -malloc_limit_mb=256 -max_len="$(longest "$harness")" -print_final_stats=1 \
        -dict="tests/fuzz/$harness.dict" -artifact_prefix="$faults/$harness-" \
        "$work/$harness" "$corpus/$harness" >"$log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    reached=$(sed -n 's/.* cov: \([0-9]*\) ft: \([0-9]*\).*/\1 edges, \2 features/p' "$log" | tail -n 1)
    if [ $status -eq 0 ]; then
        echo "ok fuzz-$harness: ${runs:-?} runs, $reached"
    else
        echo "not ok fuzz-$harness: status $status after ${runs:-?} runs, $reached"
        grep -E 'ERROR|runtime error|broken:|SUMMARY|Test unit written' "$log" | cut -c 1-200 | sed 's/^/    /'
        echo "    failing inputs: $faults/$harness-*; run one with $programs/fuzz-$harness FILE"
    fi
    if [ "$merge" = 1 ]; then
        "$programs/fuzz-$harness" -merge=1 -timeout=10 -rss_limit_mb=512 "$corpus/$harness" \
            "$work/$harness" >>"$log" 2>&1 || status=1
    fi
    return $status
}

if [ $# -eq 1 ]; then
    fuzz "$1"
    exit
fi
# As many harnesses at once as there are processors.
printf '%s\n' "$@" | xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" \
    sh "$0" "$programs" "$work" "$corpus" "$seconds" "$seed" "$merge"
