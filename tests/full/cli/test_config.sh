# The user's settings: options that are always given, unless the command line gives them.
. "$ROOT/tests/full/cli/common.sh"

F=$HOME/.config/ridgeline/config
mkdir -p "$HOME/.config/ridgeline"

# settings LINE... - the file.
settings()
{
    printf '%s\n' "$@" >"$F"
}

# size FILE - of a picture.
size()
{
    "$R" "$1" -f ppm --no-config | sed -n 2p
}

# paints NAME SIZE ARG... - the settings make a picture of this size.
paints()
{
    paints_name=$1 paints_size=$2
    shift 2
    rm -rf x.png
    run "$@" -q -o x.png
    check "$paints_name" test "$code$(cat "$T/err") $(size x.png)" = "0 $paints_size"
}

# ---- what counts -----------------------------------------------------------

settings '# my own' 'size = 32x18' '' '[sheet]' 'size = 48x27' '[wallpaper]' 'output = walls' 'size = 16x9'
paints 'the size of the settings' '32 18' --seed 7
paints 'the command line wins' '20 10' --seed 7 -s 20x10
run sheet --seeds 1..1 -q -f ppm
check 'section of a command sets its options' test "$(sed -n '2s/ .*//p' "$T/out")" -ge 48
run wallpaper --seed 7 --name n -q
check 'section of a command sets its folder' test -s walls/n-16x9.png
paints '--no-config leaves them out' '1920 1080' --seed 7 --no-config
check 'empty RIDGELINE_CONFIG reads no settings' \
    test "$(RIDGELINE_CONFIG='' "$R" --seed 7 -f ppm | sed -n 2p)" = '1920 1080'
echo 'size = 8x8' >mine
check 'RIDGELINE_CONFIG names another file' \
    test "$(RIDGELINE_CONFIG=mine "$R" --seed 7 -f ppm | sed -n 2p)" = '8 8'
mkdir -p other/ridgeline
echo 'size = 9x9' >other/ridgeline/config
check 'XDG_CONFIG_HOME names the folder of settings' test \
    "$(XDG_CONFIG_HOME=$PWD/other "$R" --seed 7 -f ppm | sed -n 2p)" = '9 9'
check 'relative XDG_CONFIG_HOME is ignored' \
    test "$(XDG_CONFIG_HOME=other "$R" --seed 7 -f ppm | sed -n 2p)" = '32 18'

settings 'size = 32x18' 'mood = noon' 'world = alpine' 'seed = 5'
run -f hash
check 'settings set mood, world and seed' test "$(cat "$T/out")" = \
    "$("$R" --no-config --seed 5 -m noon -w alpine -s 32x18 -f hash)"
cp "$F" said
check '--verbose prints what settings set' \
    test "$(RIDGELINE_CONFIG=said "$R" --verbose -f hash 2>&1 >/dev/null)" = \
    'said:1: size = 32x18
said:2: mood = noon
said:3: world = alpine
said:4: seed = 5'
"$R" --no-config --seed 7 -m dusk -s 40x20 -q -o own.png
run own.png -f hash
check 'settings do not change the recipe of a picture' \
    test "$(cat "$T/out")" = "$("$R" own.png --no-config -f hash)"

settings 'set = sky.haze=0.9' 'set = sun.radius=0.05'
run --seed 7 -s 32x18 -f hash --set sky.haze=0.1
check '--set of the command line wins over settings' test "$(cat "$T/out")" = \
    "$("$R" --no-config --seed 7 -s 32x18 --set sun.radius=0.05 --set sky.haze=0.1 -f hash)"

settings 'quiet = yes' 'no-clobber = no' 'size = 16x9' '[wallpaper]' 'dark = yes'
run -o a.png
check 'switch in settings is turned on' test "$code" -eq 0 -a ! -s "$T/err"
run -o a.png
check 'switch in settings is turned off' test "$code" -eq 0
run wallpaper --seed 7 --name n -o pair
check 'option of settings whose value may be left out is read' test -s pair/n-16x9-l.png -a -s pair/n-16x9-d.png
settings 'size = 16x9' 'mood = noon' '[wallpaper]' 'mood = dusk'
run wallpaper --seed 7 -o name -q
check 'section of the command wins over the general part' test -s name/dusk-*-7-16x9.png
settings 'output = ~/mine.png' 'size = 16x9'
run --seed 7 -q
check 'tilde in settings is the home folder' test -s "$HOME/mine.png"
settings 'frames = 3'
paints 'an option of other commands' '1920 1080' --seed 7
settings '# nothing'
paints 'a comment alone' '1920 1080' --seed 7
: >"$F"
paints 'an empty file' '1920 1080' --seed 7

# ---- faults ---------------------------------------------------------------------

F=mine # a long path would be cut in messages
export RIDGELINE_CONFIG=$F

# fault CODE PATTERN LINE... - the settings give this error for `render --seed 7`.
fault()
{
    fault_code=$1 fault_pattern=$2
    shift 2
    settings "$@"
    bad "a fault: $1" "$fault_code" "^ridgeline: $F:$fault_pattern" --seed 7 -o no.png
}
fault 78 '1: siez = 4k: no such option: did you mean size?' 'siez = 4k'
fault 78 '2: \[wallpapr\]: must be a command in brackets: did you mean wallpaper?' '# x' '[wallpapr]'
fault 78 '1: \[help\]: must be a command in brackets' '[help]'
fault 78 '2: each = yes: no such option of this command' '[render]' 'each = yes'
fault 78 '1: -s 4q: no such size: did you mean 4k?' 'size = 4q'
fault 78 '1: -m dusc: no such mood: did you mean dusk?' 'mood = dusc'
fault 78 '1: --threads 0: must be 1..256' 'threads = 0'
fault 78 '1: --calm up: must be top|left|none' 'calm = up'
fault 78 '1: quiet = maybe: must be yes or no' 'quiet = maybe'
fault 78 '2: size = 8k: option given twice' 'size = 4k' 'size = 8k'
fault 78 '1: size: must be \[section\], key = value or # comment' 'size'
fault 78 '1: no-config = yes: no such option' 'no-config = yes'
printf 'size\0= 4k\n' >"$F"
bad 'a NUL' 78 "$F:1: a NUL byte: a list of options must be UTF-8 text" --seed 7 -o no.png
settings '[wallpaper]' 'mood = dusk' 'timed = 4' 'output = walls'
bad 'settings that conflict name their place' 78 "^ridgeline: $F:2: -m: conflicts with --timed" wallpaper
good 'a setting that conflicts with a typed option: gives way' wallpaper -m dusk --seed 7 -s 16x9 -q
settings 'siez = 4k'
good 'help beside broken settings' --help
good 'version beside broken settings' --version
check '--no-config reads no broken settings' "$R" --no-config --seed 7 -s 8x8 -q -o fine.png
export RIDGELINE_CONFIG=none
bad 'a named file that is missing' 66 'none: ' --seed 7 -o no.png
