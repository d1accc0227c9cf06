#!/bin/sh
# windows.sh BUILD PROGRAM - build/windows/ridgeline.exe under Wine: the golden pixels of few.txt
# (ALL=1: of all scenes) and what its own files in src/windows promise.  PROGRAM is the native one.
set -u
exe=$(cd "$1" && pwd)/windows/ridgeline.exe
native=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
root=$PWD
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
WINEPREFIX=$scratch/prefix WINEDEBUG=-all
export WINEPREFIX WINEDEBUG
unset DISPLAY WAYLAND_DISPLAY RIDGELINE_CONFIG XDG_CONFIG_HOME XDG_CURRENT_DESKTOP
trap '"$wine" wineboot --kill >/dev/null 2>&1; rm -rf "$scratch"' EXIT
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wine" "$exe" >"$scratch/ridgeline"
chmod +x "$scratch/ridgeline"

# ridgeline ARG...: its output in out and err, its exit code.
ridgeline()
{
    "$scratch/ridgeline" "$@" >out 2>err </dev/null
}

# fails_with CODE TEXT ARG...: one line that holds TEXT.
fails_with()
{
    expected=$1 text=$2
    shift 2
    ridgeline "$@"
    code=$?
    cat err
    [ "$code" -eq "$expected" ] && [ "$(wc -l <err)" -eq 1 ] && grep -q "$text" err
}

no_litter()
{
    [ -z "$(find . -name '.ridgeline-*')" ]
}

same_file()
{
    ridgeline --seed 7 -s 64x36 -q -o "$1" && "$native" --seed 7 -s 64x36 -q -o native.png &&
        cmp "$2" native.png && no_litter
}

same_output()
{
    ridgeline --seed 7 -s 64x36 -q -o - && "$native" --seed 7 -s 64x36 -q -o native.png && cmp out native.png
}

same_text()
{
    ridgeline --seed 7 -s 64x36 -q -f scene -o - && "$native" --seed 7 -s 64x36 -q -f scene -o native.ini &&
        cmp out native.ini && ! grep -q "$(printf '\r')" out
}

# The old file stays, and says that it may not be written.
read_only_stays()
{
    echo old >kept.png && chmod 444 kept.png &&
        fails_with 73 'permission denied' --seed 7 -s 64x36 -q -o kept.png &&
        [ "$(cat kept.png)" = old ] && no_litter
}

# Killed while it writes, it leaves the old file, and the next run removes what it left.
killed_leaves_old()
{
    echo old >big.png
    "$scratch/ridgeline" --seed 7 -s 20000x20000 --threads 1 -q -o big.png >out 2>err </dev/null &
    job=$!
    for _ in $(seq 200); do
        [ -z "$(find . -name '.ridgeline-*' -size +64k)" ] || break
        sleep 0.1
    done
    [ -n "$(find . -name '.ridgeline-*')" ] || return 1
    kill -9 $job
    wait $job 2>/dev/null
    for _ in $(seq 50); do
        [ "$(cat big.png)" = old ] || return 1
        ridgeline --seed 1 -s 8x8 -q -o other.png && no_litter && return
        sleep 0.1
    done
    return 1
}

# Two runs in a folder: each sweeps it.
runs_side_by_side()
{
    "$scratch/ridgeline" --seed 7 -s 5000x5000 --threads 1 -q -o whole.png >out 2>err </dev/null &
    job=$!
    while kill -0 $job 2>/dev/null; do
        "$scratch/ridgeline" --seed 1 -s 8x8 -q -o other.png 2>>err </dev/null || { cat err; return 1; }
    done
    wait $job
    code=$?
    cat err
    [ "$code" -eq 0 ] && [ -s whole.png ] && no_litter
}

new_stays()
{
    echo old >there.png
    fails_with 73 'exists: --no-clobber keeps it' --seed 7 -s 8x8 -q --no-clobber -o there.png &&
        [ "$(cat there.png)" = old ] && ridgeline --seed 7 -s 8x8 -q --no-clobber -o new.png && [ -s new.png ]
}

