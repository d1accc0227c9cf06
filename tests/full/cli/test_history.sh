# The history of wallpapers: --next, --previous, --restore, and what --undo makes of them.  The feh
# that shows pictures is a fake.
. "$ROOT/tests/full/cli/common.sh"

mkdir bin
LOG=$PWD/log
export LOG
cat >bin/feh <<'EOF'
#!/bin/sh
for word; do last=$word; done
[ ! -e "$LOG.fail" ] || exit 3
echo "${last##*/}" >>"$LOG"
printf "#!/bin/sh\nfeh --no-fehbg --bg-fill '%s'\n" "$last" >"$HOME/.fehbg"
EOF
chmod +x bin/feh
H=$HOME/.local/state/ridgeline/history

# on ARG... - runs `wallpaper` where feh shows pictures.
on()
{
    DISPLAY=:0 PATH="$PWD/bin" "$R" wallpaper --threads 1 "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
}

# afresh - nothing was ever set, and the user's own picture is shown.
afresh()
{
    rm -rf "$HOME/.local" w
    printf "#!/bin/sh\nfeh --no-fehbg --bg-fill /mine.png\n" >"$HOME/.fehbg"
    : >log
}

# shows NAME TEXT... - the last run succeeded, and these pictures were shown since the last look.
shows()
{
    shows_name=$1
    shift
    check "$shows_name" test "$code $(tr '\n' ' ' <log)" = "0 $(printf '%s ' "$@")"
    : >log
}

# seed_of FILE, mood_of FILE - of its recipe.
seed_of()
{
    "$R" info "$1" | sed -n 's/^seed = //p' | head -n 1
}
mood_of()
{
    "$R" info "$1" | sed -n 's/^mood = //p' | head -n 1
}

# ---- on and back ---------------------------------------------------------------

afresh
on -s 16x9 --seed 1 -m dusk --set sky.haze=0.2 --set --name 'a b' -o w
shows '--set shows a picture' 'a b-16x9.png'
on --next
second=$(cat log)
check '--next shows a picture of another seed' test "$code" -eq 0 -a "$(seed_of "w/$second")" != 1
check '--next keeps the options of the last set' test "$(mood_of "w/$second")" = dusk -a \
    "$("$R" info "w/$second" | grep -c '^haze = 0.2$')" -eq 1
check '--next names the files by the seed' test "$second" = "next-$(seed_of "w/$second")-16x9.png"
: >log
on --next -q
third=$(cat log)
check '--next with -q prints nothing' test "$code" -eq 0 -a ! -s "$T/out" -a ! -s "$T/err"
check 'a second --next shows a third picture' test "$third" != "$second"
check '--next keeps the files of one set alone' test "$(find w -name 'next-*.png')" = "w/$third"
: >log
on --previous
shows '--previous shows the picture before' "$second"
hash=$("$R" "w/$second" -f hash)
on --previous
shows 'a second --previous shows the one before that' 'a b-16x9.png'
on --previous
check '--previous at the oldest is an error' test "$code" -eq 66 -a \
    "$(cat "$T/err")" = 'ridgeline: --previous: the oldest of 3 is shown: --next makes a new one'
on --next
: >log
on --previous
shows '--previous after --next shows what was shown before it' 'a b-16x9.png'
on --previous
shows 'pictures that were left by --next are still there' "$third"
on --previous
shows 'the oldest of them, too' "$second"
check '--previous paints what it showed the first time' test "$("$R" "w/$second" -f hash)" = "$hash"
on --next --dry-run
check '--next --dry-run shows and records nothing' test "$code" -eq 0 -a ! -s log -a \
    "$(grep -c '^feh --bg-fill ' "$T/out")" -eq 1 -a "$(grep -c '^[^#]' "$H")" -eq 4
on -s 16x9 --seed 5 --set -q -o w
mkdir elsewhere
: >log
(cd elsewhere && PATH="$PWD/../bin" DISPLAY=:0 "$R" wallpaper --previous -q) >"$T/out" 2>"$T/err"
code=$?
shows '--previous from another folder shows the same' "$second"

# ---- the start of a session, and --undo ------------------------------------------

