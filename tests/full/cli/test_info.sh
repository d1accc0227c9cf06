# info, and the influence of the locale, which is none.
. "$ROOT/tests/full/cli/common.sh"

run classic --seed 18446744073709551615 -o c.png
good info info c.png
check 'info prints the size' grep -qx '# size: 1000x500, 8 bits' "$T/out"
check 'info prints the software' grep -qx '# software: ridgeline 0.3.0' "$T/out"
check 'info prints the title' grep -qx '# title: classic' "$T/out"
check 'info prints the seed' grep -qx 'seed = 18446744073709551615' "$T/out"
good 'info as json' info --json c.png
sed -n 's/^  "\([a-z]*\)": .*/\1/p' "$T/out" >keys
check 'info --json has its keys sorted' test "$(tr '\n' ' ' <keys)" = \
    'algorithm bits description height palette scene seed software title width '
check 'info --json has the seed as a string' grep -q '^  "seed": "18446744073709551615",$' "$T/out"
check 'info --json has the width as a number' grep -q '^  "width": 1000$' "$T/out"
check 'info --json has the scene as a text' grep -q '^  "scene": "\[ridgeline\]\\nscene = 2\\n' "$T/out"
run classic --seed 1 --metadata none -o n.png
good 'info of a foreign PNG' info n.png
check 'info of a foreign PNG says there is no recipe' grep -qx '# recipe: none' "$T/out"
good 'info --json of a foreign PNG' info --json n.png
check 'info --json of a foreign PNG has scene null' grep -q '^  "scene": null,$' "$T/out"
check 'info --json of a foreign PNG has seed null' grep -q '^  "seed": null,$' "$T/out"
run -s 8x8 --depth 16 --seed 1 -o d.png
run info d.png
check 'info prints 16 bits' grep -qx '# size: 8x8, 16 bits' "$T/out"

# What a picture says is escaped.
run classic --seed 1 --title "$(printf 'a\033[31m\342\200\256b')" -o evil.png
if [ "$code" -eq 0 ]; then
    run info evil.png
    check 'info escapes control characters of a title' is_plain "$T/out"
    run info --json evil.png
    check 'info --json escapes control characters of a title' is_plain "$T/out"
else
    check 'title with escapes is refused' test "$code" -eq 64
fi
head -c 200 c.png >short.png
bad 'a picture cut off' 65 short.png info short.png
bad 'a picture cut off cannot be painted' 65 short.png short.png -o x.png

# Locales: real ones where they can be built, names of them in any case.
if command -v localedef >/dev/null; then
    mkdir locales
    for locale in de_DE tr_TR; do # without what sorts, which takes a second to build
        for part in CTYPE NUMERIC COLLATE MONETARY TIME MESSAGES PAPER NAME ADDRESS TELEPHONE \
            MEASUREMENT IDENTIFICATION; do
            case $locale:$part in *:NUMERIC | tr_TR:CTYPE) from=$locale ;; *) from=POSIX ;; esac
            printf 'LC_%s\ncopy "%s"\nEND LC_%s\n' $part $from $part
        done >$locale.src
        localedef -i ./$locale.src -f UTF-8 locales/$locale.UTF-8 >/dev/null 2>&1
    done
    LOCPATH=$PWD/locales
    export LOCPATH
fi
for format in ppm csv json scene hash; do
    run classic --seed 3 -s 100x50 -f $format --set ridge.1.roughness=0.75
    cp "$T/out" want
    for locale in de_DE.UTF-8 tr_TR.UTF-8 nonsense; do
        LC_ALL=$locale run classic --seed 3 -s 100x50 -f $format --set ridge.1.roughness=0.75
        check "$format is the same under locale $locale" same want "$T/out"
    done
done
LC_ALL=tr_TR.UTF-8 run palette convert dusk
check 'palette file is read under locale tr_TR' grep -q 'sky.zenith' "$T/out"

# A recipe of an older algorithm is made again by the newest, with one line of warning.
printf '[ridgeline]\nalgorithm = 1\nseed = 3\n' >older.ini
printf '[ridgeline]\nalgorithm = 3\nseed = 3\n' >newest.ini
run older.ini -s 64x36 -f hash
cp "$T/out" older.hash
check 'recipe of an older algorithm prints one line' test "$(grep -c . "$T/err")" -eq 1
check 'line about an older algorithm names both' \
    grep -q '^older.ini: made by algorithm 1: .* algorithm 3$' "$T/err"
run newest.ini -s 64x36 -f hash
check 'recipe of the newest algorithm prints nothing' test ! -s "$T/err"
check 'older and newest algorithm give the same pixels' cmp older.hash "$T/out"
run older.ini -s 64x36 -o again.png
"$R" info again.png >again.ini
check 'new recipe has the newest algorithm' grep -qx 'algorithm = 3' again.ini
