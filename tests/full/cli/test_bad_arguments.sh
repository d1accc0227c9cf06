# Bad arguments of every command.  The numbers are the rows of the list of bad inputs;
# test_errors.sh has those of a landscape in words.
. "$ROOT/tests/full/cli/bad_common.sh"

# name COMMAND - sets $COMMAND to the name of its run, to nothing where it is not asked for.
name()
{
    case " $each_commands " in
    *" $1 "*) eval "$1=\"$1: \$each_name\"" ;;
    *) eval "$1=" ;;
    esac
}

# each NAME CODE PLACE 'COMMAND...' ARG... - by each of the commands, in a form that is right but
# for what is added.
each()
{
    # shellcheck disable=SC2034 # name reads it
    each_name=$1 each_code=$2 each_place=$3 each_commands=$4
    shift 4
    for each_command in render sheet map layers animate wallpaper bot; do
        name $each_command
    done
    # shellcheck disable=SC2154 # name sets them
    "$REFUSED" "$each_code" "$each_place" "$R" \
        "$render" render --seed 1 -q -o old.png "$@" , \
        "$sheet" sheet --seeds 1..2 -q -o old.png "$@" , \
        "$map" map --seed 1 -q -o old.png "$@" , \
        "$layers" layers --seed 1 -q -o folder "$@" , \
        "$animate" animate --day --seed 1 --frames 2 -q -o old.png "$@" , \
        "$wallpaper" wallpaper --seed 1 -q -o folder "$@" , \
        "$bot" bot --name x --now "@$NOW" -q -o folder "$@"
}

all='render sheet map layers animate wallpaper bot'
lands='render sheet layers animate wallpaper bot'

for size in 0x5 5x0 -1x5 4294967297x1 99999999999999999999x1 1000001x1 2000000x2000000 1e9 0x10x0x10 \
    640x ' 5x5' '5x5 ' +5x5 nan infxinf 57.1E2857 0,75 -0.0 4.9e-324 '' ; do
    each "1-16 the size '$size'" 64 "-s" "$all" -s "$size"
done
each '11 full width digits' 64 '-s ' "$all" -s "$(printf '\357\274\226x5')"
each '25 a hostile size' 64 '-s a\x1b]0;x\x07b\x1b[2J' "$all" -s "$hostile"
each '27 a size of 120 KB' 64 '-s ' "$all" -s "$(printf '%0120000dx' 7)"
each "20 an empty seed" 64 'seed' 'render map layers animate wallpaper' --set ridgeline.seed=
for value in nan inf 57.1E2857 0,75 4.9e-324 1e9 0x10 '640 ' +640 1.000001 -1000000 '' "$hostile"; do
    each "9-17 a roughness of $(printf %.9s "$value" | tr -cd ' -~')" 64 'ridge.1.roughness = ' "$lands" \
        --set "ridge.1.roughness=$value"
done
for value in 0 65 257 2147483648 4294967297 -1 1.5; do
    each "18 $value layers" 64 "ridgeline.ridges = $value: " "$lands" --set "ridgeline.ridges=$value"
done
for value in -1 65536 4294967297 1.5 x '' 1e3; do
    each "19 '$value' frames" 64 '--frames' animate --frames "$value"
done
each '19 frames of 64 Mpx' 64 '' animate --frames 65536 -s 8192x8192
for value in 0 257 -1 1.5 '' ' 1' x 4294967297 "$hostile"; do
    each "threads '$(printf %.9s "$value" | tr -cd ' -~')'" 64 '--threads ' "$all" --threads "$value"
done

