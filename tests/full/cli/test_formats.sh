# Pictures that people send: each format holds its recipe and its words, other programs read it,
# and what cannot be is said in one line.
# shellcheck disable=SC2086 # lists of words
. "$ROOT/tests/full/cli/common.sh"

S='--seed 7 -s 160x90 -q'
run $S -f hash
cp "$T/out" hash
run $S -o whole.ppm

# has NAME - whether the build has that library.
has()
{
    "$R" --version | grep -q "\<$1 [0-9]" && ! "$R" --version | grep -q "no $1\>"
}

# decoded FORMAT FILE - the picture as PPM, by the format's own program, where there is one.
decoded()
{
    case $1 in
    jpg) command -v djpeg >/dev/null && djpeg -ppm "$2" ;;
    webp) command -v dwebp >/dev/null && dwebp -quiet -ppm "$2" -o - ;;
    avif) command -v avifdec >/dev/null && avifdec "$2" x.png >x.log && convert x.png ppm:- ;;
    jxl) command -v djxl >/dev/null && djxl "$2" x.ppm 2>x.log && cat x.ppm ;;
    esac
}

# mean_difference A B - of the bytes of two PPM of one size.
mean_difference()
{
    cmp -l "$1" "$2" | awk -v size="$(wc -c <"$1")" '
        function octal(s) { return int(s / 100) * 64 + int(s / 10) % 10 * 8 + s % 10 }
        { d = octal($2) - octal($3); sum += d < 0 ? -d : d }
        END { print sum / size }'
}

# ---- each format: library, most mean difference at its own quality, what 16 bits give -------

while read -r format library most deep; do
    if ! has "$library"; then
        bad "$format without $library" 73 "this build has no $library: 'make deps'" $S -o "x.$format"
        continue
    fi
    good "$format" $S --title 'A & <B>' -o "land.$format"
    good "-f $format" $S --title 'A & <B>' -f $format -o other
    check "$format by -f equals that by the ending" same "land.$format" other
    good "$format again" "land.$format" -f hash
    check "recipe of $format gives the same pixels" same hash "$T/out"
    good "$format, larger" "land.$format" -s 192x108 -q -o large.png
    good "info $format" info "land.$format"
    check "info of $format has its size" grep -q '^# size: 160x90' "$T/out"
    check "info of $format has its title" grep -q '^# title: A & <B>$' "$T/out"
    check "info of $format has its description" grep -q '^# description: [A-Z]' "$T/out"
    good "info --json $format" info --json "land.$format"
    check "$format holds the digital source type of IPTC" \
        grep -aq 'digitalsourcetype/algorithmicMedia<' "land.$format"
    good "$format without metadata" $S --metadata none -o bare.$format
    check "$format without metadata holds none" fails grep -aq 'ridgeline\|xpacket' bare.$format
    bad "$format without a recipe" 65 "bare.$format: holds no recipe" "bare.$format" -f hash
    for threads in 1 3; do
        run $S --title 'A & <B>' --threads $threads -o threads.$format
        check "$format is equal with $threads threads" same "land.$format" threads.$format
    done
    good "$format of pixel art" $S --pixel-art -o art.$format
    for quality in 1 60 99; do
        good "$format --quality $quality" $S --quality $quality -o q$quality.$format
    done
    check "$format of less quality has fewer bytes" \
        test "$(wc -c <q1.$format)" -lt "$(wc -c <q60.$format)" -a \
        "$(wc -c <q60.$format)" -lt "$(wc -c <q99.$format)"
    for quality in 0 101 -1 x 1.5; do
        bad "$format --quality $quality" 64 "must be 1..100" $S --quality $quality -o x.$format
    done
    head -c $(($(wc -c <"land.$format") - 9)) "land.$format" >cut.$format
    bad "$format cut short" 65 "cut.$format: cut short" cut.$format -f hash
    bad "info of $format cut short" 65 "cut.$format: cut short" info cut.$format
    bad "$format on a full disk" 74 '' $S -f $format -o /dev/full
    if [ "$deep" = yes ]; then
        good "$format of 16 bits" $S --depth 16 -o deep.$format
    else
        bad "$format of 16 bits" 64 "depth: 16: must be 8 in $format" $S --depth 16 -o x.$format
    fi
    if decoded $format "land.$format" >seen.ppm; then
        check "$format decoded by its own program is the picture" \
            test "$(mean_difference whole.ppm seen.ppm | awk "{ print (\$1 < $most) }")" = 1
        $R $S --quality 100 -o best.$format
        [ $format = jpg ] || check "$format of quality 100 keeps every pixel" \
            eval "decoded $format best.$format | cmp - whole.ppm"
    fi
