# Worlds that go on: --loop and --offset.
. "$ROOT/tests/full/cli/common.sh"

# A loop turned by some pixels is the loop from there on.
good 'a loop' --seed 14 -s 256x120 --loop -o loop.ppm
for turn in 37:37 -219:37 9223372036854775653:101; do
    offset=${turn%:*} column=${turn#*:}
    good "window of a loop at $offset" --seed 14 -s 256x120 --loop --offset "$offset" \
        --region 90x120+0+0 -o turned.ppm
    good "region $column of a loop" --seed 14 -s 256x120 --loop --region "90x120+$column+0" \
        -o part.ppm
    check 'window of a loop equals that part of it' same turned.ppm part.ppm
done
good 'an offset of one loop' --seed 14 -s 256x120 --loop --offset 256 -o again.ppm
check 'offset of a whole loop changes nothing' same loop.ppm again.ppm

# Windows of an endless world.
good 'a window' --seed 3 -s 200x90 --offset 1000000 -o left.png
good 'right half of an endless window' --seed 3 -s 200x90 --offset 1000000 --region 100x90+100+0 -o half.ppm
good 'window to the right of an endless window' --seed 3 -s 200x90 --offset 1000100 --region 100x90+0+0 -o right.ppm
check 'windows of an endless world join' same half.ppm right.ppm
good 'the smallest offset' --seed 3 -s 64x40 --offset -9223372036854775808 -f hash
good 'the largest offset' --seed 3 -s 64x40 --offset 9223372036854775807 -f hash

# A picture is its own recipe.
good 'a window again' left.png -o again.png
check 'endless picture is its own recipe' same left.png again.png
good 'scene text of an endless picture' left.png -f scene
check 'endless recipe has its offset' grep -q '^offset = 1000000$' "$T/out"
check 'endless recipe has its kind of world' grep -q '^kind = endless$' "$T/out"
good 'an offset in a loop of a file' --seed 14 -s 256x120 --loop -f scene -o loop.ini
good 'loop of a file with an offset' loop.ini -s 256x120 --offset 256 -o again.ppm
check 'offset of a whole loop of a file changes nothing' same loop.ppm again.ppm
good 'the text of a plain picture' --seed 3 -f scene
check 'plain recipe has no world' fails grep -q '^\[world\]' "$T/out"

for size in 1000x50 427x24 1x1; do
    good "a loop of $size" --seed 1 -s $size --loop -o any.ppm
    good '... turned once' --seed 1 -s $size --loop --offset "${size%x*}" -o turned.ppm
    check 'loop of any size turned once is the same' same any.ppm turned.ppm
done
bad 'half a pixel' 64 '^ridgeline: --offset 1.5: must be a whole number of 64 bits$' \
    --seed 1 -s 64x50 --offset 1.5 -o x.png
bad 'an offset beyond 64 bits' 64 'must be a whole number' --offset 9223372036854775808 -f hash
bad 'no number' 64 'must be a whole number' --offset far -f hash
bad 'a world that there is not' 64 'did you mean loop' --set extent.kind=lop -f hash
bad 'a phase beyond its cycle' 64 'must be 0..1' --set extent.phase=1.5 -f hash
bad 'a drift that is not left to the seed' 64 'must be -64..64' --set extent.clouds=auto -f hash
