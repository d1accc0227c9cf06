#!/bin/sh
# oracles-animate.sh PROGRAM - animated PNG as others read it, and a film made as the manual
# says.  A tool that is missing is a failure that names it: `make deps-oracles` installs
# them.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
manual=$PWD/docs/ridgeline.1.in

need_tools pngcheck ffmpeg ffprobe

# As many frames as a cycle needs to show each kind of picture.
frames=12

# samples FILE W H - the pixels of a stream of PPM, without what stands before each.
samples()
{
    head_size=$(printf 'P6\n%d %d\n255\n' "$2" "$3" | wc -c)
    frame_size=$((head_size + $2 * $3 * 3))
    count=$(($(wc -c <"$1") / frame_size)) i=0
    while [ $i -lt $count ]; do
        tail -c +$((i * frame_size + head_size + 1)) "$1" | head -c $(($2 * $3 * 3))
        i=$((i + 1))
    done
}

# Every frame of the animation is that of the stream.
same_as_stream() # W H ARGUMENT...
{
    width=$1 height=$2
    shift 2
    "$program" animate -q "$@" -s "${width}x$height" --frames $frames -o "$scratch/a.png" &&
        "$program" animate -q "$@" -s "${width}x$height" --frames $frames -f ppm \
            -o "$scratch/ours.ppm" || return
    pngcheck -q "$scratch/a.png" || return
    ffmpeg -v error -y -f apng -i "$scratch/a.png" -vsync passthrough -f rawvideo -pix_fmt rgb24 \
        "$scratch/theirs" || return
    samples "$scratch/ours.ppm" "$width" "$height" >"$scratch/ours"
    [ "$(wc -c <"$scratch/theirs")" -eq $((frames * width * height * 3)) ] || return
    cmp "$scratch/ours" "$scratch/theirs"
}

# The command of the manual, word by word, but for the seconds it needs.
film_of_the_manual()
{
    command=$(sed -n '/^ridgeline animate --scroll .*-o - |$/,/out.mp4$/p' "$manual" | sed 2q)
    echo "$command" | grep -q 'out.mp4$' || return
    mkdir "$scratch/bin" || return
    printf '#!/bin/sh\nexec "%s" "$@" -q -s 320x180 --frames 50\n' "$program" \
        >"$scratch/bin/ridgeline"
    chmod +x "$scratch/bin/ridgeline"
    (cd "$scratch" && PATH=$scratch/bin:$PATH sh -c "$command" </dev/null >/dev/null 2>&1) || return
    [ "$(ffprobe -v error -show_entries stream=width,height,nb_frames,r_frame_rate \
        -of default=nk=1:nw=1 "$scratch/out.mp4" | paste -s -d ' ' -)" = '320 180 25/1 50' ]
}

# Some 1500 tiles of 0.9 MB pass; a few may stay.
stream_in_little_memory()
{
    # Not of POSIX, but every shell of ours has it.
    # shellcheck disable=SC3045
    (ulimit -v 1000000 && "$program" animate --scroll --frames 0 --pace 1000 --seed 7 -s 640x360 \
        --threads 2 -f hash 2>"$scratch/err" </dev/null) | head -n 200 >"$scratch/out"
    [ "$(wc -l <"$scratch/out")" -eq 200 ] || return
    [ ! -s "$scratch/err" ]
}

verdict 'a scroll, frame by frame' same_as_stream 320 180 --scroll --seed 7
verdict 'a scroll over a lake' same_as_stream 192 108 --scroll --seed 5 --style lake
verdict 'a scroll of pixel art' same_as_stream 128 72 --scroll --seed 5 --pixel-art=16
verdict 'a day' same_as_stream 161 91 --day --seed 7
verdict 'weather at night' same_as_stream 192 108 --weather --seed 7 -m moonlight
verdict 'a sweep of a landscape' same_as_stream 100 57 --sweep sun.x=-0.6..0.6 --seed 7
verdict 'a sweep of a map' same_as_stream 97 65 --sweep map.persistence=0.2..0.8 --seed 7
verdict 'a flight' same_as_stream 160 90 --flight --seed 7 --map-size 128
verdict 'a scroll without an end in 1 GB' stream_in_little_memory
verdict "the manual's film" film_of_the_manual

verdicts_end