done <<'END'
jpg libjpeg 1.5 no
webp libwebp 2 no
avif libavif 2 no
jxl libjxl 1.5 yes
END

# ---- what is not of one format --------------------------------------------------------------

if has libjpeg; then
    good '.jpeg' $S -o x.jpeg
    good '.JPG' $S -o x.JPG
    check '.jpeg and .JPG are the same' same x.jpeg x.JPG
    good 'a sheet' sheet --seeds 1..2 --quality 50 -q -o sheet.jpg
    good 'a map' map --seed 1 -s 65 -q -o map.jpg
    good 'a map again' map map.jpg -q -o map.png
    good 'frames' animate --day --seed 1 -s 32x18 --frames 2 --quality 50 -q -o 'f{frame}.jpg'
    printf '\377\330\377\340\0\020JFIF\0' >photo.jpg
    bad 'the head of a photo' 65 'photo.jpg: cut short' photo.jpg -f hash
fi
for name in x.png x.ppm x.ini; do
    bad "--quality with $name" 64 '--quality 80: no effect on .*: is for jpg' $S --quality 80 -o $name
done
bad 'quality of a bare command' 64 '--quality 80: no effect on png' --quality 80
if has libwebp; then
    bad 'a picture that is too wide' 64 'width: 16384: must be 1..16383' classic -s 16384x1 -q -o x.webp
fi
for library in libjpeg libwebp libavif libjxl libdeflate; do
    check "--version says $library" eval "'$R' --version | grep -q '$library'"
done
check '--version fits 80 columns' test "$("$R" --version | wc -L)" -le 80

# ---- --compress small -------------------------------------------------------------------------

run $S -o plain.png
for threads in 1 3; do
    good "small, $threads threads" $S --compress small --threads $threads -o small$threads.png
done
check 'small PNG is equal with any threads' same small1.png small3.png
check 'small PNG has fewer bytes' test "$(wc -c <small1.png)" -lt "$(wc -c <plain.png)"
run animate --day --seed 6 -s 65x32 --frames 3 -q -o plain.apng
good 'a small animation' animate --day --seed 6 -s 65x32 --frames 3 -q --compress small -o small.apng
check 'small animation has fewer bytes' test "$(wc -c <small.apng)" -lt "$(wc -c <plain.apng)"
good 'layers' layers --seed 6 -s 64x36 -q -o plain
good 'small layers' layers --seed 6 -s 64x36 -q --compress small -o small
if command -v convert >/dev/null; then
    check 'small PNG keeps every pixel' \
        test "$(convert plain.png rgb:- | cksum)" = "$(convert small1.png rgb:- | cksum)"
    check 'small layers keep every pixel' \
        test "$(convert plain/*.png -append rgba:- | cksum)" = "$(convert small/*.png -append rgba:- | cksum)"
fi
if command -v ffmpeg >/dev/null; then
    check 'small animation keeps every frame' test "$(ffmpeg -v error -i plain.apng -f framemd5 -)" = \
        "$(ffmpeg -v error -i small.apng -f framemd5 -)"
fi

# ---- films ------------------------------------------------------------------------------------

F='animate --day --seed 6 -s 65x32 --frames 4 -q'

# fake TEXT - a folder with a program ffmpeg of these shell lines, alone on PATH.
fake()
{
    mkdir -p fake
    printf '#!/bin/sh\n%s\n' "$1" >fake/ffmpeg
    chmod +x fake/ffmpeg
}

real=$PATH
program=$R
printf '#!/bin/sh\nPATH=/nowhere exec "%s" "$@"\n' "$program" >lonely
chmod +x lonely
R=$PWD/lonely
for name in x.mp4 x.webm x.gif x.webp; do
    bad "$name without ffmpeg" 69 "${name#x.}: needs ffmpeg, which is not on PATH" $F -o $name
