# Bad surroundings: environment, closed streams, few resources, names laid in the way.
# shellcheck disable=SC3045
. "$ROOT/tests/full/cli/bad_common.sh"

"$R" --seed 6 -s 32x18 -f hash -q >want
"$R" --seed 6 -s 32x18 -q -o want.png

# paints NAME COMMAND... - the command prints the hash of the picture above.
paints()
{
    paints_name=$1
    shift
    if "$@" >"$T/out" 2>"$T/err" </dev/null && cmp -s want "$T/out"; then
        ok "$paints_name"
    else
        not_ok "$paints_name" "$(head -c 300 "$T/err")"
    fi
}

# ---- the environment -------------------------------------------------------------------

for setting in SOURCE_DATE_EPOCH=-1 SOURCE_DATE_EPOCH=abc SOURCE_DATE_EPOCH= \
    SOURCE_DATE_EPOCH=99999999999999999999 TZ=:/etc/passwd TZ=garbage TZ= TZ=:/dev/zero \
    TMPDIR=/nonexistent TMPDIR= LC_ALL=tr_TR LC_ALL=tr_TR.UTF-8 LC_ALL=garbage LANG=xx_YY.Z \
    LC_NUMERIC=de_DE.UTF-8 COLUMNS=0 COLUMNS=-1 COLUMNS=99999999999999999999 COLUMNS=x LINES=0 \
    TERM= TERM=garbage NO_COLOR= HOME= HOME=relative HOME=/nonexistent HOME=/dev/null \
    XDG_DATA_HOME=relative XDG_DATA_HOME=/dev/zero XDG_DATA_DIRS=::::/ XDG_DATA_DIRS=relative:/dev/zero \
    RIDGELINE_PALETTE_PATH=: RIDGELINE_PALETTE_PATH=/nonexistent: RIDGELINE_PALETTE_PATH=/dev/zero \
    RIDGELINE_PALETTE_PATH=/proc/self/fd JOURNAL_STREAM=garbage JOURNAL_STREAM=99999999999999999999:1 \
    POSIXLY_CORRECT=1 MALLOC_PERTURB_=165 LD_BIND_NOW=1; do
    paints "a picture with $setting" env "$setting" "$R" --seed 6 -s 32x18 -f hash -q
    check "a list with $setting" env "$setting" "$R" palette list
    env "$setting" "$R" --seed 6 -s 32x18 -q -o same.png
    check "a file with $setting" same same.png want.png
    rm -rf bot
    env "$setting" "$R" bot --name x --style dunes --now @1795305600 -s 32x18 -q -o bot # painted quickly
    check "a bot with $setting" test $? -eq 0
done
long=$(printf '/%0100000d' 7)
for name in HOME XDG_DATA_HOME XDG_DATA_DIRS RIDGELINE_PALETTE_PATH TZ LC_ALL TMPDIR TERM; do
    paints "a picture with $name of 100 KB" env "$name=$long" "$R" --seed 6 -s 32x18 -f hash -q
    env "$name=$long" "$REFUSED" 64 'nosuch: no such palette' "$R" "an error with $name of 100 KB" \
        -p nosuch -s 8x8 -q -o old.png
    env "$name=/$hostile" "$REFUSED" 64 'nosuch: no such palette' "$R" "an error with a hostile $name" \
        -p nosuch -s 8x8 -q -o old.png
done
paints 'a picture without an environment' env -i "$R" --seed 6 -s 32x18 -f hash -q
(
    unset HOME XDG_DATA_DIRS
    paints 'a picture without HOME' "$R" --seed 6 -s 32x18 -f hash -q
)
mkdir -p hostile/path
printf 'GIMP Palette\n1 2\n' >hostile/path/bad.gpl
mkfifo hostile/path/piped.gpl
RIDGELINE_PALETTE_PATH=$PWD/hostile/path
export RIDGELINE_PALETTE_PATH
refuse 'a bad palette on the path' 65 ':2: 1 2: must be three' -p bad -s 8x8 -q -o old.png
refuse 'a pipe on the path' 64 'piped: no such palette' -p piped -s 8x8 -q -o old.png
unset RIDGELINE_PALETTE_PATH
for time in -1 abc 99999999999999999999 '' 1.5; do
    "$R" bot --name x --now "@$time" -s 32x18 -q -o folder >"$T/out" 2>"$T/err"
    check "a clock of '$time' is refused" test $? -eq 64 -a ! -e folder -o "$time" = -1
    rm -rf folder
done

# ---- names in the way -----------------------------------------------------------------------

echo victim >victim
for name in p.png.tmp .p.png.tmp .ridgeline-.tmp .ridgeline-0.tmp p.png~; do
    ln -s victim "$name"
