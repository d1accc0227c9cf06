#!/bin/sh
# structure.sh BUILD - holds the source and the built library to src/LAYERS and
# to the rules that README's architecture section promises.
#
# Prints one line per rule, with what breaks it, and `N passed, N failed`.
set -u
LC_ALL=C
export LC_ALL
build=$1
layers=src/LAYERS
passed=0
failed=0

# check NAME OFFENDERS: the rule holds when nothing offends.
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

# ---- source -----------------------------------------------------------------

sources=$(find src -name '*.[ch]' | sort)

rooms_unknown=$(find src -mindepth 1 -maxdepth 1 | sed 's|^src/||' | sort | while read -r entry; do
    case $entry in
    LAYERS | ridgeline.pc.in) ;;
    *) grep -q "^room $entry:" "$layers" || echo "src/$entry: is no room of $layers" ;;
    esac
done)
check 'every room is named in src/LAYERS' "$rooms_unknown"

# includes MARK FILE...: `FILE ROOM HEADER` for each header that is included in quotes (MARK ") or
# angles (MARK <).
includes()
{
    includes_mark=$1
    shift
    awk -v mark="$includes_mark" '
        /^[ \t]*#[ \t]*include/ && split($0, part, mark == "<" ? "[<>]" : "\"") >= 3 {
            split(FILENAME, folder, "/")
            print FILENAME, folder[2], part[2]
        }' "$@"
}

