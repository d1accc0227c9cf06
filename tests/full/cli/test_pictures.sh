# Pictures: formats, recipes, regions, seeds, names.
. "$ROOT/tests/full/cli/common.sh"

# Formats.
good 'png by name' -s 64x36 --seed 6 -o a.png
check 'png begins as a PNG' test "$(head -c 4 a.png | tail -c 3)" = PNG
good 'ppm by name' -s 64x36 --seed 6 -o a.ppm
check 'ppm has its header' test "$(head -n 3 a.ppm | LC_ALL=C tr '\n' ' ')" = 'P6 64 36 255 '
check 'ppm has its size' test "$(wc -c <a.ppm)" -eq $((13 + 64 * 36 * 3))
good 'ppm of 16 bits' -s 64x36 --seed 6 --depth 16 -o b.ppm
check 'ppm of 16 bits has its size' test "$(wc -c <b.ppm)" -eq $((15 + 64 * 36 * 6))
good 'pam by name' -s 64x36 --seed 6 -o a.pam
check 'pam has its header' test "$(head -n 1 a.pam)" = P7
check 'pam and ppm have the same pixels' \
    test "$(tail -c 6912 a.pam | cksum)" = "$(tail -c 6912 a.ppm | cksum)"
good 'ending in capitals' -s 64x36 --seed 6 -o a.PPM
check 'endings in capitals give the same' same a.ppm a.PPM
good 'file without an ending' -s 64x36 --seed 6 -o a
check 'file without an ending is a PNG' same a.png a
good 'format beats ending' -s 64x36 --seed 6 -f ppm -o b.png
check '-f wins over the ending' same a.ppm b.png
good hash -s 64x36 --seed 6 -f hash
check 'hash prints one line' test "$(wc -l <"$T/out")" -eq 1
cp "$T/out" hash
run -s 64x36 --seed 5 -f hash
check 'another seed has another hash' fails cmp "$T/out" hash
good null -s 64x36 --seed 6 -f null
check 'null writes nothing' test ! -s "$T/out"
for threads in 1 2 3 7 256; do
    run -s 64x36 --seed 6 -f hash --threads "$threads"
    check "picture is equal with $threads threads" same hash "$T/out"
done

# Standard output.
for format in png ppm pam; do
    good "$format to standard output" -s 64x36 --seed 6 -f "$format" -o -
    check "$format on standard output is the same" same a."$format" "$T/out"
    good "$format without -o" -s 64x36 --seed 6 -f "$format"
    check "$format without -o is the same" same a."$format" "$T/out"
done

# A picture is its own recipe.
good 'a picture again' a.png -o b.png
check 'a picture again is the same file' same a.png b.png
good 'a picture onto itself' b.png -o b.png
check 'picture onto itself is unchanged' same a.png b.png
good 'a picture larger' a.png -s 128x72 -o large.png
good 'larger picture from the seed' --seed 6 -s 128x72 -o seed.png
check 'recipe at a larger size equals the seed at that size' same large.png seed.png
good 'larger and smaller again' large.png -s 64x36 -o b.png
check 'recipe back at the old size is the same' same a.png b.png
good 'a picture in 16 bits' --seed 6 -s 64x36 --depth 16 -o deep.png
good 'recipe of 16 bits' deep.png -o b.png
check 'recipe of 16 bits gives 16 bits' same deep.png b.png
"$R" - -o b.png <a.png
check 'a picture from standard input is the same' same a.png b.png
good 'the title is the scene' classic --seed 1 -o c.png
good 'a title goes on' c.png -s 100x50 -o d.png
run info d.png
check 'title of a recipe is kept' grep -q '^# title: classic' "$T/out"
title=$(printf 'Zw\303\266lf')
good 'a title of its own' classic --seed 1 --title "$title" -o d.png
run info d.png
check '--title is written' grep -q "^# title: $title$" "$T/out"

# Scene text.
good 'scene text' -s 64x36 --seed 6 -f scene -o a.ini
good 'paint it' ./a.ini -f ppm -o b.ppm
check 'scene text gives the same pixels' same a.ppm b.ppm
good 'scene text of a picture' a.png -f scene
check 'scene text of a picture is the same text' same a.ini "$T/out"
good 'scene text by ending' a.png -o b.ini
check 'ending .ini gives scene text' same a.ini b.ini
"$R" - -f ppm <a.ini >b.ppm
check 'scene text from standard input gives the same pixels' same a.ppm b.ppm
good 'scene text from info' info a.png
cp "$T/out" c.ini
good 'paint the text of info' ./c.ini -f ppm -o b.ppm
check 'text of info gives the same pixels' same a.ppm b.ppm
cp a.ini classic
good 'a file named like a scene' ./classic -f ppm -o b.ppm
check './classic is the file' same a.ppm b.ppm
run classic --seed 1 -f scene
check 'classic is the scene' grep -q '^size = 1000x500' "$T/out"

