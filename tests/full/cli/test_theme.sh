# Themes for terminals and desktops: that all text can be read, that each file has the same colours,
# and the command that runs at the end.
. "$ROOT/tests/full/cli/common.sh"

# readable NAME COUNT FOLDER... - the files of so many themes: contrast, hues, distances.
readable()
{
    readable_name=$1 readable_count=$2
    shift 2
    for folder; do
        set -- "$@" "$folder"/kitty-*.conf "$folder"/base16-*.yaml "$folder"/gtk-*.css
        shift
    done
    awk -f "$ROOT/tests/support/theme.awk" "$@" >faults
    check "$readable_name" grep -q "^$readable_count files," faults
    check "$readable_name: text and hues" test "$(wc -l <faults)" -eq 1
    [ "$(wc -l <faults)" -eq 1 ] || head -5 faults | sed 's/^/    /'
}

# sixteen FILE - its colours 0 to 15, in their order.
sixteen()
{
    grep -i 'color[0-9]\|^\(black\|red\|green\|yellow\|blue\|magenta\|cyan\|white\) \|^\(regular\|bright\)[0-7]' "$1" |
        grep -v cursor | grep -o '[0-9a-f]\{6\}'
}

# ---- the files -----------------------------------------------------------------

run wallpaper --seed 6 --theme t
check 'theme alone succeeds' test "$code" -eq 0
check 'theme has files for seven programs, light and dark' test "$(ls t | tr '\n' ' ')" = \
    "alacritty-dark.toml alacritty-light.toml base16-dark.yaml base16-light.yaml foot-dark.ini \
foot-light.ini gtk-dark.css gtk-light.css kitty-dark.conf kitty-light.conf pywal-dark.json \
pywal-light.json terminal-dark.Xresources terminal-light.Xresources "
check 'theme alone has no picture' test "$(cat "$T/out")" = "# 14 files of a theme, light and dark, in $PWD/t/"
for variant in dark light; do
    sixteen t/kitty-$variant.conf >wish
    check "$variant theme has sixteen colours" test "$(sort -u wish | wc -l)" -eq 16
    for file in alacritty-$variant.toml foot-$variant.ini terminal-$variant.Xresources pywal-$variant.json; do
        sixteen t/$file >found
        check "$file has the colours of the theme" cmp wish found
    done
    check "$variant theme has no template field left" \
        fails grep -q '{[a-z_]*}' t/base16-$variant.yaml t/kitty-$variant.conf \
        t/alacritty-$variant.toml t/foot-$variant.ini t/terminal-$variant.Xresources t/gtk-$variant.css
    check "$variant theme without pictures names none for pywal" \
        grep -q '"wallpaper": "None"' t/pywal-$variant.json
done

good 'a palette is read from it' palette convert t/base16-dark.yaml -f hex
good 'palette from the colours of pywal' palette show t/pywal-light.json
good 'theme with pictures' wallpaper --seed 6 -s 64x36 --name n --dark -o w --theme t2
check 'theme names the dark picture for pywal' \
    grep -q "\"wallpaper\": \"$PWD/w/n-64x36-d.png\"" t2/pywal-dark.json
check 'theme names the light picture for pywal' \
    grep -q "\"wallpaper\": \"$PWD/w/n-64x36-l.png\"" t2/pywal-light.json
"$R" wallpaper w/n-64x36-d.png --theme t3 -q
check 'dark half decides the dark theme' cmp t2/kitty-dark.conf t3/kitty-dark.conf
check 'dark half alone changes the light theme' fails cmp -s t2/kitty-light.conf t3/kitty-light.conf
"$R" wallpaper --seed 6 --timed 4 -s 16x9 --name n -o w --theme t4 -q
check 'theme of a day has midnight for the dark one' grep -q '/w/n-16x9-0000.png"' t4/pywal-dark.json
check 'theme of a day has noon for the light one' grep -q '/w/n-16x9-1200.png"' t4/pywal-light.json
for hour in 12:00 0:00; do
    "$R" wallpaper "w/n-16x9-$(printf %s "$hour" | sed 's/://; s/^\(...\)$/0\1/').png" --theme t5 -q
    variant=dark
    [ $hour = 0:00 ] || variant=light
    check "theme of a day: $hour is the $variant one" cmp t4/kitty-$variant.conf t5/kitty-$variant.conf
done
run wallpaper --seed 6 --theme new/t --dry-run
check '--theme --dry-run makes nothing' test "$code" -eq 0 -a ! -e new
run wallpaper --seed 6 --theme made/here/t
check '--theme makes missing folders' test "$code" -eq 0 -a -s made/here/t/gtk-dark.css
mkdir -p taken/n-9x9.png
: >file
bad 'after a failure new ones are gone' 73 'n-9x9.png' wallpaper --seed 7 -s 9x9 --name n -o taken --theme gone/here/t
bad 'a file above it' 73 '--theme file: is no folder' wallpaper --seed 6 --theme file/t
bad 'an empty one' 64 '--theme: empty' wallpaper --seed 6 --theme ''
bad 'sizes need a folder' 64 'add -o DIR' wallpaper --seed 6 --theme t -s 4k