done
good 'temporary names that are links to a victim' --seed 6 -s 32x18 -q -o p.png
check 'victim of a link with a temporary name is unchanged' test "$(cat victim)" = victim
check 'picture beside links with temporary names is written' same p.png want.png
ln -s loop loop
ln -s nowhere/x dangling
refuse 'a link to itself' 73 'loop: ' --seed 6 -s 8x8 -q -o loop
refuse 'under a link to itself' 73 'loop/x.png: ' --seed 6 -s 8x8 -q -o loop/x.png
refuse 'a link into no folder' 73 'dangling: ' --seed 6 -s 8x8 -q -f png -o dangling
ln -s p.png link.png
good 'a link to a picture' --seed 6 -s 32x18 -q -o link.png
check 'output through a link leaves the link' test -L link.png
mkdir sealed
cp want.png sealed/old.png
chmod 500 sealed
if (: >sealed/x) 2>/dev/null; then # root may write all the same
    rm -f sealed/x
else
    refuse 'a folder that nobody may write to' 73 'sealed/x.png: ' --seed 6 -s 8x8 -q -o sealed/x.png
    refuse 'a file in it' 73 'sealed/old.png: ' --seed 2 -s 8x8 -q -o sealed/old.png
fi
check 'picture in a folder without permission is unchanged' same sealed/old.png want.png
chmod 700 sealed

# ---- streams that are closed at the start ---------------------------------------------------------

closed()
{
    closed_name=$1
    shift
    check "$closed_name: the picture is written" same closed.png want.png
    check "$closed_name: no temporary file is left" test -z "$(find . -name '.ridgeline-*tmp' -type f)"
    rm -f closed.png
}
"$R" --seed 6 -s 32x18 -q -o closed.png <&-
closed 'no standard input'
"$R" --seed 6 -s 32x18 -q -o closed.png >&-
closed 'no standard output'
"$R" --seed 6 -s 32x18 -q -o closed.png 2>&-
closed 'no standard error'
"$R" --seed 6 -s 32x18 -q -o closed.png <&- >&- 2>&-
closed 'none of the three'
"$R" --seed 6 -s 32x18 -f hash -q >&- 2>"$T/err"
check 'picture to a closed stream ends with 74' test $? -eq 74
check 'picture to a closed stream prints one line' test "$(wc -l <"$T/err")" -eq 1
"$R" --seed 6 -s 32x18 -f hash -q <&- >&- 2>&-
check 'picture without any stream ends with 74' test $? -eq 74
for command in 'palette list' 'palette show dusk' 'info want.png' '--help' '--version' 'palette convert dusk'; do
    # shellcheck disable=SC2086
    "$R" $command >&- 2>"$T/err"
    check "$command to a closed stream ends with 74" test $? -eq 74
    # shellcheck disable=SC2086
    "$R" $command <&- 2>&- >"$T/out"
    check "$command with the other streams closed prints its list" test -s "$T/out"
done
"$R" palette convert - <&- >"$T/out" 2>"$T/err"
check 'palette from a closed stream ends with 66' test $? -eq 66
"$R" - -f hash <&- >"$T/out" 2>"$T/err"
check 'scene from a closed stream ends with 66' test $? -eq 66
for command in 'layers --seed 6 -s 64x32 -q -o lay' 'wallpaper --seed 6 -s 64x32 -q -o wall' \
    'bot --name x -s 32x18 -q -o home' 'sheet --seeds 1..2 -s 32x18 -q -o s.png' \
    'map --seed 6 -s 9 -q -o m.png' 'animate --day --seed 6 -s 64x32 --frames 2 -q -o a.png'; do
    # shellcheck disable=SC2086
    "$R" $command <&- >&- 2>&-
    check "${command%% *} without any stream succeeds" test $? -eq 0
done

# ---- little of everything ------------------------------------------------------------------------------

# limited NAME LIMITS ARG... - paints under shell limits.
limited()
{
    limited_name=$1 limited_by=$2
    shift 2
    (
        # shellcheck disable=SC2086
        ulimit $limited_by && exec "$R" "$@"
    ) >"$T/out" 2>"$T/err" </dev/null
    code=$?
    if [ $code -eq 0 ]; then ok "$limited_name"; else not_ok "$limited_name" "exit $code" "$(head -c 300 "$T/err")"; fi
}

# A stack of 64 KiB, also of what is on it before the program's first line.  (A sanitizer
# widens every frame.)
stack=64
! is_sanitized || stack=1024
"$R" map --seed 6 -s 33 -q -o map.png
while read -r command; do
    # shellcheck disable=SC2086
    limited "$stack KiB of stack: $command" "-s $stack" $command