done
R=$program
echo old >old.mp4
while read -r what code pattern program; do
    fake "$program"
    PATH=$PWD/fake:$real
    bad "an ffmpeg that $what" "$code" "$pattern" $F -o old.mp4
    PATH=$real
    check "an ffmpeg that $what: the old file stays" test "$(cat old.mp4)" = old
done <<'END'
fails 69 ^ridgeline:.mp4:.ffmpeg:.exit.code.3:.bad.codec$ cat >/dev/null; echo bad codec >&2; exit 3
does-not-read 69 ffmpeg:.exit.code.1:.no exec 0<&-; echo no >&2; exit 1
is-killed 69 ffmpeg:.killed.by.signal kill -9 $$
writes-nothing 69 ^ridgeline:.mp4:.ffmpeg:.wrote.nothing.*:.no.room$ cat >/dev/null; echo no room >&2
writes-too-little 69 ^ridgeline:.mp4:.ffmpeg:.wrote.a.file.that.is.no.mp4$ cat >/dev/null; printf ....fty
END
fake 'i=0; while [ $i -lt 4000 ]; do echo "line $i of many that fill a pipe" >&2; i=$((i + 1)); done
cat >/dev/null; exit 1'
PATH=$PWD/fake:$real timeout 60 "$R" $F -o old.mp4 2>"$T/err"
check 'ffmpeg that prints more than a pipe holds is not waited for' test $? -eq 69
# Each ends with 0 and has written the first bytes of one format.
for name in mp4:....ftypisom 'webm:\032\105\337\243' gif:GIF89a webp:RIFF....WEBP; do
    fake "cat >/dev/null; printf '${name#*:}'"
    PATH=$PWD/fake:$real
    good "first bytes of ${name%%:*}" $F -o "first.${name%%:*}"
    for other in mp4 webm gif webp; do
        [ $other = "${name%%:*}" ] || bad "${name%%:*} as $other" 69 \
            "^ridgeline: $other: ffmpeg: wrote a file that is no $other\$" $F -o x.$other
    done
    PATH=$real
done
fake 'cat >y4m; echo "$@" >words; printf ....ftyp >/dev/fd/1'
PATH=$PWD/fake:$real
good 'a film' $F -o new.mp4
PATH=$real
check 'film is what ffmpeg wrote' test "$(cat new.mp4)" = ....ftyp
check 'ffmpeg reads all frames' test "$(grep -ac FRAME y4m)" -ge 4
check 'ffmpeg is asked for what browsers play' \
    grep -q -- '-pix_fmt yuv420p .*-movflags +faststart -f mp4 -metadata comment=# ridgeline animate --day ' words
check 'ffmpeg writes to a descriptor' grep -q -- '-y /dev/fd/1$' words
fake 'cat >/dev/null; printf ....ftyp'
PATH=$PWD/fake:$real
good 'a film to standard output' $F -f mp4
check 'film on standard output is whole' test "$(cat "$T/out")" = ....ftyp
bad 'a film on a full disk' 74 '' $F -f mp4 -o /dev/full
bad 'a film that exists' 73 'old.mp4: exists' $F --no-clobber -o old.mp4
PATH=$real
for name in x.mp4 x.webm x.gif; do
    bad "$name with {frame}" 64 'is one file with all frames: remove {frame}' $F -o "{frame}$name"
done
bad 'one picture of all frames' 64 'jpg: is one file for each frame: put {frame} into -o' $F -o x.jpg
bad '--quality of a GIF' 64 '--quality 50: no effect on gif: is for' $F --quality 50 -o x.gif
bad 'a film of a pixel' 64 'a film must be 2x2' animate --day --seed 1 -s 1x1 --frames 2 -q -o x.mp4
bad 'a GIF of too many pixels' 64 'must be within 256 Mpx together in a gif' \
    animate --day --seed 1 -s 4k --frames 100 -q -o x.gif
bad 'a film without an end' 64 'frames 0 never ends' animate --scroll --frames 0 -f mp4

# A frame is more than the pipe and the buffer before it hold.
L='animate --day --seed 1 -s 640x360 --frames 2 -q -f mp4'

