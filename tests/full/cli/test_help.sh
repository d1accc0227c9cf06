# What the program says about itself, and that the option table, the help, the
# manual and the completions are one list seen four ways.
. "$ROOT/tests/full/cli/common.sh"

# A bare call.
"$R" >"$T/out" 2>"$T/err" </dev/null
check 'a bare call exits 64' test $? -eq 64
check 'a bare call writes eight lines' test "$(wc -l <"$T/err")" -eq 8
check 'a bare call writes them to standard error' test ! -s "$T/out"
check 'usage fits 80 columns' fails grep -q '.\{81\}' "$T/err"

for command in '' render sheet map layers animate wallpaper bot palette info; do
    # shellcheck disable=SC2086
    good "help of '$command'" $command --help
    check "help of '$command' begins with examples" test "$(head -n 1 "$T/out")" = Examples:
    check "help of '$command' fits 80 columns" fails grep -q '.\{81\}' "$T/out"
    check "help of '$command' has no blank at a line's end" fails grep -q ' $' "$T/out"
    cp "$T/out" "$T/help.$command"
    # shellcheck disable=SC2086
    run $command -h
    check "-h of '$command' is --help" cmp "$T/out" "$T/help.$command"
    # shellcheck disable=SC2086
    good "help $command" help $command
    check "help $command is --help" cmp "$T/out" "$T/help.$command"
done
check 'render is the default' cmp "$T/help." "$T/help.render"
good 'help wins over the rest' classic -s 9x9 --help
check 'help then paints nothing' grep -q '^Examples:' "$T/out"

good version -V
check 'version line 1' test "$(sed -n 1p "$T/out")" = 'ridgeline 0.1.0'
check 'version line 2' test "$(sed -n 2p "$T/out")" = 'algorithm 1'
check 'version line 3' grep -q '^libpng [0-9.]*, zlib [0-9.]*$' "$T/out"
check 'version line 4' grep -q License "$T/out"

# The names of the table: one line a row, {'o', "output", ...
table=$ROOT/src/cli/options.c
sed -n "s/^    {['0a-zA-Z]*, \"\([a-z-]*\)\", .*/--\1/p" "$table" | sort -u >"$T/table.long"
sed -n "s/^    {'\([a-zA-Z]\)', \"[a-z-]*\", .*/-\1/p" "$table" | sort -u >"$T/table.short"
check 'the table was read' test "$(wc -l <"$T/table.long")" -ge 20
check 'its letters were read' test "$(wc -l <"$T/table.short")" -ge 6

# compare NAME KIND FILE - the words of FILE are the table's.
compare()
{
    sort -u "$3" >"$T/sorted"
    if diff "$T/table.$2" "$T/sorted" >"$T/diff"; then
        ok "$1: $2 options are the table's"
    else
        not_ok "$1: $2 options are the table's" "$(cat "$T/diff")"
    fi
}

cat "$T/help.render" "$T/help.sheet" "$T/help.map" "$T/help.layers" "$T/help.animate" "$T/help.wallpaper" "$T/help.bot" "$T/help.palette" "$T/help.info" | sed -n '/^  ...*--/p' |
    grep -v '^  ridgeline' >"$T/help.options"
sed 's/.*\(--[a-z-]*\).*/\1/' "$T/help.options" >"$T/words"
compare help long "$T/words"
sed -n 's/^  \(-[a-zA-Z]\),.*/\1/p' "$T/help.options" >"$T/words"
compare help short "$T/words"

# The manual, inside its list of options.
sed -n '/^\.Sh OPTIONS/,/^\.Sh FORMATS/{
/^\.It Fl/p
}' "$ROOT/docs/ridgeline.1" >"$T/man"
sed -n 's/.*Fl \(-[a-z-]*\).*/-\1/p' "$T/man" >"$T/words"
compare man long "$T/words"
sed -n 's/^\.It Fl \([a-zA-Z]\) .*/-\1/p' "$T/man" >"$T/words"
compare man short "$T/words"

docs=$ROOT/docs/completions
sed -n '/^_ridgeline_options_of/,/^}/p' "$docs/ridgeline.bash" | tr -s " ';)" '\n' >"$T/bash"
grep '^--[a-z]' "$T/bash" >"$T/words"
compare bash long "$T/words"
grep '^-[a-zA-Z]$' "$T/bash" >"$T/words"
compare bash short "$T/words"

tr -s " '{},()*[:" '\n' <"$docs/_ridgeline" >"$T/zsh"
grep '^--[a-z]' "$T/zsh" >"$T/words"
compare zsh long "$T/words"
grep '^-[a-zA-Z]$' "$T/zsh" | grep -v '^-[sSagnt]$' >"$T/words"
# -s is an option of ours and of zsh's _arguments; it counts where it has braces.
grep -q '{-s,--size}' "$docs/_ridgeline" && printf '%s\n' -s >>"$T/words"
compare zsh short "$T/words"

