# bot_common.sh - what the tests of `ridgeline bot` share; they source it first.
# shellcheck shell=sh
# shellcheck source=tests/full/cli/common.sh
. "$ROOT/tests/full/cli/common.sh"

# The first slot of these tests, 2026-11-21T06:00:00Z.
NOW=1795240800
S="-s 32x18"

# bot DIR SECONDS ARG...: a run of the bot so long after NOW.
bot()
{
    bot_dir=$1 bot_now=$((NOW + $2))
    shift 2
    # shellcheck disable=SC2086 # words of their own
    run bot -o "$bot_dir" --name test --now "@$bot_now" $S "$@"
}

# ends CODE NAME: how the last run ended.
ends()
{
    if [ "$code" -eq "$1" ]; then ok "$2: ends with $1"; else not_ok "$2: ends with $1" "exit $code, wanted $1" "$(cat "$T/err")"; fi
}

# says PATTERN NAME: what the last run told.
says()
{
    if grep -q -- "$1" "$T/err"; then ok "$2"; else not_ok "$2" "$(cat "$T/err")"; fi
}

# files DIR PATTERN COUNT NAME
files()
{
    # shellcheck disable=SC2010 # names of our own
    files_are=$(ls "$1" | grep -c -- "$2")
    if [ "$files_are" -eq "$3" ]; then ok "$4"; else not_ok "$4" "$files_are, wanted $3" "$(ls "$1")"; fi
}