long_path()
{
    part=a-folder-with-a-name-of-fifty-letters-0123456789-ab
    path=$part/$part/$part/$part/$part/$part
    mkdir -p "$path" && same_file "$path/x.png" "$path/x.png"
}

settings_are_read()
{
    printf 'size = 20x10\n' >settings.ini
    RIDGELINE_CONFIG=settings.ini ridgeline --seed 7 -q -f ppm -o - && head -c 9 out | grep -aq '20 10'
}

film_is_same()
{
    ridgeline animate --scroll --seed 7 -s 64x36 --frames 4 -q -o film.apng &&
        "$native" animate --scroll --seed 7 -s 64x36 --frames 4 -q -o native.apng && cmp film.apng native.apng
}

layers_are_same()
{
    ridgeline layers --seed 7 -s 64x36 -q -o set && "$native" layers --seed 7 -s 64x36 -q -o native-set &&
        diff -r set native-set && no_litter
}

# `--run` starts a program with words as they are.
# shellcheck disable=SC1003 # the last letter of the seed is a backslash
runs_program()
{
    ridgeline wallpaper --seed 7 -s 64x36 -o paper --run "'$exe' --seed 'a \"b\\\" c\\' -s 8x8 -q -o 'ran it.png'" &&
        "$native" --seed 'a "b\" c\' -s 8x8 -q -o ran.png && cmp ran.png 'ran it.png'
}

sets_wallpaper()
{
    ridgeline wallpaper --seed 7 -s 64x36 -o 'my paper' --set &&
        "$wine" reg query 'HKCU\Control Panel\Desktop' /v Wallpaper >shown 2>/dev/null
    cat err shown
    grep -q 'my paper\\.*\.png' shown
}

mkdir "$scratch/work" && cd "$scratch/work" || exit
verdict 'Wine runs the program' ridgeline --version || verdicts_end || exit
cat out
verdict 'a picture of the bytes of the native program' same_file a.png a.png
beyond=$(printf 'my p\303\244per \342\230\200.png')
verdict 'a path with blanks and letters beyond ASCII' same_file "$beyond" "$beyond"
mkdir below
verdict 'a path with backslashes' same_file 'below\b.png' below/b.png
# shellcheck disable=SC1003
verdict 'a path with a drive' same_file "Z:$(pwd | tr / '\\')\\drive.png" drive.png
verdict 'a path of 300 letters' long_path
verdict 'standard output: the same bytes' same_output
verdict 'text: the same, with line ends of one byte' same_text
verdict 'a file that is read-only stays' read_only_stays
verdict 'a folder that is missing' fails_with 73 'no such file or folder' -s 8x8 -q --seed 1 -o none/x.png
verdict 'a folder in place of a file' fails_with 73 'is a folder' -s 8x8 -q --seed 1 -o below/../below -f png
verdict '--no-clobber keeps a file' new_stays
verdict 'a palette that is missing has a name near it' fails_with 64 'did you mean' -p duks -s 8x8 -q -o x.png
verdict 'a file of a scene' fails_with 66 'no such scene or file' 'none\scene.ini' -s 8x8 -q -o x.png
verdict 'settings are read' settings_are_read
verdict 'a film in an animated PNG' film_is_same
verdict 'layers: each file the same' layers_are_same
verdict '--run starts a program with its words' runs_program
verdict 'wallpaper --set sets it' sets_wallpaper
verdict 'two runs in one folder' runs_side_by_side
verdict 'killed while it writes, it leaves the old file' killed_leaves_old

cd "$root" || exit
[ -n "${ALL:-}" ] || { GOLDEN_ONLY=tests/full/golden/few.txt && export GOLDEN_ONLY; }
verdict 'golden scenes' env GOLDEN_FAILURES="$scratch/failures" sh tests/full/golden/run.sh "$scratch/ridgeline"
tail -n 1 "$scratch/log" | sed 's/^/    /'
verdicts_end