grep '^complete' "$docs/ridgeline.fish" >"$T/fish"
sed -n 's/.* -l \([a-z-]*\).*/--\1/p' "$T/fish" >"$T/words"
compare fish long "$T/words"
sed -n 's/.* -s \([a-zA-Z]\) .*/-\1/p' "$T/fish" >"$T/words"
compare fish short "$T/words"

# The values of the options that have a list of them.
sed -n 's/^    {.*"\([a-z0-9]*|[a-z0-9|]*\)".*/\1/p' "$table" | grep -v '^row|' |
    sort -u >"$T/choices"
sed -n 's/^    {.*"\(row|[a-z0-9|]*\)".*/\1/p' "$table" >>"$T/choices"
check 'the choices were read' test "$(wc -l <"$T/choices")" -ge 7
while read -r choices; do
    words=$(echo "$choices" | tr '|' ' ')
    for file in "$docs/ridgeline.bash" "$docs/_ridgeline" "$docs/ridgeline.fish"; do
        check "$(basename "$file") offers $words" grep -q "[('\"]${words}[)'\"]" "$file"
    done
    for word in $words; do
        check "the manual has $word" grep -q "\(Cm\|Ql\).* $word\( \|\$\)" "$ROOT/docs/ridgeline.1"
    done
done <"$T/choices"

# The named sizes.
sizes=$(sed -n '/^} named\[\]/,/^};/p' "$ROOT/src/cli/common/geometry.c" |
    tr '{' '\n' | sed -n 's/^"\([a-z0-9-]*\)", *\([0-9]*\), *\([0-9]*\)}.*/\1 \2x\3/p')
check 'the sizes were read' test "$(echo "$sizes" | wc -l)" -ge 20
echo "$sizes" | while read -r name size; do
    check "the manual has $name $size" grep -A 1 "^\.Ql $name" "$ROOT/docs/ridgeline.1"
    grep -A 1 "^\.Ql $name\$" "$ROOT/docs/ridgeline.1" | grep -q "^$size" ||
        grep -A 1 "^\.Ql $name\$" "$ROOT/docs/ridgeline.1" | grep -q "$size" ||
        not_ok "the manual has $size for $name"
    for file in ridgeline.bash _ridgeline ridgeline.fish; do
        check "$file offers $name" grep -qw -e "$name" "$docs/$file"
    done
done

# The keys of the scene, both ways.
sed -n 's/^    [A-Z]*("\([a-z_]*\)\.\(N\.\)\{0,1\}\([A-Za-z0-9_]*\)".*/\1 \3/p' \
    "$ROOT/src/scene/key_table.c" | sort >"$T/keys"
sed -n '/^\.Sh KEYS/,/^\.Sh HEIGHTS/p' "$ROOT/docs/ridgeline-scene.5" |
    sed -n 's/^\.Ss Sections* \([a-z]*\).*/section \1/p;s/^\.It Cm \([A-Za-z0-9_]*\).*/\1/p' |
    awk '$1 == "section" { section = $2; next } { print section, $1 }' | sort >"$T/page"
check 'the keys were read' test "$(wc -l <"$T/keys")" -ge 50
check 'the manual has the keys of the scene' diff "$T/keys" "$T/page"

# Names that come from the library: the help lists them, once each, in parts that
# the completions can find.
part()
{
    sed -n "/^$1:/,/^\$/ { /^ /p; }" "$T/help.render" | tr -s ' ' '\n' | sed '/^$/d' | sort
}
moods=$(sed -n 's/^    {"\([a-z-]*\)", .*/\1/p' "$ROOT/src/scene/mood.c" | sort)
check 'the moods were read' test "$(echo "$moods" | wc -l)" -ge 5
check 'help lists the moods' test "$(part Moods)" = "$moods"
run --style '?' -f hash
styles=$(sed -n 's/.*must be \(.*\) or auto$/\1/p' "$T/err" | tr -s ', ' '\n' | sort)
check 'help lists the styles' test -n "$styles" -a "$(part Styles)" = "$styles"
for style in $styles; do
    check "the manual has the style $style" \
        grep -qw "Ql $style" "$ROOT/docs/ridgeline.1"
done

# The manuals are clean where mandoc can tell.
if command -v mandoc >/dev/null; then
    for page in "$ROOT"/docs/*.[15]; do
        check "mandoc likes $(basename "$page")" mandoc -T lint -W warning "$page"
    done
fi

# Every built-in scene is listed.
for scene in "$ROOT"/samples/scenes/*.ini; do
    name=$(basename "$scene" .ini)
    check "help lists $name" grep -q "^  .*$name" "$T/help.render"
done