# 21: where to write to.
each '21 -o without a name' 64 '-o: needs a value' "$all" -o
each '21 an empty name' 64 '-o' 'render sheet map layers animate wallpaper bot' -o ''
mkdir some
for command in render sheet map animate; do
    case $command in
    sheet) set -- --seeds 1..2 ;;
    animate) set -- --day --seed 1 --frames 2 ;;
    *) set -- --seed 1 ;;
    esac
    refuse "21 $command into a folder's place" 73 'some: ' $command "$@" -s 9x9 -q -o some
    refuse "21 $command into no folder" 73 'nodir/x.png: ' $command "$@" -s 9x9 -q -o nodir/x.png
    refuse "21 $command under a file" 73 'old.png/x.png: ' $command "$@" -s 9x9 -q -o old.png/x.png
    refuse "21 $command under a name of 5000 letters" 73 'name too long' \
        $command "$@" -s 9x9 -q -o "$(printf '%05000d' 7).png"
    refuse "25 $command under a hostile name" 73 'nodir/a\x1b]0;x\x07b' \
        $command "$@" -s 9x9 -q -o "nodir/$hostile.png"
    refuse "$command keeps what is there" 73 'old.png: exists' $command "$@" -s 9x9 -q -o old.png --no-clobber
done
for command in layers wallpaper; do
    refuse "21 $command into a file's place" 64 'old.png' $command --seed 1 -s 64x32 -q -o old.png
    refuse "21 $command into no folder" 73 'nodir' $command --seed 1 -s 64x32 -q -o nodir/x/y
    refuse "21 $command under a hostile name" 73 'a\x1b]0;x\x07b' \
        $command --seed 1 -s 64x32 -q -o "old.png/$hostile"
done
refuse '21 bot into a file' 73 'old.png' bot --name x --now "@$NOW" -s 32x18 -q -o old.png
refuse '21 bot into no folder' 73 'nodir' bot --name x --now "@$NOW" -s 32x18 -q -o nodir/x/y
refuse '21 convert into no folder' 73 'nodir/x.gpl: ' palette convert dusk -o nodir/x.gpl
refuse '21 convert into a folder' 73 'some' palette convert dusk -f gpl -o some
refuse '21 a swatch into no folder' 73 'nodir/x.png: ' palette show dusk -o nodir/x.png
refuse '21 an alt text into no folder' 73 'nodir/x.txt: ' --seed 1 -s 8x8 -q -o old.png --alt-text nodir/x.txt

# 22, 25, 27: options twice, hostile and of 120 KB.
each '22 -o twice' 64 '-o: given twice' "$all" -o b
each '22 -s twice' 64 '-s: given twice' "$all" -s 8x8 -s 8x8
each 'an option of no command' 64 '--xyzzyplugh: unknown option' "$all" --xyzzyplugh
each 'a letter of no command' 64 '-Z: unknown option' "$all" -Z
each '25 a hostile option' 64 'a\x1b]0;x\x07b' "$all" "--$hostile"
each '25 a hostile letter' 64 '-\x1b: unknown option' "$all" "$(printf -- '-\033')"
each '25 a C1 letter' 64 'unknown option' "$all" "$(printf -- '-\233')"
each '25 a hostile key' 64 'a\x1b]0;x\x07b' "$all" --set "$hostile=1"
each '25 a hostile setting' 64 '--set a\x1b]0;x\x07b' 'render sheet map layers animate bot' --set "$hostile"
refuse '25 a hostile scene after --set' 66 'a\x1b]0;x\x07b' wallpaper --seed 1 -q -o folder --set "$hostile"
each '25 a hostile metadata' 64 'a\x1b]0;x\x07b' 'render map layers animate wallpaper bot' --metadata "$hostile"
each '25 a hostile palette' 64 'a\x1b]0;x\x07b' "$lands" -p "$(printf %s "$hostile" | tr -d /)"
each '25 a hostile mood' 64 'a\x1b]0;x\x07b' "$lands" -m "$hostile"
each '25 a hostile style' 64 'a\x1b]0;x\x07b' "$lands" --style "$hostile"
each '25 a hostile hour' 64 'a\x1b]0;x\x07b' "$lands" --time "$hostile"
each '25 hostile roles' 64 'a\x1b]0;x\x07b' "$lands" -p "$ROOT/palettes/dusk.gpl" --roles "$hostile"
each '25 hostile pixel art' 64 'a\x1b]0;x\x07b' "$lands" "--pixel-art=$hostile"
each '25 a hostile scene' 66 'a\x1b]0;x\x07b' 'render sheet map layers animate wallpaper' "$hostile"
each '25 a second scene' 64 '' "$all" classic "$hostile"
each '25 a hostile title' 64 '--title' 'render map layers wallpaper' --title "$hostile"
for option in --every --keep --max-bytes --latitude "--latitude 1 --longitude" --url --catch-up; do
    # shellcheck disable=SC2086 # one or three words
    refuse "25 a bot's hostile $option" 64 "${option##* }" bot -o folder --name x --now "@$NOW" -s 32x18 -q \
        $option "$hostile"
