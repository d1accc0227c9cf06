# verdict.sh - sourced by the scripts that ask other tools or try many builds: a scratch
# folder that goes away, and one line for each thing that holds.
# shellcheck shell=sh
passed=0
failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# verdict NAME COMMAND...: one line; succeeds when the command does.
verdict()
{
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok $name"
    else
        failed=$((failed + 1))
        echo "not ok $name"
        tail -n 20 "$scratch/log" | sed 's/^/    /'
        return 1
    fi
}

# need_tools NAME...: each must be installed.
need_tools()
{
    for tool in "$@"; do
        verdict "$tool is installed" command -v "$tool"
    done
}

# verdicts_end prints the sum and fails when anything did.
verdicts_end()
{
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