done <<END
--seed 6 -s 32x18 -f hash -q
--seed 6 -s 32x18 -f hash -q --threads 1 -m storm --style lake --time 05:00
--seed 6 -s 64x32 -f hash -q --loop --pixel-art=8
--seed 6 -s 64x32 -f json -q
--seed 6 -s 64x32 -f csv -q
--seed 6 -s 64x32 -f scene -q
want.png -f hash -q
map.png -f hash -q
--from-map map.png -f hash -q -s 64x64
--seed 6 --from-map seed -f hash -q -s 64x64
sheet --seeds 4..6 -s 320x18 -f hash -q
sheet --like 6 -s 320x18 -f hash -q
map --seed 6 -s 65 -f hash -q --pass voronoi --pass perturb --pass hydraulic:iterations=2
map --seed 6 -s 65 -f hash -q --pass droplets:drops=9 --pass thermal --pass thermal-fast
map --seed 6 -s 33 -f hash -q --view surface --frame --rivers 1 --contours 100
map --seed 6 -s 33 -f png16 -q
animate --scroll --seed 6 -s 64x32 --frames 3 -f hash -q
animate --day --seed 6 -s 64x32 --frames 3 -f hash -q
animate --sweep sun.x=-1..1 --seed 6 -s 64x32 --frames 3 -f hash -q
animate --sweep map.sea=0..1 --seed 6 -s 33x33 --frames 3 -f hash -q
animate --weather --seed 6 -s 64x32 --frames 3 -f hash -q
animate --flight --seed 6 -s 64x32 --map-size 64 --frames 3 -f hash -q
wallpaper --seed 6 -s 64x48 -o stack-1 -q
wallpaper --seed 6 -s 64x48 --dark -o stack-2 -q
wallpaper --seed 6 -s 64x48 --timed 4 -o stack-3 -q
wallpaper --seed 6 --monitors 64x48+0+0,64x48+64+0 --each -o stack-4 -q
bot -o stack-5 --name x --now @$NOW -s 64x48 -q
layers --seed 6 -s 128x64 -o stack-6 -q
palette list
palette show dusk
palette convert dusk
info want.png
info --json want.png
--help
END
cat >fault.ini <<END
[palette]
name = nosuch
END
for command in render sheet layers animate wallpaper; do
    case $command in
    sheet) set -- --seeds 1..2 -q -o old.png ;;
    animate) set -- --day --frames 2 -q -o old.png ;;
    layers | wallpaper) set -- -q -o folder ;;
    *) set -- -q -o old.png ;;
    esac
    (ulimit -s $stack && refuse "$stack KiB of stack: a fault told by $command" 65 'fault.ini:2: ' \
        $command ./fault.ini -s 64x32 "$@")
done

limited '8 open files' '-n 8' --seed 6 -s 32x18 -q -o few.png
check 'picture with few open files is the same' same few.png want.png
limited '32 open files: layers' '-n 32' layers --seed 6 -s 64x32 -q -o few-1
# a set appears together: all of its files are open until then
(ulimit -n 8 && refuse '8 open files: layers tell' 73 'too many open files' layers --seed 6 -s 64x32 -q -o folder)
limited '8 open files: wallpaper' '-n 8' wallpaper --seed 6 -s 64x32 -q -o few-2
limited '9 open files: bot' '-n 9' bot --name x --now "@$NOW" -s 32x18 -q -o few-3
(ulimit -n 3 && exec "$R" --seed 6 -s 8x8 -q -o few.png) 2>"$T/err"
code=$?
check 'run without open files is an error' test $code -ge 66 -a $code -le 74 -o $code -eq 127
check 'run without open files keeps the old picture' same few.png want.png

if ! is_sanitized; then
    limited '64 MiB of address space' '-v 65536' --seed 6 -s 32x18 -f hash -q --threads 2
    for size in 1000 3000 6000 10000 16000 24000 40000; do
        (ulimit -v "$size" && exec "$R" --seed 6 -s 640x360 -q -o few.png --threads 2) >"$T/out" 2>"$T/err"
        code=$?
        # under the least that the loader takes the program does not even start
        check "$size KiB of address space: a picture or one line" \
            test $code -eq 0 -o $code -eq 71 -o $code -ge 126
        rm -f few.png
    done
    (ulimit -v 262144 && exec "$R" map --seed 6 -s 8000 -q -o old.png) 2>"$T/err"
    check 'map beyond the address space ends with 71' test $? -eq 71
    check 'map beyond the address space prints one line' test "$(wc -l <"$T/err")" -eq 1
fi
# threads that cannot be had: the work is done by those there are (a sanitizer needs one itself)
if ! is_sanitized; then
    paints 'no thread to be had' "$HELPER" nothreads "$R" --seed 6 -s 32x18 -f hash -q --threads 16
    for command in 'sheet --seeds 1..3 -s 32x18' 'map --seed 6 -s 65 --pass voronoi' \
        'animate --day --seed 6 -s 64x32 --frames 3' 'animate --flight --seed 6 -s 64x32 --map-size 64 --frames 3'; do
        # shellcheck disable=SC2086
        "$R" $command -f hash -q >two
        # shellcheck disable=SC2086
        "$HELPER" nothreads "$R" $command -f hash -q --threads 16 >one 2>"$T/err"
        check "${command%% -*} without threads gives the same picture" same one two
    done
fi