done
refuse "25 a bot's hostile name" 64 '--name' bot -o folder --now "@$NOW" -s 32x18 -q --name "$hostile"
refuse "25 a bot's hostile clock" 64 '--now' bot -o folder --name x -s 32x18 -q --now "$hostile"
for option in --monitors --timed --dark; do
    refuse "25 a wallpaper's hostile $option" 64 "$option" wallpaper -o folder -s 64x32 -q "$option=$hostile"
done
for option in --speed --pace --turns --fps --frames; do
    refuse "25 an animation's hostile $option" 64 "$option" animate --scroll -o old.png -s 64x32 -q \
        $option "$hostile"
done
for option in --sweep --map-size; do
    refuse "25 an animation's hostile $option" 64 "$option" animate -o old.png -s 64x32 -q $option "$hostile"
done
for option in --pass --tint --shade --view --corners --sea --contours --rivers --cell --height --spread \
    --persistence --preset; do
    refuse "25 a map's hostile $option" 64 "$option" map -o old.png -s 9 -q $option "$(printf %s "$hostile" | tr -d /.)"
done
for option in --parallax --offset --scale; do
    refuse "25 layers' hostile $option" 64 "$option" layers -o folder -s 64x32 -q $option "$hostile"
done
for words in 'palette show' 'palette convert' 'info' 'help' 'palette'; do
    # shellcheck disable=SC2086
    "$R" $words "$hostile" >"$T/out" 2>"$T/err" </dev/null
    check "25 a hostile word after $words fails" test $? -ge 64
    check "25 a hostile word after $words" is_plain "$T/err"
done
long=$(printf '%0120000dx' 7)
each '27 a setting of 120 KB' 64 'sun.x' "$lands" --set "sun.x=$long"
each '27 a mood of 120 KB' 64 '-m ' "$lands" -m "$long"
each '27 a palette of 120 KB' 64 '-p ' "$lands" -p "$long"
each '27 a title of 120 KB' 64 '--title' 'render map layers wallpaper' --title "$(printf 'x\033%s' "$long")"

# 23, 24: names that look like something else are names.
printf '[ridgeline]\nseed = 3\n' >./-q
for command in render sheet map animate layers wallpaper; do
    case $command in
    sheet) set -- --seeds 1..2 -f hash ;;
    animate) set -- --day --frames 2 -f hash ;;
    layers) set -- -o lay ;;
    wallpaper) set -- -o wall ;;
    *) set -- -f hash ;;
    esac
    good "23 $command of a name after --" $command -s 64x32 -q "$@" -- -q
    refuse "23 $command of no such name after --" 66 '-x: no such' $command -s 64x32 -q "$@" -- -x
    refuse "24 $command of %n%s%x" 66 '%n%s%x: no such' $command -s 64x32 -q "$@" '%n%s%x'
done
good '24 an output of %n%s%x' --seed 1 -s 8x8 -q -o '%n%s%x'
check '24 output of that name is written' test -s '%n%s%x'