on --restore
shows '--restore shows the picture again' "$second"
on --undo
shows '--undo brings back what was there before the first set' mine.png
on --restore -q
check '--restore after --undo shows nothing' test "$code" -eq 0 -a ! -s log
on --previous
shows '--previous after --undo shows the last picture again' "$second"
on --undo
shows '--undo after --previous brings back the same' mine.png
on --undo
check 'second --undo is an error' test "$code" -eq 66

# ---- files -------------------------------------------------------------------------

afresh
"$R" --seed 3 -m dawn -s 16x9 -q -o land.png
printf '0;1\n1;5\n2;2\n' >heights.csv
printf '[sky]\nhaze = 0.1\n' >mine.ini
on land.png -s 16x9 -m ./mine.ini --ridge 1=heights.csv --title land.png --theme theme --set -q -o w
cat log >first
cd elsewhere || exit 1
DISPLAY=:0 PATH="$PWD/../bin" "$R" wallpaper --next -q >"$T/out" 2>"$T/err"
code=$?
check '--next from another folder finds the files of the set' test "$code" -eq 0 -a -d ../theme -a ! -e theme
DISPLAY=:0 PATH="$PWD/../bin" "$R" wallpaper --previous -q >"$T/out" 2>"$T/err"
code=$?
cd ..
check '--previous shows a set of a picture with its own seed' test "$code" -eq 0 -a "$(tail -n 1 log)" = "$(cat first)" -a \
    "$(seed_of "w/$(cat first)")" = 3
check 'a title that is the name of a file stays' grep -q -- ' --title=land.png ' "$H"
rm land.png
on --previous -q
check '--previous at the only picture is an error' test "$code" -eq 66
on --restore
check 'file that is gone is named' test "$code" -eq 66 -a \
    "$(cat "$T/err")" = "ridgeline: $PWD/land.png: no such scene or file"
cp "$ROOT/data/moods/moonlight.ini" night.ini
on -s 16x9 --seed 4 -m noon --dark=./night.ini --set -q -o w
check 'file of a dark mood is found from another folder' grep -qF -- " --dark=$PWD/./night.ini " "$H"

# ---- its length, its damage --------------------------------------------------------

afresh
on --next -s 16x9 -q -o w
check '--next without a history is a --set' test "$code" -eq 0 -a "$(wc -l <log)" -eq 1
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do
    on -s 16x9 --set --seed "$number" --name n -q -o w
done
on -s 16x9 --set --seed 21 --name n -q -o w
check 'history has twenty pictures, and each once' test "$(grep -c '^[^#]' "$H")" -eq 20 -a "$(grep -c 'seed 21$' "$H")" -eq 1
: >"$LOG.fail"
on --next
check 'a set that failed is not in the history' test "$code" -eq 69 -a "$(grep -c 'seed 21$' "$H")" -eq 1 -a \
    "$(sed -n '$s/.* //p' "$H")" = 21
rm "$LOG.fail"
# damaged NAME TEXT - a history that is this.
damaged()
{
    printf '%b' "$2" >"$H"
    on --previous
    check "history $1: --previous is an error of one line" test "$code" -eq 65 -a \
        "$(cat "$T/err")" = "ridgeline: $H: damaged: remove it"
}
S='# pictures of `ridgeline wallpaper`, the oldest first\n'
damaged 'of another kind' 'hello\n'
damaged 'that is empty' ''
damaged 'without what is shown' "${S}n -s 16x9\n"
damaged 'that shows what is not there' "${S}# shown 2\nn -s 16x9\n"
damaged 'with an entry cut off' "${S}# shown 1\nn\n"
damaged 'with a NUL' "${S}# shown 0\n\\0000\n"
on -s 16x9 --set --seed 3 --name n -o w
check '--set with a damaged history sets, and begins another' test "$code" -eq 0 -a \
    "$(cat "$T/err")" = "$H: damaged: it begins anew" -a "$(grep -c '^[^#]' "$H")" -eq 1

# ---- bad input ------------------------------------------------------------------------

rm "$H"
bad '--previous without a history' 66 '--previous: nothing was set: use --set' wallpaper --previous
bad '--restore without a history' 66 '--restore: nothing was set: use --set' wallpaper --restore
bad '--next and a scene' 64 '--next: unexpected classic: it takes what was set before' wallpaper --next classic
bad '--next and a seed' 64 '--seed: conflicts with --next: remove one of them' wallpaper --next --seed 7
bad '--next and --previous' 64 'conflicts with --next: remove one of them' wallpaper --next --previous