# ---- text -------------------------------------------------------------------------

for mood in $("$R" -m help | awk '{ print $1 }'); do
    "$R" wallpaper -q --seed 6 -m "$mood" --theme "s-$mood"
done
for seed in $(seq 1 48); do
    "$R" wallpaper -q --seed "$seed" --theme "s$seed"
done
readable 'each mood and 48 seeds' $((6 * (48 + $("$R" -m help | wc -l)))) s?*
n=0
for colours in '#808080,#808080' '#000000,#ffffff' '#00ff00,#ff00ff' '#ffff00,#0000ff,#ff0000' '#010101,#020202,#030303'; do
    n=$((n + 1))
    "$R" wallpaper -q --seed 1 -p "$colours" --theme "p$n"
done
"$R" wallpaper -q classic --theme p6
readable 'grey and loud palettes' 36 p?

# ---- a command at the end ----------------------------------------------------------

mkdir bin
cat >bin/feh <<'EOF'
#!/bin/sh
echo "feh $*" >>"$LOG"
EOF
cat >bin/after <<'EOF'
#!/bin/sh
echo "after $#: $1|$2|$RIDGELINE_PICTURE|$RIDGELINE_PICTURE_DARK|$RIDGELINE_THEME|$RIDGELINE_SEED" >>"$LOG"
[ "$1" != fail ] || { echo 'no such luck' >&2; exit 3; }
[ "$1" != much ] || { echo >&2; command -p sleep 1; printf '%4096s' '' >&2; exit 3; }
EOF
chmod +x bin/*
LOG=$PWD/log RIDGELINE_PICTURE_DARK=old
export LOG RIDGELINE_PICTURE_DARK

# on ARG... - runs `wallpaper` where feh shows pictures.
on()
{
    : >log
    DISPLAY=:0 PATH="$PWD/bin" "$R" wallpaper classic --seed 7 -s 64x36 --name n "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
}
on --set -o w --theme t2 --run "after 'a b' \$HOME;x"
check '--run succeeds' test "$code" -eq 0
check '--run is run without a shell when the picture is shown' \
    test "$(cat log)" = "feh --bg-fill $PWD/w/n-64x36.png
after 2: a b|\$HOME;x|$PWD/w/n-64x36.png||$PWD/t2|7"
check '--run is printed' \
    grep -q "^env RIDGELINE_PICTURE=$PWD/w/n-64x36.png RIDGELINE_THEME=$PWD/t2 RIDGELINE_SEED=7 after 'a b' '\$HOME;x'\$" "$T/out"
check '--run is printed as lines for a shell' sh -n "$T/out"
rm -rf "$HOME/.config"
on --set -o w --theme "$HOME/.config/ridgeline/theme"
check 'a home without ~/.config: the theme is there' test "$code" -eq 0 -a -s "$HOME/.config/ridgeline/theme/kitty-dark.conf"
check 'a home without ~/.config: the wallpaper is shown' grep -q '^feh' log
on --dark -o w --run after
check '--run without --set has both halves' test "$(cat log)" = \
    "after 0: ||$PWD/w/n-64x36-l.png|$PWD/w/n-64x36-d.png||7"
on --set -o w --dry-run --run after
check '--dry-run with --run runs nothing' test "$code" -eq 0 -a ! -s log
check '--dry-run with --run says what it would run' grep -q '^env RIDGELINE_PICTURE=.* after$' "$T/out"
on --set -o w --run 'after fail'
check 'failing --run ends with 69 and one line' test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1
check 'failing --run is named with its reason' \
    grep -q "^ridgeline: --run: after fail: exit code 3: no such luck\$" "$T/err"
check 'failing --run leaves the wallpaper shown' grep -q '^feh' log
on -o w --run 'after much'
check 'failing --run of long errors is one short line' test "$code" -eq 69 -a \
    "$(cat "$T/err")" = 'ridgeline: --run: after much: exit code 3'
on --set -o w --run missing
check 'missing program of --run is named' \
    test "$code" -eq 69 -a "$(cat "$T/err")" = 'ridgeline: --run: missing: no such program'
on -o w --run ' '
check 'empty --run is refused' test "$code" -eq 64
cat >bin/systemctl <<'EOF'
#!/bin/sh
EOF
chmod +x bin/systemctl
on --daily --dry-run -o w --theme t2 --run 'after x'
check 'timer has --theme and --run' grep -q '^ExecStart=.*"--theme=t2" "--run=after x"' "$T/out"
for folder in - t.png; do
    "$R" wallpaper --theme $folder 2>"$T/err"
    check "--theme $folder is named as it was typed" grep -q "^ridgeline: --theme $folder: .*must be a folder" "$T/err"
done
