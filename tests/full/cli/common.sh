# common.sh - what the scripts of tests/full/cli share; they source it first.
#
# $R is the program, $ROOT the project, $HELPER and $REFUSED are helpers; the working folder
# is empty.  What the program printed last is in the files out and err of $T.
T=$(mktemp -d "${HOME:?}/t.XXXXXX")
set -u

ok()
{
    echo "ok $1"
}

not_ok()
{
    echo "not ok $1"
    shift
    [ $# -eq 0 ] || printf '    %s\n' "$@" | LC_ALL=C tr -cd '\n -~' | cut -c 1-300
}

# check NAME COMMAND... - holds when the command succeeds.
check()
{
    check_name=$1
    shift
    if "$@" >"$T/check" 2>&1; then ok "$check_name"; else not_ok "$check_name" "$*" "$(head -c 300 "$T/check")"; fi
}

# is_sanitized - the program takes more stack, memory and time than its own.
is_sanitized()
{
    [ -n "${ASAN_OPTIONS+x}" ] || nm "$R" 2>/dev/null | grep -q '__asan_init'
}

# fails COMMAND... - succeeds when the command fails.
fails()
{
    ! "$@"
}

# run ARG... - runs the program, keeps its output, sets $code.
run()
{
    "$R" "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
}

# good NAME ARG... - the program succeeds without a word on standard error but
# the seed that it drew.
good()
{
    good_name=$1
    shift
    run "$@"
    if [ "$code" -eq 0 ] && { [ ! -s "$T/err" ] || ! grep -qv '^seed [0-9]*$' "$T/err"; }; then
        ok "$good_name: succeeds"
    else
        not_ok "$good_name: succeeds" "exit $code, not 0" "$(head -c 300 "$T/err")"
    fi
}

# entries NAME... - sets $entries to the names: with ./* ./.[!.]*, what is in the folder.
entries()
{
    entries=$*
}

# bad NAME CODE PATTERN ARG... - the program fails with CODE and one error line
# of plain characters that holds PATTERN (a basic regular expression), prints no
# data and leaves no file of its own.
bad()
{
    bad_name=$1 bad_code=$2 bad_pattern=$3
    shift 3
    entries ./* ./.[!.]*
    bad_before=$entries
    run "$@"
    bad_reason=
    [ "$code" -eq "$bad_code" ] || bad_reason="exit $code, not $bad_code"
    "$REFUSED" line "$T/err" "$bad_pattern" >"$T/check" || bad_reason="$bad_reason, $(cat "$T/check")"
    [ ! -s "$T/out" ] || bad_reason="$bad_reason, data on standard output"
    entries ./* ./.[!.]*
    [ "$entries" = "$bad_before" ] || bad_reason="$bad_reason, litter"
    if [ -z "$bad_reason" ]; then
        ok "$bad_name: is refused"
    else
        not_ok "$bad_name: is refused" "$bad_reason" "$(head -c 300 "$T/err")"
    fi
}

# is_plain FILE - nothing in it that a terminal would obey: no control, no override of the
# writing direction, no invalid UTF-8.
is_plain()
{
    "$REFUSED" plain "$1"
}

# page_block LANGUAGE PAGE - the code of that language in a page.
page_block()
{
    awk -v begin="\`\`\`$1" '$0 == "```" { shown = 0 } shown; $0 == begin { shown = 1 }' "$2"
}

# page_commands COUNT PAGE - its COUNT commands work as they are written; each ends in -o FILE.
page_commands()
{
    mkdir bin
    ln -s "$R" bin/ridgeline
    page_block sh "$2" >commands
    check "the page has $1 commands" test "$(wc -l <commands)" = "$1"
    while read -r page_line; do
        check "$page_line" env PATH="$PWD/bin:$PATH" sh -c "$page_line" </dev/null
        check "$page_line makes a picture" test -s "${page_line##* -o }"
    done <commands
}

# same A B - two files are equal and not empty.
same()
{
    [ -s "$1" ] && cmp "$1" "$2"
}

# crop FILE X Y WIDTH HEIGHT - a part of an 8 bit PPM.
crop()
{
    "$HELPER" crop "$@"
}
