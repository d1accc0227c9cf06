#!/bin/sh
# saver.sh SAVER - the screensaver on a display of Xvfb: it draws into a window of another program,
# ends on a signal and with the window, names a bad option; its frame rate is printed, not judged.
#
# The other program is a second saver, which is stopped while it is looked at.
set -u
saver=$1
for tool in Xvfb xwininfo; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing: make deps-saver"; exit 0; }
done
passed=0
failed=0
scratch=$(mktemp -d) || exit 1
children=
# shellcheck disable=SC2154,SC2086 # words
trap 'for child in $children; do kill -KILL $child 2>/dev/null; done; rm -rf "$scratch"' EXIT

check()
{
    if [ -z "$2" ]; then
        passed=$((passed + 1))
        echo "ok $1"
    else
        failed=$((failed + 1))
        echo "not ok $1"
        printf '%s\n' "$2" | sed 's/^/    /'
    fi
}

# until_true COMMAND...: tries for ten seconds.
until_true()
{
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || return 1
        sleep 0.1
    done
}

# await PID: waits at most ten seconds for a child to end; sets `ended` to its code or to "running".
await()
{
    ended=running
    if until_true has_ended "$1"; then
        wait "$1"
        ended=$?
    fi
}

# An ended child that nobody has waited for is a zombie.
has_ended()
{
    case $(ps -o stat= -p "$1") in '' | Z*) return 0 ;; esac
    return 1
}

# The picture of the display without the head of its file.
screen() { tail -c $((1280 * 720 * 4)) "$scratch/Xvfb_screen0"; }
differs() { ! screen | cmp -s - "$1"; }
find_window()
{
    window=$(xwininfo -root -tree 2>/dev/null | awk '/"ridgeline-saver"/ { print $1; exit }')
    [ -n "$window" ]
}

Xvfb -displayfd 3 -screen 0 1280x720x24 -fbdir "$scratch" -nolisten tcp -noreset 3>"$scratch/display" 2>"$scratch/log" &
children=$!
until_true test -s "$scratch/display" || { cat "$scratch/log"; exit 1; }
DISPLAY=:$(cat "$scratch/display")
export DISPLAY

screen >"$scratch/black"
"$saver" -seed 5 2>"$scratch/first.log" &
first=$!
children="$children $first"
until_true find_window
check 'without a window it opens its own' "$([ -n "$window" ] || cat - "$scratch/first.log" <<END
no window
END
)"
until_true differs "$scratch/black"
kill -STOP $first
screen >"$scratch/own"
"$saver" -window-id "$window" -seed 6 2>"$scratch/second.log" &
second=$!
children="$children $second"
check 'it draws into the window that it is given' \
    "$(until_true differs "$scratch/own" || cat - "$scratch/second.log" <<END
nothing changes
END
)"
screen >"$scratch/frame"
check 'its layers pass' "$(until_true differs "$scratch/frame" || echo 'nothing moves')"
check 'its picture has many colours' "$(
    colours=$(od -An -v -w4 -tx4 "$scratch/frame" | sort -u | head -n 1000 | wc -l)
    [ "$colours" -ge 500 ] || echo "$colours colours"
)"
kill -TERM $second
await $second
check 'SIGTERM ends it with code 0' "$([ $ended = 0 ] || echo "code: $ended")"
XSCREENSAVER_WINDOW=$window "$saver" --root -seed 7 2>"$scratch/third.log" &
third=$!
children="$children $third"
screen >"$scratch/frame"
check 'XSCREENSAVER_WINDOW names its window' \
    "$(until_true differs "$scratch/frame" || echo 'nothing changes')"
kill -KILL $first
await $third
check 'it ends with code 0 when its window is destroyed' "$([ $ended = 0 ] || echo "code: $ended")"
check 'errors of X are not printed' "$(cat "$scratch/second.log" "$scratch/third.log")"

"$saver" -root -frames 1 >/dev/null
screen >"$scratch/one"
"$saver" -root -frames 1 >/dev/null
check 'each start has another land' "$(differs "$scratch/one" || echo 'the same one')"
"$saver" -root -seed 5 -frames 1 >/dev/null
screen >"$scratch/one"
"$saver" -root -seed 6 -frames 1 >/dev/null
"$saver" -root -seed 5 -frames 1 >/dev/null
check 'a seed has one land' "$(! differs "$scratch/one" || echo 'another one')"

# refuses NAME TEXT ARGUMENT...: with code 64 and one line that has TEXT.
refuses()
{
    refused=$1
    text=$2
    shift 2
    "$saver" "$@" >"$scratch/out" 2>&1
    code=$?
    [ "$code $(wc -l <"$scratch/out")" = '64 1' ] && grep -qF -e "$text" "$scratch/out" && code=0
    check "$refused" "$([ $code -eq 0 ] || { echo "code $code" && cat "$scratch/out"; })"
}
refuses 'a window that is not there is refused' 'window 0x7fffff: there is no such window' -window-id 0x7fffff
refuses 'a window that is no number is refused' '-window-id x: must be' -window-id x
refuses 'a rate out of range is refused' '-rate 241: must be 0..240' -root -rate 241
refuses 'an unknown option is refused' '-fast: no such option' -fast 1
refuses 'an unknown world is refused' 'atlantis' -root -world atlantis

for seed in 1 2 3; do
    "$saver" -root -rate 0 -seed $seed -frames 300 || failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
