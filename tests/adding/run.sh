#!/bin/sh
# run.sh BUILD [NAME...] - one ingredient is one file and one row: applies NAME.patch of this
# folder to a copy of the project, builds the program and runs the ingredient's line of
# list.txt, `NAME: COMMAND`, in an empty folder with the program as $PROGRAM.
#
# The command must succeed and leave an output (a file or text), and the patch may touch only
# what rules.txt allows.  Patches that passed stay applied for those after them.
set -u
build=${1:?usage: run.sh BUILD [NAME...]}
shift
cd "$(dirname "$0")/../.." || exit 1
place=$build/adding
# shellcheck source=tests/support/tree.sh
. tests/support/tree.sh
here=$top/tests/adding
passed=0 failed=0

not_ok()
{
    failed=$((failed + 1))
    echo "not ok $name: $1"
    [ $# -lt 2 ] || tail -n 12 "$2" | cut -c 1-200 | sed 's/^/    /'
}

# The files of a patch: `new PATH ADDED` or `changed PATH ADDED` each.
files_of()
{
    awk '/^--- / { before = $2; next }
        /^\+\+\+ / { if (path != "") print kind, path, added; path = $2; added = 0
            if (path == "/dev/null") { path = before; kind = "deleted" }
            else kind = before == "/dev/null" ? "new" : "changed"
            sub(/^[ab]\//, "", path); next }
        /^\+/ { added++ }
        END { if (path != "") print kind, path, added }' "$1"
}

# Prints what the patch touches against its rule.
offences()
{
    rule=$(awk -v name="$name" '$1 == name' "$here/rules.txt")
    [ -n "$rule" ] || { echo "rules.txt has no row for it" && return; }
    set -f
    # shellcheck disable=SC2086 # words
    set -- $rule
    set +f
    news=0 changes=0
    files_of "$here/$name.patch" >"$place/touched"
    while read -r kind path added; do
        # shellcheck disable=SC2254 # a pattern
        case $kind in
        new)
            news=$((news + 1))
            case $path in $3) ;; *) echo "$path: is not in $3" ;; esac
            ;;
        changed)
            changes=$((changes + 1))
            [ "$added" -le 4 ] || echo "$path: $added lines added: a row has at most 4"
            ;;
        *) echo "$path: is deleted" ;;
        esac
    done <"$place/touched"
    [ "$news" -le "$2" ] || echo "$news new files: at most $2"
    [ "$changes" -le "$4" ] || echo "$changes changed files: at most $4"
}

# In the copy; -R takes it back.
patched()
{
    (cd "$place/tree" && patch -p1 -s -f --no-backup-if-mismatch "$@" <"$here/$name.patch")
}

command -v patch >/dev/null || { echo 'not ok patch is not installed' && exit 1; }
[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # words
    set -- $(sed -n 's/^\([a-z]*\):.*/\1/p' "$here/list.txt")
    for file in "$here"/*.patch; do
        grep -q "^$(basename "$file" .patch):" "$here/list.txt" ||
            { failed=$((failed + 1)) && echo "not ok $(basename "$file"): has no line in list.txt"; }
    done
}
# shellcheck disable=SC2119 # no further product is copied
tree_copy || exit 1
PROGRAM=$place/tree/build/ridgeline
export PROGRAM
for name; do
    line=$(sed -n "s/^$name: *//p" "$here/list.txt")
    log=$place/$name.log
    [ -n "$line" ] || { not_ok 'has no line in list.txt' && continue; }
    [ -f "$here/$name.patch" ] || { not_ok 'has no patch' && continue; }
    offences >"$log"
    [ ! -s "$log" ] || { not_ok 'touches more than its file and its row' "$log" && continue; }
    patched >"$log" 2>&1 || { not_ok 'does not apply' "$log" && continue; }
    if ! tree_make "$log" -o build/flags CFLAGS=-O0 WERROR=0 build/ridgeline; then
        not_ok 'does not build' "$log"
    elif ! { mkdir "$place/$name" && cd "$place/$name"; }; then
        not_ok 'has no folder to run in'
    elif ! sh -c "$line" >"$log" 2>&1; then
        not_ok "fails: $line" "$log"
    elif [ ! -s "$log" ] && [ -z "$(find . -type f -size +0)" ]; then
        not_ok "leaves no output: $line"
    else
        passed=$((passed + 1))
        echo "ok $name: $(wc -l <"$place/touched" | tr -d ' ') files"
        cd "$top" && continue
    fi
    cd "$top" && patched -R >/dev/null 2>&1
done
[ $failed -gt 0 ] || rm -rf "$place/tree"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
