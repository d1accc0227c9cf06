#!/bin/sh
# readers.sh PROGRAM [SECONDS] - a reader that never sees half a file while runs are killed.
#
# The reader opens the file and every other picture of the folder over and over; each run that
# writes them is killed at another moment.  After it the next run sweeps what they left.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
seconds=${2:-${SLICE:+5}}
seconds=${seconds:-60}
verdict 'the watcher is built' build -o "$scratch/watch" tests/support/watch.c -lz || exit 1
mkdir "$scratch/read"

# write_on NAME COMMAND...: writes and kills while readers read; $runs and $reads tell how much.
write_on()
{
    runs=0
    "$scratch/watch" "$write_seconds" "$scratch/read" a.png >"$scratch/reads" 2>&1 &
    watcher=$!
    while kill -0 $watcher 2>/dev/null; do
        runs=$((runs + 1))
        "$@" &
        writer=$!
        [ $((runs % 4)) -eq 0 ] || { sleep "0.0$((runs * 7 % 10))$((runs % 10))" && kill -9 $writer 2>/dev/null; }
        wait $writer 2>/dev/null
    done 2>/dev/null
    cat "$scratch/reads"
    wait $watcher
}

not()
{
    ! "$@"
}

picture()
{
    "$R" -s 320x180 --seed 7 -q -o "$scratch/read/a.png"
}

temporaries()
{
    find "$scratch/read" -name '.ridgeline-*' | wc -l
}

picture
cp "$scratch/read/a.png" "$scratch/whole.png"
write_seconds=2
verdict 'calibration: a writer that overwrites is seen' \
    not write_on "$BAD" --from "$scratch/whole.png" -o "$scratch/read/a.png"
cp "$scratch/whole.png" "$scratch/read/a.png"
write_seconds=$seconds
verdict "readers for $seconds s, three of four runs killed: none torn, none missing" \
    write_on "$R" -s 320x180 --seed 7 -q -o "$scratch/read/a.png"
echo "    $runs runs, $(tail -n 1 "$scratch/reads")"
verdict 'the readers were busy' test "$(sed -n 's/ reads.*//p' "$scratch/reads")" -ge $((seconds * 100))

# Killed while it writes, whatever the moment before: the temporary stays until the next run.
tries=0
while [ "$(temporaries)" -eq 0 ] && [ $tries -lt 200 ]; do
    tries=$((tries + 1))
    "$R" -s 320x180 --seed 7 -q -o "$scratch/read/a.png" &
    writer=$!
    sleep "0.0$((tries / 10 % 10))$((tries % 10))"
    kill -9 $writer
    wait $writer
done 2>/dev/null
verdict 'a killed run leaves its temporary' test "$(temporaries)" -gt 0
"$R" -s 8x8 --seed 7 -q -o "$scratch/read/b.png"
verdict 'the next run in the folder sweeps it' test "$(temporaries)" -eq 0
verdict 'and nothing else' test "$(ls -A "$scratch/read" | tr '\n' ' ')" = 'a.png b.png '
verdicts_end