# Order: what comes later on this list wins.
good '--set wins over --depth' -s 8x8 --seed 1 --set output.depth=16 --depth 8 -f ppm
check 'depth of --set wins over --depth' grep -q '^65535' "$T/out"
good '-p wins over the scene' a.png -p winter -f scene
check '-p wins over the palette of the scene' grep -q '^name = winter' "$T/out"
run palette show winter
winter=$(sed -n 's/^mist //p' "$T/out")
run a.png -p winter -f scene
check '-p sets all colours of the palette' grep -q "^mist = $winter" "$T/out"
good '--set wins over -p' a.png -p winter --set palette.mist=#010203 -f scene
check 'colour of --set wins over -p' grep -q '^mist = #010203' "$T/out"
good '--seed wins over the picture' a.png --seed 5 -f ppm -o c.ppm
run -s 64x36 --seed 5 -f hash
check '--seed wins over the seed of the picture' fails same a.ppm c.ppm

# Regions.
for seed in 1 2 3; do
    run -s 100x50 --seed $seed -o whole.ppm
    for part in 100x50+0+0 1x1+0+0 1x1+99+49 33x21+17+20 100x1+0+25 7x50+50+0; do
        width=${part%%x*} rest=${part#*x} height=${rest%%+*} rest=${rest#*+}
        run -s 100x50 --seed $seed --region $part -o part.ppm
        crop whole.ppm "${rest%+*}" "${rest#*+}" "$width" "$height" >crop.ppm
        check "region $part of seed $seed equals that part of the whole" same part.ppm crop.ppm
    done
done
good 'a part as png' -s 100x50 --seed 1 --region 33x21+17+20 -o part.png
good 'a part again' part.png -o b.png
check 'region is recorded' same part.png b.png
good 'the whole of a part' part.png -s 100x50 -o b.ppm
run -s 100x50 --seed 1 -o whole.ppm
check '-s drops the recorded region' same whole.ppm b.ppm
good 'another region of a recipe with a region' part.png --region 9x9+3+3 -o b.ppm
crop whole.ppm 3 3 9 9 >crop.ppm
check '--region replaces the recorded region' same b.ppm crop.ppm

# Seeds.
run -s 64x36 -o r.png
check 'a random seed is printed' grep -q '^seed [0-9][0-9]*$' "$T/err"
good 'the printed seed' -s 64x36 --seed "$(sed 's/seed //' "$T/err")" -o s.png
check 'printed seed gives the same picture' same r.png s.png
run -s 64x36 -f hash
cp "$T/out" hash1
run -s 64x36 -f hash
check 'random seeds differ' fails cmp "$T/out" hash1
run -s 64x36 -q -f hash
check '-q prints no seed' test ! -s "$T/err"
run -s 64x36 --seed 3 -f hash
check 'a chosen seed is not printed' test ! -s "$T/err"
run -s 64x36 --seed 006 -f hash
check 'leading zeros of a seed do not matter' same hash "$T/out"
run -s 64x36 --seed hello -f hash
cp "$T/out" hash1
run -s 64x36 --seed hello -f hash
check 'a text is a seed' same hash1 "$T/out"
run -s 64x36 --seed Hello -f hash
check 'case of a seed of text matters' fails cmp hash1 "$T/out"
run -s 64x36 --set ridgeline.seed=6 -f hash
check '--set sets the seed' same hash "$T/out"
check '--set of the seed prints none' test ! -s "$T/err"

# Names.
mkdir many
good 'many seeds' --seeds 5..7 -s 64x36 -o 'many/w-{seed}.png'
check 'range of three seeds gives three pictures' test "$(ls many | tr '\n' ' ')" = 'w-5.png w-6.png w-7.png '
check 'picture of seed 6 in a range is right' same a.png many/w-6.png
good 'an index' --seeds 5..14 -s 8x8 -o 'many/i{index}.ppm'
check 'number in names of a range is padded' test -e many/i01.ppm -a -e many/i10.ppm
good 'one seed without a word in braces' --seeds 6..6 -s 64x36 -o one.png
check 'picture of one seed of a range is right' same a.png one.png
good 'the last seed' --seeds 18446744073709551614..18446744073709551615 -s 8x8 \
    -o 'many/last{index}.ppm'
check 'range to the last seed has two pictures' test "$(ls many/last* | wc -l)" -eq 2
good 'every word' --seed my.seed_1-x -s 40x20 --region 8x9+1+1 -p dusk -q \
    -o 'n-{seed}-{w}x{h}-{palette}-{index}-{{}}.ppm'
check 'every word in braces is replaced' test -s 'n-my.seed_1-x-8x9-dusk-1-{}.ppm'
good 'a seed that is a path' --seed ../up -s 8x8 -q -o 'p{seed}.ppm'
check 'seed with a slash in a name is a number' test "$(ls p[0-9]*.ppm | wc -l)" -eq 1
good 'a seed that is dots' --seed .. -s 8x8 -q -o 'd{seed}.ppm'
check 'seed of dots in a name is a number' test "$(ls d[0-9]*.ppm | wc -l)" -eq 1
mkdir half
mkdir half/7.png
run --seeds 6..8 -s 8x8 -o 'half/{seed}.png'
check 'the first failure ends the run' test "$code" -eq 73 -a -e half/6.png -a ! -e half/8.png

# Metadata.
for level in minimal none; do
    good "metadata $level" classic --seed 1 --metadata $level -o m.png
    run info m.png
    check "--metadata $level writes no recipe" grep -q '^# recipe: none$' "$T/out"
done
check '--metadata none writes no software' grep -q '^# software: none$' "$T/out"
check '--metadata none writes no title' grep -q '^# title: none$' "$T/out"

# What the file is made for, and by which kernels: bytes follow from the aim alone.
good 'compress default' --seed 6 -s 200x150 --threads 1 -o aim.png
for aim in default fast small; do
    good "compress $aim" --seed 6 -s 200x150 --compress $aim --threads 1 -o $aim.png
    for kernels in best plain vector avx2 avx512; do
        good "compress $aim by $kernels" --seed 6 -s 200x150 --compress $aim \
            --kernels $kernels --threads 3 -o k.png
        check "kernels $kernels write the same $aim" same $aim.png k.png
    done
done
check '--compress default is the default' same aim.png default.png
check '--compress small is smaller' test "$(wc -c <small.png)" -lt "$(wc -c <default.png)"
good 'compress of a map' map --seed 3 -s 129 --compress small --kernels plain -o m1.png
good 'map as ever' map --seed 3 -s 129 -o m2.png
check 'map of --compress small is smaller' test "$(wc -c <m1.png)" -lt "$(wc -c <m2.png)"
good 'compress of a sheet' sheet --seeds 1..2 -s 64x36 --compress small -o s1.png
good 'compress of indexed colours' --seed 3 -s 64x36 --pixel-art --compress fast -o i1.png
bad 'an unknown aim' 64 '--compress best: must be default|fast|small' --compress best -o x.png
bad 'unknown kernels' 64 '--kernels sse: must be best|plain|vector|avx2|avx512' --kernels sse -o x.png

# Heights.
good csv classic --seed 1 -f csv -o h.csv
check 'csv has a header' test "$(head -n 1 h.csv)" = x,ridge_1,ridge_2,ridge_3,ridge_4
check 'csv has a line for each column' test "$(wc -l <h.csv)" -eq 1001
check 'csv has three decimals' \
    fails grep -qv '^[0-9]*\(,-\{0,1\}[0-9]*\.[0-9][0-9][0-9]\)\{4\}$\|^x,' h.csv
good 'csv of a part' classic --seed 1 --region 300x10+500+7 -f csv
sed -n '502,801p' h.csv >want
tail -n +2 "$T/out" >got
check 'csv of a region is a part of csv' same want got
good 'csv by ending and format' classic --seed 1 -f csv
check 'csv by ending and format agree' same h.csv "$T/out"
good json classic --seed 1 -o h.json
check 'json is one line' test "$(wc -l <h.json)" -eq 1
check 'json says what it is' grep -q \
    '^{"algorithm":3,"count":1000,"height":500,"ridges":\[\[.*\]\],"seed":"1","width":1000,"x":0}$' \
    h.json
sed 's/.*"ridges":\[\[//;s/\].*//' h.json | tr ',' '\n' | awk '{ printf "%.3f\n", $1 }' >got
tail -n +2 h.csv | cut -d , -f 2 >want
check 'json and csv of a region agree' same want got
good points classic --seed 1 -f points
check 'points of a segment begin and end at its ends' grep -q \
    '^{"height":500,"width":1000,"ridges":\[\[\[0.000,350.000\],.*,\[1000.000,320.000\]\],$' "$T/out"
good 'points as csv' classic --seed 1 -f points-csv
check 'points have 2^n + 1 lines for n iterations' test \
    "$(cut -d , -f 1 "$T/out" | uniq -c | tr -s ' \n' ' ')" = ' 1 ridge 257 1 513 2 4097 3 4097 4 '
bad 'points of a ridge without vertices' 64 'must be segment' --seed 1 -f points
good 'json of a part of that' classic -s 1000000x10 --seed 1 --region 9x9+999991+0 -f json
check 'json of a region says where it is' grep -q '"x":999991' "$T/out"

# A mood is the same in a text and on the command line, with an hour and without.
for mood in moonlight desert vapor; do
    for hour in auto 06:30; do
        printf '[ridgeline]\nseed = 5\nmood = %s\ntime = %s\n' "$mood" "$hour" >mood.ini
        good "mood $mood at $hour in a text" ./mood.ini -f scene -o text.ini
        good "mood $mood at $hour in options" --seed 5 -m "$mood" --set "ridgeline.time=$hour" \
            -f scene -o options.ini
        check "mood $mood at $hour in a text equals the options" same text.ini options.ini
    done
done
