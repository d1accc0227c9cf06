#!/bin/sh
# streams.sh PROGRAM - standard streams that are closed, full or go away; devices, pipes,
# links and modes of what is written to.
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
S='-s 40x24 --seed 7 --threads 1 -q'
W=$scratch/work
mkdir "$W"
cd "$W" || exit 1
# The words of $S are options.
# shellcheck disable=SC2086
"$R" $S -o "$scratch/whole.png"
# shellcheck disable=SC2086
"$R" $S -s 640x360 -f ppm >"$scratch/whole.ppm" 2>/dev/null || "$R" -s 640x360 --seed 7 -q -f ppm >"$scratch/whole.ppm"

not()
{
    ! "$@"
}

same()
{
    [ -s "$1" ] && cmp "$1" "$2"
}

# ends CODE LINES COMMAND...: it fails so, with so many lines on standard error.
ends()
{
    ends_code=$1 ends_lines=$2
    shift 2
    "$@" 2>"$scratch/err"
    code=$?
    cat "$scratch/err"
    [ "$code" -eq "$ends_code" ] && [ "$(wc -l <"$scratch/err")" -eq "$ends_lines" ]
}

# ---- closed at the start ----------------------------------------------------------

# closed STREAMS COMMAND...: some of 0, 1 and 2 are closed; what is opened takes their numbers.
closed()
{
    closed_streams=$1
    shift
    case $closed_streams in
    0) "$@" <&- ;;
    1) "$@" >&- ;;
    2) "$@" 2>&- ;;
    01) "$@" <&- >&- ;;
    02) "$@" <&- 2>&- ;;
    12) "$@" >&- 2>&- ;;
    012) "$@" <&- >&- 2>&- ;;
    esac
}

for streams in 0 1 2 01 02 12 012; do
    rm -f a.png
    # shellcheck disable=SC2086
    closed $streams "$R" $S -o a.png
    code=$?
    verdict "closed $streams: a file is made" test $code -eq 0
    verdict "closed $streams: it is the same" same a.png "$scratch/whole.png"
    closed $streams "$R" --nonsense >/dev/null 2>&1
    code=$?
    verdict "closed $streams: an error is one" test $code -eq 64
    closed $streams "$R" layers -s 64x24 --seed 7 --threads 1 -q -o "l$streams"
    verdict "closed $streams: layers are made" test -s "l$streams/scene.ora"
done
verdict 'layers are the same whatever was closed' diff -r l0 l012
# shellcheck disable=SC2086
for words in "$S" "$S -f json" 'palette list' 'palette convert dusk' 'info a.png' '--help'; do
    verdict "standard output closed: $words" ends 74 1 sh -c '"$0" "$@" >&-' "$R" $words
    verdict "standard output full: $words" ends 74 1 sh -c '"$0" "$@" >/dev/full' "$R" $words
done
verdict 'calibration: full standard output not told' not ends 74 1 sh -c '"$0" >/dev/full' "$BAD"

# ---- readers that go ----------------------------------------------------------------

# piped COMMAND...: its code, with a reader that takes a hundred bytes.
piped()
{
    { "$@" 2>"$scratch/err"; echo $? >"$scratch/code"; } | head -c 100 >"$scratch/head"
    [ "$(cat "$scratch/code")" -eq 141 ] && [ ! -s "$scratch/err" ] && [ "$(wc -c <"$scratch/head")" -eq 100 ]
}

verdict 'the reader of a pipe goes: SIGPIPE, without a word' piped "$R" -s 640x360 --seed 7 -q -f ppm
verdict 'also in the middle of frames' piped "$R" animate --scroll --frames 0 -s 128x72 --seed 7 -f ppm -q
verdict 'calibration: SIGPIPE ignored' not piped sh -c 'trap "" PIPE; "$0"; exit 0' "$BAD"

mkfifo fifo
build -o "$scratch/helper" "$ROOT/tests/full/cli/helper.c"
for number in 1 2 15; do
    timeout -s KILL 20 "$scratch/helper" kill 200 $number "$R" -s 40x24 --seed 7 -q -o fifo
    code=$?
    verdict "signal $number while a pipe has no reader" test $code -eq $((128 + number))
    { "$scratch/helper" kill 700 $number "$R" -s 640x360 --seed 7 -q -f ppm; echo $? >"$scratch/code"; } | { exec sleep 3; }
    verdict "signal $number while the reader of a pipe sleeps" test "$(cat "$scratch/code")" -eq $((128 + number))
done
verdict 'and nothing is left' test -z "$(find . -name '.ridgeline-*')"
cat fifo >from.png &
# shellcheck disable=SC2086
verdict 'a pipe with a reader' "$R" $S -o fifo
wait
verdict 'which gets it all' same from.png "$scratch/whole.png"
verdict 'and it is a pipe still' test -p fifo
(exec sleep 3) <fifo &
verdict 'a reader that goes' ends 74 1 "$R" -s 2000x2000 --seed 7 -q -f ppm -o fifo
wait

# ---- devices, links, modes ------------------------------------------------------------

for device in null full zero; do
    # shellcheck disable=SC2086
    "$R" $S -o /dev/$device 2>/dev/null
    code=$?
    want=0
    [ $device != full ] || want=74
    verdict "/dev/$device: $want" test $code -eq $want
    verdict "/dev/$device is a device still" test -c /dev/$device
done
mkdir real
ln -s real/a.png link
ln -s link second
# shellcheck disable=SC2086
"$R" $S -o second
verdict 'links stay' test -h link -a -h second
verdict 'their target is written' same real/a.png "$scratch/whole.png"
: >real/.ridgeline-0123456789abcdef.tmp
# shellcheck disable=SC2086
"$R" $S -o second
verdict 'where the target is it is swept' test "$(ls -A real)" = a.png
ln real/a.png hard
"$R" -s 8x8 --seed 1 -q -o real/a.png
verdict 'a second hard link keeps the old bytes' same hard "$scratch/whole.png"
for mask in 000 022 027 077; do
    rm -f m.png
    # shellcheck disable=SC2086
    (umask $mask; "$R" $S -o m.png)
    verdict "a new file under umask $mask" test "$(stat -c %a m.png)" = "$(printf '%o' $((0666 & ~0$mask)))"
done
for mode in 600 604 640 666 755; do
    chmod $mode m.png
    # shellcheck disable=SC2086
    "$R" $S -o m.png
    verdict "a replaced file keeps its mode $mode" test "$(stat -c %a m.png)" = $mode
done
verdict 'a folder' ends 73 1 "$R" -s 8x8 -q -o real
verdict 'no name' ends 64 1 "$R" -s 8x8 -q -o ''
# shellcheck disable=SC2086
"$R" $S -o twice.png --alt-text twice.png 2>"$scratch/err"
code=$?
verdict 'the same path twice is an error or whole' test $code -eq 64 -o $code -eq 0 -o $code -eq 73
verdict 'and leaves no temporary' test -z "$(find . -name '.ridgeline-*')"

# Root may do everything: so it is somebody else who may not.
mkdir shut
echo precious >shut/a.png
cp "$R" "$scratch/program"
chmod 755 "$scratch" "$W" "$scratch/program"
chmod 555 shut
as=
[ "$(id -u)" -ne 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
# shellcheck disable=SC2086
{
    verdict 'a folder that may not be written' ends 73 1 $as "$scratch/program" $S -o shut/new.png
    verdict 'a file in it' ends 73 1 $as "$scratch/program" $S -o shut/a.png
}
verdict 'stays' grep -qx precious shut/a.png
verdicts_end
