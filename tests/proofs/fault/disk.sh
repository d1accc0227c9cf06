#!/bin/sh
# disk.sh PROGRAM - disks that are full, out of names, limited, read-only or gone.
#
# A small file system in memory is mounted where nobody else sees it: that takes root, or a
# system that lets users have mounts of their own.
if [ -z "${FAULT_MOUNTS:-}" ]; then
    export FAULT_MOUNTS=1
    as=
    [ "$(id -u)" -eq 0 ] || as=-r
    unshare $as -m true || {
        echo 'not ok a mount of our own: needs root, or user namespaces (unshare -rm)'
        exit 1
    }
    exec unshare $as -m sh "$0" "$@"
fi
# shellcheck source=tests/proofs/fault/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck disable=SC2154 # scratch, R, BAD and EACH are of common.sh
:
need_tools mount umount prlimit strace || exit 1

# leave KIB|-INODES COMMAND...: runs it with so much left of the disk that it stands in.
cat >"$scratch/leave" <<'EOS'
left=$1
shift
mkdir filler
case $left in
-*)
    i=0
    while true >filler/$i; do i=$((i + 1)); done 2>/dev/null
    for n in $(seq 1 "${left#-}"); do rm filler/$((i - n)); done
    ;;
*)
    cat /dev/zero >filler/0 2>/dev/null
    size=$(wc -c <filler/0)
    truncate -s $((size - left * 1024)) filler/0
    ;;
esac
"$@"
code=$?
rm -rf filler
exit $code
EOS

# disk OPTIONS: a case whose folder is a disk of its own.
disk()
{
    ! mountpoint -q "$scratch/case/now" || umount "$scratch/case/now"
    case_new
    mkdir "$scratch/case/now"
    mount -t tmpfs -o "$1" ridgeline "$scratch/case/now"
}

# lefts FROM STEP TO: the words that leave so much.
lefts()
{
    seq "$1" "$2" "$3" | sed "s|^|sh $scratch/leave |"
}

step=4
[ -z "$SLICE" ] || step=20

# ---- calibration ----------------------------------------------------------------

verdict 'a small disk' disk size=256k
old_file a.ppm
lefts 0 4 64 >"$scratch/faults"
caught 'a full disk not told' -c 74 -x "$scratch/case" "$BAD" -o a.ppm
caught 'a temporary that stays' -c 74 -x "$scratch/case" "$BAD" --temporary -o a.ppm
printf 'prlimit --fsize=%s\n' 0 1024 2048 4096 >"$scratch/faults"
caught 'a limit that kills' -w -c 74 -x "$scratch/case" "$BAD" -o a.ppm

# ---- space ------------------------------------------------------------------------

# full NAME ARG...: from no room at all to room enough.
strict=
full()
{
    full_name=$1
    shift
    lefts 0 $step 64 >"$scratch/faults"
    # shellcheck disable=SC2086
    bears "full disk, $full_name" $strict -c 74 -n "$scratch/case" "$R" "$@"
}

full 'render' -s 160x90 --seed 7 --threads 1 -q -o a.ppm
full 'map' map --seed 7 -s 65 --threads 1 -q -f asc -o a.ppm
disk size=512k
full 'layers' layers -s 128x48 --seed 7 --threads 1 -q -o layers
full 'wallpaper' wallpaper -s 80x48 --seed 7 --threads 1 -q --dark --now @1795240800 -o walls
# a failure of the slot, then what there is to tell of the folder
strict='-m 3'
full 'bot' bot -o bot --name test --now @1795240800 -s 96x54 --threads 1 -q

# ---- names --------------------------------------------------------------------------

disk size=512k,nr_inodes=64
old_file a.ppm
lefts -0 -1 -3 >"$scratch/faults"
bears 'no names left, render' -c 74 -x -n "$scratch/case" "$R" -s 40x24 --seed 7 -q -o a.ppm
lefts -0 -1 -12 >"$scratch/faults"
bears 'no names left, layers' -c 73,74 -n "$scratch/case" "$R" layers -s 64x24 --seed 7 -q -o layers

# ---- what killed runs left is room ----------------------------------------------------

disk size=256k
now=$scratch/case/now
head -c 131072 /dev/zero >"$now/.ridgeline-0123456789abcdef.tmp"
cat /dev/zero >"$now/filler" 2>/dev/null
verdict 'a disk that is full of temporaries takes a picture' "$R" -s 160x90 --seed 7 -q -o "$now/a.ppm"
# shellcheck disable=SC2012 # our own names
verdict 'they are swept' test "$(ls -A "$now" | tr '\n' ' ')" = 'a.ppm filler '

# ---- limits, rights, holes --------------------------------------------------------------

disk size=512k
old_file a.ppm
# with 0 even the message has no room
printf 'prlimit --fsize=%s\n' 0 1024 2048 4096 >"$scratch/faults"
bears 'a limit of file sizes, render' -w -c 74 -x -n "$scratch/case" "$R" -s 160x90 --seed 7 -q -o a.ppm
bears 'a limit of file sizes, layers' -w -c 74 -n "$scratch/case" "$R" layers -s 128x48 --seed 7 -q -o layers

# ends NAME CODE COMMAND...: it fails with CODE and one line.
ends()
{
    verdict "$1" ends_so "$@"
}

ends_so()
{
    ends_code=$2
    shift 2
    "$@" 2>"$scratch/err"
    code=$?
    cat "$scratch/err"
    [ "$code" -eq "$ends_code" ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q '^ridgeline: ' "$scratch/err"
}

disk size=512k
mkdir "$now/gone"
# the folder goes while the finished picture is being synced
(sleep 0.5; rm -rf "$now/gone") &
ends 'the folder is removed meanwhile' 73 strace -qq -o /dev/null -e trace=fsync \
    -e inject=fsync:delay_enter=1500000 "$R" -s 40x24 --seed 7 -q -o "$now/gone/a.png"
wait
echo precious >"$now/kept.png"
mount -o remount,ro "$now"
ends 'a disk that is read only' 73 "$R" -s 40x24 --seed 7 -q -o "$now/a.png"
ends 'a file on it' 73 "$R" -s 40x24 --seed 7 -q -o "$now/kept.png"
verdict 'stays' grep -qx precious "$now/kept.png"
ends 'a name of 300 letters' 73 "$R" -s 40x24 -q -o "$scratch/$(printf '%0300d' 1).png"
ends 'a path of 5000 letters' 73 "$R" -s 40x24 -q -o "$scratch/$(printf '%05000d' 1).png"
ends 'a full device' 74 "$R" -s 40x24 -q -o /dev/full
umount "$now"
verdicts_end