# shellcheck disable=SC2086 # words
includes_wrong=$(includes '"' $sources | awk -v layers="$layers" '
    BEGIN {
        while ((getline line < layers) > 0)
            if (line ~ /^room /) {
                n = split(line, word, /[ :]+/)
                for (i = 3; i <= n; i++)
                    if (word[i] != "")
                        may[word[2], word[i]] = 1
            }
    }
    $3 ~ /^ridgeline(-map)?\.h$/ { next }
    $3 ~ /\.\./ { print $1 ": \"" $3 "\": names its room, not the way there"; next }
    {
        target = $3
        if (!sub(/\/.*/, "", target))
            target = $2
        if (target != $2 && !(($2, target) in may))
            print $1 ": \"" $3 "\": " $2 " may not include " target
        used[$2, target] = 1
    }
    END {
        for (arrow in may)
            if (!(arrow in used)) {
                split(arrow, end, SUBSEP)
                print layers ": room " end[1] ": " end[2] ": no file includes it"
            }
    }')
check 'rooms include the rooms that src/LAYERS lists, and no others' "$includes_wrong"

# The rows of a table know nothing of it: only what walks the table may include a header of it.
# shellcheck disable=SC2086 # words
tables_included=$(includes '"' $sources | awk '
    $3 ~ /_table\.c$/ { print $1 ": \"" $3 "\": no file includes a table" }
    $3 ~ /_table\.h$/ {
        self = $1
        sub(/^src\//, "", self)
        sub(/\.c$/, ".h", self)
        if (self != $3)
            users[$3] = users[$3] " " $1
    }
    END {
        for (header in users)
            if (split(users[header], file, " ") > 1)
                print header ": is for one file beside its table, not for" users[header]
    }')
check 'no file includes a table of rows' "$tables_included"
# The program sees scenes as any caller does.
scene_seen=$(grep -rl 'base/scene\.h' src/cli
    find "$build/obj/cli" -name '*.d' -exec grep -l 'base/scene\.h' {} +)
check 'the program does not include base/scene.h, nor a header that does' "$scene_seen"

files_gone=$(sed -n -e 's/^header [^:]*: *//p' -e 's/^import [^:]*: *//p' "$layers" | tr ' ' '\n' | grep '/' | sort -u |
    while read -r file; do [ -f "src/$file" ] || echo "$layers: $file: no such file"; done)
check 'src/LAYERS names files that exist' "$files_gone"

# shellcheck disable=SC2086 # words
headers_wrong=$(includes '<' $sources | awk -v layers="$layers" '
    BEGIN {
        while ((getline line < layers) > 0)
            if (line ~ /^header /) {
                split(line, half, /:/)
                n = split(half[1], name, / +/)
                m = split(half[2], who, / +/)
                for (i = 2; i <= n; i++) {
                    known[name[i]] = 1
                    for (j = 1; j <= m; j++)
                        may[name[i], who[j]] = 1
                }
            }
    }
    { sub("^src/", "", $1) }
    ($3, $1) in may || ($3, $2) in may { next }
    $2 != "cli" && ($3, "library") in may { next }
    $2 == "cli" && !($3 in known) { next }
    { print "src/" $1 ": <" $3 ">: is not for this file" }')
check 'headers of other libraries are included by their files only' "$headers_wrong"

# Values by name that are read: `scene_real(scene, "deck.of")`; `.amount` may be a field, too.
# shellcheck disable=SC2086 # words
values_gone=$(cat $sources | tr -s ' \n' ' ' |
    grep -oE '(scene_(real|int|value|slot)\([^";]*, |\.(amount|chosen_by) = )"[a-z_.]+"' |
    sed 's/^\.amount = \(.*\)$/_KEY(\1,/; t
        s/.*\(".*"\)$/\1, BY_NAME/' | sort -u | while read -r row; do
    grep -rqF "$row" src/layers || echo "$row: is the key of no layer kind"
done)
check 'values by name are keys of layer kinds' "$values_gone"

strange_bytes=$(find src include tests Makefile .ci \( -name '*.[ch]' -o -name '*.sh' -o -name '*.in' \
    -o -name LAYERS -o -name Makefile -o -name run \) -exec grep -n '[^ -~	]' {} + | cut -c 1-100)
check 'source is plain ASCII' "$strange_bytes"

tabs=$(find src include tests -name '*.[ch]' -exec grep -n '	\|[ ]$' {} + | cut -c 1-100)
check 'C files have no tab and no space at a line end' "$tabs"

# printf's floating numbers follow the locale; base/text.h writes them without.
floats=$(find src -name '*.[ch]' ! -path 'src/cli/*' \
    -exec grep -n '"[^"]*%[-+ #0-9.*]*[aefgAEFG][^"]*"' {} + | grep -v '%%[aefgAEFG]' | cut -c 1-100)
check 'the library formats no floating number with printf' "$floats"

# The other half of binding.c, which no compiler checks.
halves=$({
    sed -n 's/.*EXPORT(\([a-z_]*\)).*/\1 exported/p' packaging/npm/binding.c
    grep -oE '\b(exports|core|e)\.[a-z][a-z_]*' packaging/npm/index.js | sed 's/.*\.\(.*\)/\1 called/'
} | sort -u | awk '
    $1 == "name" || $1 == "memory" { next } # the macro itself; what each module has
    { seen[$1] = seen[$1] $2 }
    END {
        for (name in seen)
            if (seen[name] != "calledexported")
                print "packaging/npm: " name ": is " seen[name] " alone"
    }')
check 'index.js calls each function that binding.c exports, and no other' "$halves"

top_strange=$(find . -mindepth 1 -maxdepth 1 | sed 's|^\./||' | sort | while read -r entry; do
    case $entry in
    Makefile | README.md | LICENSE | CHANGELOG.md) ;;
    include | src | palettes | data | tests | samples | docs | packaging | web) ;;
    .git | .ci | .gitignore | .gitattributes | .clang-format) ;;
    *) grep -qx "/$entry/\{0,1\}" .gitignore || echo "$entry: does not belong to the top folder" ;;
    esac
done)
check 'top folder has no other entries' "$top_strange"

# Each public header compiles alone, without any other header before it.
for header in include/*.h; do
    alone=$(printf '#include "%s"\nint main(void) { return 0; }\n' "${header#include/}" |
        ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude -xc -fsyntax-only - 2>&1)
    check "${header#include/} compiles alone" "$alone"
done

# ---- objects of the library -------------------------------------------------

# An object without its source is left over from an older build.
all_objects=$(find "$build/obj" -name '*.o' ! -path "$build/obj/tests/*" | sort |
    while read -r object; do
        source=${object#"$build"/obj/}
        source=${source%.o}
        if [ -f "src/$source.c" ] || [ -f "src/${source%_*}_kernel.c" ] || [ -f "$build/$source.c" ]; then
            echo "$object"
        fi
    done)
objects=$(echo "$all_objects" | grep -v "^$build/obj/cli/")
check 'the library is built' "$([ -n "$objects" ] || echo "$build/obj: holds no objects")"

# Constant tables with pointers (.data.rel.ro) are read-only once loaded.
# shellcheck disable=SC2086 # words
writable=$(size -A $objects | awk -v build="$build/obj/" '
    / :$/ { object = substr($1, length(build) + 1) }
    $1 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
        print object ": " $2 " bytes in " $1 ": the library has no writable globals" }')
check 'the library has no writable globals' "$writable"

# Symbols that no object of the library defines come from outside.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
# symbols FILE...: `FILE NAME KIND ...` for each symbol of objects, FILE as below obj/.
symbols()
{
    nm -P -g -A "$@" | sed "s|^$build/obj/\([^ ]*\): |\1 |"
}
# shellcheck disable=SC2086 # words
symbols $all_objects >"$scratch/all"
grep -v '^cli/' "$scratch/all" >"$scratch/symbols"
awk '$3 != "U" && $3 != "w" && $3 != "v" { print $2 }' "$scratch/symbols" | sort -u >"$scratch/own"

imports_wrong=$(awk -v layers="$layers" -v own="$scratch/own" '
    BEGIN {
        while ((getline line < own) > 0)
            inside[line] = 1
        while ((getline line < layers) > 0)
            if (line ~ /^import /) {
                split(line, half, /:/)
                n = split(half[1], name, / +/)
                m = split(half[2], who, / +/)
                for (i = 2; i <= n; i++)
                    for (j = 1; j <= m; j++)
                        if (who[j] != "")
                            may[name[i], who[j]] = 1
            }
    }
    ($3 == "U" || $3 == "w") && !($2 in inside) {
        symbol = $2
        if (sub(/_chk$/, "", symbol))
            sub(/^__/, "", symbol)
        file = $1
        sub(/o$/, "c", file)
        room = file
        sub(/\/.*/, "", room)
        family = symbol
        sub(/_.*/, "_*", family)
        if ((symbol, file) in may || (symbol, room) in may || (symbol, "library") in may)
            next
        if ((family, file) in may)
            next
        print "src/" file ": " symbol "(): is not for this file"
    }' "$scratch/symbols" | sort -u)
