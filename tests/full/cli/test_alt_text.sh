# What a picture shows, in words: the option, the file, the PNG that holds them, and that
# the words are true.
. "$ROOT/tests/full/cli/common.sh"

S='--seed 6 -s 64x36'

# text_of FILE - the words that a picture holds.
text_of()
{
    "$R" info "$1" | awk 'sub(/^# description: /, "") { text = $0; goes_on = 1; next }
        goes_on && sub(/^#   /, " ") { text = text $0; next }
        { goes_on = 0 } END { print text }'
}

# ---- the option ----------------------------------------------------------------

# shellcheck disable=SC2086 # lists of arguments
{
    good 'words beside a picture' $S -o a.png --alt-text a.txt
    check 'alt text is one line' test "$(wc -l <a.txt)" -eq 1
    check 'alt text has 80 to 420 letters' grep -qx '.\{80,420\}' a.txt
    check 'alt text ends as a sentence' grep -q '\.$' a.txt
    check 'alt text is plain ASCII' fails grep -q '[^ -~]' a.txt
    check 'PNG holds the alt text of the file' test "$(text_of a.png)" = "$(cat a.txt)"
    good 'second alt text of a scene' $S -o b.png --alt-text b.txt
    check 'alt text of a scene is the same again' cmp a.txt b.txt
    good 'words to standard output' $S -o c.png --alt-text -
    check 'alt text on standard output equals the file' cmp a.txt "$T/out"
    good 'a picture to standard output' $S -f png --alt-text d.txt
    check 'alt text beside a picture on standard output equals the file' cmp a.txt d.txt
    check 'picture on standard output beside an alt text is whole' cmp a.png "$T/out"
    good 'words without a picture' $S -f null -o e.png --alt-text e.txt
    check 'alt text without a picture equals that with one' cmp a.txt e.txt
    good 'words alone' $S -f null --alt-text -
    check 'alt text alone equals that beside a picture' cmp a.txt "$T/out"
    run $S -o plain.png
    check 'PNG without --alt has no alt text' test -z "$(text_of plain.png)"
    run $S -f hash
    cp "$T/out" want
    run a.png -s 64x36 -f hash
    check '--alt changes no pixel' cmp want "$T/out"
    good 'minimal metadata' $S -o m.png --metadata minimal --alt-text m.txt
    check 'PNG of minimal metadata has the alt text' test "$(text_of m.png)" = "$(cat a.txt)"
    good 'no metadata' $S -o n.png --metadata none --alt-text n.txt
    check 'PNG without metadata has no alt text' test -z "$(text_of n.png)"
    check 'alt text file of a PNG without metadata is whole' cmp a.txt n.txt
    good 'pixel art' $S --pixel-art=8 -o p.png --alt-text p.txt
    check 'alt text names pixel art' grep -q 'pixel art of at most 8 colours' p.txt
    check 'palette PNG holds the alt text' test "$(text_of p.png)" = "$(cat p.txt)"
    good '16 bits' $S --depth 16 -o q.png --alt-text q.txt
    check 'PNG of 16 bits holds the alt text' test "$(text_of q.png)" = "$(cat q.txt)"
    good 'many' --seeds 1..3 -s 64x36 -o '{seed}.png' --alt-text '{seed}.txt'
    for n in 1 2 3; do
        check "alt text of many seeds: seed $n has its own" test "$(text_of $n.png)" = "$(cat $n.txt)"
    done
    good 'many to standard output' --seeds 1..3 -s 64x36 -o 'x{seed}.png' --alt-text -
    check 'alt texts of many seeds on standard output are a line each' same "$T/out" - <<EOF
$(cat 1.txt 2.txt 3.txt)
EOF
    good 'one pixel' --seed 1 -s 1x1 -o tiny.png --alt-text tiny.txt
    check 'picture of one pixel has an alt text' grep -qx '.\{80,420\}' tiny.txt
    run info --json a.png
    check 'info --json has the alt text as description' grep -q "\"description\": \"$(cat a.txt)\"" "$T/out"

    bad 'picture and alt text both on standard output' 64 '^ridgeline: --alt-text -: standard output' $S -f png --alt-text -
    bad 'alt text with the name of the picture' 64 "is the picture's name" $S -o a.png --alt-text a.png
    bad 'alt text with another path of the picture' 64 "is the picture's name" $S -o a.png --alt-text ./a.png
    bad 'one alt text file for many pictures' 64 'into --alt-text' --seeds 1..2 -o 'y{seed}.png' --alt-text y.txt
    bad 'an unknown word' 64 '{sed}' --seeds 1..2 -o 'y{seed}.png' --alt-text '{sed}.txt'
    bad 'no such folder' 73 'none/a.txt' $S -o z.png --alt-text none/a.txt
    bad 'a file that stands' 73 'a.txt' $S -o z.png --no-clobber --alt-text a.txt
    bad 'a picture that fails' 73 'none/z.png' $S -o none/z.png --alt-text z.txt
    bad 'not for sheets' 64 'alt-text' sheet --seeds 1..2 -o s.png --alt-text s.txt
}

# What a picture says of itself may come from anybody.
run --seed 1 -s 8x8 -o long.png --alt-text long.txt
check 'alt text of a tiny picture is in the PNG whole' test "$(text_of long.png)" = "$(cat long.txt)"
"$R" --seed 3 -s 64x36 -q -o words.png --alt-text words.txt
check 'alt text may be longer than a line of a scene' test "$(wc -c <words.txt)" -gt 200
check 'alt text longer than a line of a scene is in the PNG' test "$(text_of words.png)" = "$(cat words.txt)"
"$R" info words.png >words.ini
check 'recipe beside a long alt text gives the same picture' \
    test "$("$R" words.ini -f hash -s 64x36)" = "$("$R" words.png -f hash)"

# ---- are they true? ----------------------------------------------------------------

# The checker (tests/support/alt_truth.c) compares each claim with the pixels.  In slot 33 a
# sun is too pale to be named, in slot 39 half of it is behind land; make brute has forty.
truth=$(dirname "$R")/alt-truth
if [ -x "$truth" ]; then
    if "$truth" 32 8 >"$T/truth"; then
        ok 'eight alt texts are true, and no two in a row are the same'
    else
        not_ok 'eight alt texts are true, and no two in a row are the same' "$(cat "$T/truth")"
    fi
    check 'alt text checker compared eight texts' grep -q '^8 texts, 0 false, 0 as the one before' "$T/truth"
else
    not_ok 'alt text checker is built (make check-cli)'
fi