# watched TEXT COMMAND... - runs the command with an ffmpeg of these shell lines and sets $code;
# $gone is 0 when no process of that ffmpeg is left: each has the pipe `alive` open.
watched()
{
    fake "exec 3>alive; $1"
    shift
    rm -f alive busy late
    mkfifo alive
    echo old >old.mp4
    timeout 20 cat alive &
    PATH=$PWD/fake:$real "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
    wait $!
    gone=$?
}

watched 'exec 4<&0; sleep 30 & exit 3' "$R" $L -o old.mp4
check 'ffmpeg that ends while another process holds its input is an error' test "$code" -eq 69 -a \
    "$(cat "$T/err" old.mp4)" = "ridgeline: mp4: ffmpeg: exit code 3
old"
check 'process that holds the input of ffmpeg is ended' test $gone -eq 0

# One signal is enough: `late` is made by an ffmpeg that went on.
while read -r what number output lines; do
    watched "$lines" "$HELPER" kill file:busy "$number" "$R" $L -o "$output"
    check "signal $number, ffmpeg $what" \
        test "$code" -eq $((128 + number)) -a ! -e late -a ! -s "$T/err" -a ! -s "$T/out"
    check "signal $number, ffmpeg $what: no process is left" test $gone -eq 0
    check "signal $number, ffmpeg $what: the old file stays" \
        test "$(cat old.mp4; find . -name '.ridgeline-*')" = old
done <<'END'
takes-no-more 15 old.mp4 dd bs=1 count=1 >/dev/null 2>&1; touch busy; sleep 30; touch late
takes-no-more 2 old.mp4 dd bs=1 count=1 >/dev/null 2>&1; touch busy; sleep 30; touch late
is-paused 15 old.mp4 (sleep 30; kill -CONT $$) & dd bs=1 count=1 >/dev/null 2>&1; touch busy; kill -STOP $$; touch late
ignores-it 15 old.mp4 trap '' TERM; dd bs=1 count=1 >/dev/null 2>&1; touch busy; sleep 30; touch late
has-all-frames 15 old.mp4 cat >/dev/null; touch busy; sleep 30; touch late
ends-with-0-then 15 old.mp4 trap 'printf ....ftyp; exit 0' TERM; cat >/dev/null; touch busy; sleep 30 & wait; touch late
writes-to-a-pipe 15 - dd bs=1 count=1 >/dev/null 2>&1; touch busy; sleep 30; touch late
END

good '.apng' $F -o film.apng
good '.png' $F -o film.png
check '.apng and .png of an animation are the same' same film.apng film.png
good 'the apng holds its recipe' info film.apng
check 'recipe of an animated PNG follows its frames' \
    test "$(grep -abo IDAT film.apng | head -n 1 | cut -d : -f 1)" -lt 2048
good 'recipe of an animated PNG' film.apng -f hash
if command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; then
    for name in mp4:h264 webm:vp9 gif:gif apng:apng; do
        ending=${name%:*}
        good "a real $ending" $F -o real.$ending
        check "$ending has its codec and all frames" test "$(ffprobe -v error -count_packets -of csv=p=0 \
            -show_entries stream=codec_name,nb_read_packets real.$ending)" = "${name#*:},4"
    done
    ffprobe -v error -show_entries format_tags=comment -of default=nw=1:nk=1 real.webm >film.ini
    "$R" film.apng -q -f scene >frame.ini
    good 'the comment of a film is a scene' ./film.ini -q -f scene
    check 'comment of a film is the scene of its first frame' same "$T/out" frame.ini
    good 'a film without one' $F --metadata none -o none.mp4
    check 'film without metadata has no comment' \
        test -z "$(ffprobe -v error -show_entries format_tags=comment -of default=nw=1:nk=1 none.mp4)"
    good 'less quality' $F --quality 5 -o small.mp4
    check 'film of less quality has fewer bytes' test "$(wc -c <small.mp4)" -lt "$(wc -c <real.mp4)"
    good 'a real webp' $F -o real.webp
    check 'webp of an animation is animated' grep -q ANIM real.webp
fi
check 'films leave no temporary file' test -z "$(find . -name '.ridgeline-*')"