check 'the library calls only what src/LAYERS allows' "$imports_wrong"

# The program may call what it likes but for the names that src/LAYERS denies it.
denied=$(grep '^cli/' "$scratch/all" | awk -v layers="$layers" '
    BEGIN {
        while ((getline line < layers) > 0)
            if (line ~ /^deny /) {
                n = split(line, name, / +/)
                for (i = 2; i <= n; i++)
                    no[name[i]] = 1
            }
    }
    $3 == "U" || $3 == "w" {
        symbol = $2
        sub(/^__isoc(99|23)_/, "", symbol)
        if (sub(/_chk$/, "", symbol))
            sub(/^__/, "", symbol)
        sub(/o$/, "c", $1)
        if (symbol in no)
            print "src/" $1 ": " symbol "(): is for no file"
    }' | sort -u)
check 'the program calls nothing that src/LAYERS denies' "$denied"

# Calls between rooms and within them, also those by the public headers, which all may include.
cat include/*.h | tr '\n' ' ' | sed 's/RL_API/\
RL_API/g' | sed -n 's/^RL_API[^(]*[ *]\(rl_[a-z0-9_]*\)(.*/\1/p' | sort >"$scratch/promised"
find src -name '*.c' >"$scratch/sources"
awk -v layers="$layers" -v sources="$scratch/sources" -v public="$scratch/promised" \
    -f tests/fast/calls.awk "$scratch/all" | sort >"$scratch/calls"
check 'rooms call the rooms and the hooks that src/LAYERS lists' "$(sed -n 's/^rooms //p' "$scratch/calls")"
check 'no files of a room call each other in a circle' "$(sed -n 's/^circles //p' "$scratch/calls")"

# What leaves no symbol behind.
forbidden=$(find src -name '*.[ch]' -exec grep -n \
    '[^a-z_]alloca *(\|[^a-z_]asm *(\|# *pragma  *STDC\|[^a-z_]goto  *\*\|[^a-z_]\(gets\|strcpy\|strcat\|sprintf\|vsprintf\) *(' \
    {} + | cut -c 1-100)
check 'no alloca, no assembler, no copy without a size' "$forbidden"

# ---- the shared library -----------------------------------------------------

shared=$build/libridgeline.so
nm -D -P --defined-only "$shared" | awk '{ print $1 }' | sort >"$scratch/exported"
check 'only rl_ names are exported' "$(grep -v '^rl_' "$scratch/exported")"

missing=$(comm -13 "$scratch/exported" "$scratch/promised" | sed 's/$/: is in a public header only/')
extra=$(comm -23 "$scratch/exported" "$scratch/promised" | sed 's/$/: is in no public header/')
check 'the exported names are those of the public headers' "$missing$extra"

soname=$(readelf -d "$shared" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
check 'the shared library has its SONAME' \
    "$([ "$soname" = libridgeline.so.1 ] || echo "SONAME '$soname': is libridgeline.so.1")"

needed=$(readelf -d "$shared" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    grep -Ev '^(libpng16|libz|libc|ld-linux[a-z0-9_-]*|libpthread)\.so')
check 'the shared library needs libc, libpng and zlib alone' "$needed"

for binary in "$build/ridgeline" "$shared"; do
    loose=$({
        readelf -dW "$binary" | grep -q 'BIND_NOW' || echo "$binary: is bound lazily"
        readelf -lW "$binary" | grep -q 'GNU_RELRO' || echo "$binary: has no RELRO"
        readelf -lW "$binary" | grep 'GNU_STACK' | grep -q 'RW ' || echo "$binary: has an executable stack"
        readelf -hW "$binary" | grep -q 'Type:.*DYN' || echo "$binary: is not position independent"
        readelf -dW "$binary" | grep -q 'TEXTREL' && echo "$binary: has text relocations"
    } 2>&1)
    check "${binary##*/} is hardened" "$loose"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
