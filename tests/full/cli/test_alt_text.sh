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
    check 'one line' test "$(wc -l <a.txt)" -eq 1
    check 'of 80 to 420 letters' grep -qx '.\{80,420\}' a.txt
    check 'that ends as a sentence' grep -q '\.$' a.txt
    check 'plain ASCII' fails grep -q '[^ -~]' a.txt
    check 'the PNG holds them' test "$(text_of a.png)" = "$(cat a.txt)"
    good 'the same again' $S -o b.png --alt-text b.txt
    check 'the same words' cmp a.txt b.txt
    good 'words to standard output' $S -o c.png --alt-text -
    check 'they are the same' cmp a.txt "$T/out"
    good 'a picture to standard output' $S -f png --alt-text d.txt
    check 'the words have their file' cmp a.txt d.txt
    check 'the picture is whole' cmp a.png "$T/out"
    good 'words without a picture' $S -f null -o e.png --alt-text e.txt
    check 'are the same, too' cmp a.txt e.txt
    good 'words alone' $S -f null --alt-text -
    check 'are the same, too' cmp a.txt "$T/out"
    run $S -o plain.png
    check 'no words unless asked for' test -z "$(text_of plain.png)"
    run $S -f hash
    cp "$T/out" want
    run a.png -s 64x36 -f hash
    check 'words change no pixel' cmp want "$T/out"
    good 'minimal metadata' $S -o m.png --metadata minimal --alt-text m.txt
    check 'have the words' test "$(text_of m.png)" = "$(cat a.txt)"
    good 'no metadata' $S -o n.png --metadata none --alt-text n.txt
    check 'has no words in the PNG' test -z "$(text_of n.png)"
    check 'but in the file' cmp a.txt n.txt
    good 'pixel art' $S --pixel-art=8 -o p.png --alt-text p.txt
    check 'is told' grep -q 'pixel art of at most 8 colours' p.txt
    check 'in its palette PNG, too' test "$(text_of p.png)" = "$(cat p.txt)"
    good '16 bits' $S --depth 16 -o q.png --alt-text q.txt
    check 'in a PNG of 16 bits' test "$(text_of q.png)" = "$(cat q.txt)"
    good 'many' --seeds 1..3 -s 64x36 -o '{seed}.png' --alt-text '{seed}.txt'
    for n in 1 2 3; do
        check "words of seed $n" test "$(text_of $n.png)" = "$(cat $n.txt)"
    done
    good 'many to standard output' --seeds 1..3 -s 64x36 -o 'x{seed}.png' --alt-text -
    check 'one line each' same "$T/out" - <<EOF
$(cat 1.txt 2.txt 3.txt)
EOF
    good 'one pixel' --seed 1 -s 1x1 -o tiny.png --alt-text tiny.txt
    check 'has words' grep -qx '.\{80,420\}' tiny.txt
    run info --json a.png
    check 'in the JSON' grep -q "\"description\": \"$(cat a.txt)\"" "$T/out"

    bad 'both to standard output' 64 '^ridgeline: --alt-text -: standard output' $S -f png --alt-text -
    bad 'the name of the picture' 64 "is the picture's name" $S -o a.png --alt-text a.png
    bad 'another way to write it' 64 "is the picture's name" $S -o a.png --alt-text ./a.png
    bad 'one file for many' 64 'into --alt-text' --seeds 1..2 -o 'y{seed}.png' --alt-text y.txt
    bad 'an unknown word' 64 '{sed}' --seeds 1..2 -o 'y{seed}.png' --alt-text '{sed}.txt'
    bad 'no such folder' 73 'none/a.txt' $S -o z.png --alt-text none/a.txt
    bad 'a file that stands' 73 'a.txt' $S -o z.png --no-clobber --alt-text a.txt
    bad 'a picture that fails' 73 'none/z.png' $S -o none/z.png --alt-text z.txt
    bad 'not for sheets' 64 'alt-text' sheet --seeds 1..2 -o s.png --alt-text s.txt
}

# What a picture says of itself may come from anybody.
run --seed 1 -s 8x8 -o long.png --alt-text long.txt
check 'a long description is printed whole' test "$(text_of long.png)" = "$(cat long.txt)"
"$R" --seed 3 -s 64x36 -q -o words.png --alt-text words.txt
check 'words that no line of a scene holds' test "$(wc -c <words.txt)" -gt 200
check 'are printed whole' test "$(text_of words.png)" = "$(cat words.txt)"
"$R" info words.png >words.ini
check 'as scene text' test "$("$R" words.ini -f hash -s 64x36)" = "$("$R" words.png -f hash)"

# ---- are they true? ----------------------------------------------------------------

# The checker (tests/support/alt_truth.c) compares each claim with the pixels.  In slot 33 a
# sun is too pale to be named, in slot 39 half of it is behind land; make brute has forty.
truth=$(dirname "$R")/alt-truth
if [ -x "$truth" ]; then
    if "$truth" 32 8 >"$T/truth"; then
        ok 'eight texts are true, and no two in a row are the same'
    else
        not_ok 'eight texts are true, and no two in a row are the same' "$(cat "$T/truth")"
    fi
    check 'the checker saw eight' grep -q '^8 texts, 0 false, 0 as the one before' "$T/truth"
else
    not_ok 'the checker is there: make check-cli builds it'
fi
