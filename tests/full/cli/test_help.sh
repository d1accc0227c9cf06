# What the program says about itself, and that the option table, the help, the
# manual and the completions are one list seen four ways.
. "$ROOT/tests/full/cli/common.sh"

# A bare call.
"$R" >"$T/out" 2>"$T/err" </dev/null
check 'a bare call exits 64' test $? -eq 64
check 'a bare call names all commands' test "$(grep -c ' ridgeline' "$T/err")" -ge 10
check 'a bare call writes the commands to standard error' test ! -s "$T/out"
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
    good "--help $command" --help $command
    check "--help $command is $command --help" cmp "$T/out" "$T/help.$command"
    # shellcheck disable=SC2086
    good "help $command" help $command
    check "help $command is --help" cmp "$T/out" "$T/help.$command"
done
check 'render is the default' cmp "$T/help." "$T/help.render"
good 'help wins over the rest' classic -s 9x9 --help
check 'help paints nothing' grep -q '^Examples:' "$T/out"

good version -V
check '--version has the program in line 1' test "$(sed -n 1p "$T/out")" = 'ridgeline 0.3.0'
check '--version has the algorithm in line 2' test "$(sed -n 2p "$T/out")" = 'algorithm 3'
check '--version has the libraries in line 3' grep -q '^libpng [0-9.]*, zlib [0-9.]*, .*libtiff.*$' "$T/out"

# A library that the build found and that is not here: a file that is none takes its place.
if ! is_sanitized && grep -q 'libwebp [0-9]' "$T/out" && [ "$(uname)" = Linux ]; then
    mkdir bare
    echo none >bare/libwebp.so.7
    LD_LIBRARY_PATH=$PWD/bare "$R" --version >bare/version
    check '--version names the file of a library that is not here' grep -q ', no libwebp\.so\.7,' bare/version
    check '--version names those that are here' grep -q 'libpng [0-9.]*, zlib' bare/version
    LD_LIBRARY_PATH=$PWD/bare "$R" --seed 1 -s 8x8 -o bare/x.webp 2>bare/said
    check 'a library that is not here is named with its package' grep -q \
        'webp: there is no libwebp.so.7 here: install the package of your system that has it (its name begins with libwebp)' \
        bare/said
    rm -r bare
fi
good 'version again' -V
check '--version has the licence in line 4' grep -q License "$T/out"

check 'a long list of formats continues on the next line' grep -q '^ *geotiff|obj|stl|scene|svg$' "$T/help.map"

# The manual's list of options is that of the help pages.
sed -n -e 's/^  -[a-zA-Z], \(--[a-z-]*\).*/\1/p' -e 's/^      \(--[a-z-]*\).*/\1/p' "$T"/help.?* | sort -u >"$T/help.long"
good 'options of the manual' help --man=options
sed -n 's/^\.It .*Fl \\-\([a-z-]*\).*/--\1/p' "$T/out" | sort -u >"$T/man.long"
check 'the manual has the options of the help' diff "$T/help.long" "$T/man.long"
# Each option of each help page has the whole argument and text that the manual has: no line is cut.
# The manual's entry is `.It Fl o , Fl \-output Ar FILE`, then the text, what it needs or excludes,
# and commands.
sed -e 's/\\-/-/g' -e 's/\\e/\\/g' "$T/out" | awk '
    function bare(text) { sub(/; (needs|excludes) --.*$/, "", text); sub(/ \([a-z, ]+\)$/, "", text); return text }
    /^\.It/ {
        sub(/^.*Fl -/, ""); sub(/ Ns Oo = Ns Ar /, "[="); sub(/ Oc$/, "]"); sub(/ (Ar|Cm) /, " ")
        gsub(/ \| /, "|"); name = $0; getline; print name " : " bare($0)
    }' | sort -u >"$T/man.whole"
for command in render sheet map layers animate wallpaper bot palette info; do
    awk '
        function bare(text) { sub(/ \([a-z, ]+\)$/, "", text); return text }
        function put() { if (name != "") print name " : " bare(text); name = text = "" }
        /^  (-.,|   ) --/ {
            put()
            name = substr($0, 9)
            if (length($0) > 28 && match(substr($0, 1, 28), / +$/)) {
                text = substr($0, 29); name = substr($0, 9, 20)
            }
            sub(/ +$/, "", name)
            next
        }
        /^ / && name != "" && text == "" {
            line = $0; sub(/^ +/, "", line)
            if (name ~ /\|$/) name = name line; else text = line
            next
        }
        { put() }
        END { put() }' "$T/help.$command" | sort -u >"$T/whole"
    check "no line of the help of $command is cut" test -z "$(comm -23 "$T/whole" "$T/man.whole")" -a -s "$T/whole"
done
check 'there are many of them' test "$(wc -l <"$T/man.long")" -ge 90
check 'the manual has each named size' test "$(sed -n '/^\.Ql phone-qhd$/{n;p;}' "$T/out")" = '1440x3120,'
check '... also the last one' test "$(sed -n '/^\.Ql thumb$/{n;p;}' "$T/out")" = 440x247.

# Keys of scenes, for people and for the manual.
good 'keys' help keys
grep -c '^[a-z]' "$T/out" >"$T/count"
check 'help keys lists 150 keys or more' test "$(cat "$T/count")" -ge 150
good 'keys of the manual' help --man=keys
check 'manual has as many keys as the help' test "$(grep -c '^\.It' "$T/out")" -eq "$(cat "$T/count")"
bad 'an unknown part of the manual' 64 'must be synopsis|options|keys' help --man=x

# Names that come from the library: the help lists them, once each, in parts that
# the completions can find.
part()
{
    sed -n "/^$1:/,/^\$/ { /^ /p; }" "$T/help.render" | tr -s ' ' '\n' | sed '/^$/d' | sort
}
moods=$(ls "$ROOT/data/moods" | sed 's/\.ini$//' | sort)
check 'mood list was read' test "$(echo "$moods" | wc -l)" -ge 5
check 'help lists the moods' test "$(part Moods)" = "$moods"
run --style '?' -f hash
styles=$(sed -n 's/.*must be \(.*\) or auto$/\1/p' "$T/err" | tr -s ', ' '\n' | sort)
check 'help lists the worlds' test -n "$styles" -a "$(part Worlds)" = "$styles"

for option in -m -w --composition; do
    good "$option help" $option help
    check "$option help has a line for each name" \
        awk 'NF < 3 || $0 !~ /^[a-z0-9-]+ +[a-z]/ { bad = 1 } END { exit bad || NR < 7 }' "$T/out"
done
check 'the help lists the compositions' test "$(part Compositions)" = "$(cut -d ' ' -f 1 "$T/out" | sort)"

# The manuals are clean where mandoc can tell.
if command -v mandoc >/dev/null; then
    for page in "$ROOT"/docs/*.[15].in; do
        manual=$T/$(basename "$page" .in) # mandoc compares the ending with the section
        awk -v program="$R" '/^@[a-z]*@$/ { gsub("@", ""); part = program " help --man=" $0
            while ((part | getline line) > 0) print line; close(part); next } { print }' \
            "$page" >"$manual"
        check "mandoc likes $(basename "$page")" mandoc -T lint -W warning "$manual"
    done
fi

# Every built-in scene is listed.
for scene in "$ROOT"/samples/scenes/*.ini; do
    name=$(basename "$scene" .ini)
    check "help lists $name" grep -q "^  .*$name" "$T/help.render"
done
