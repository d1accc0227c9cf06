# What docs/motifs.md shows: its drawing, its commands as they are written, its errors.
. "$ROOT/tests/full/cli/common.sh"

page=$ROOT/docs/motifs.md

page_block svg "$page" >chapel.svg
check 'example of a motif has ten lines' test "$(wc -l <chapel.svg)" = 10
page_commands 4 "$page"
hash() { "$R" "$@" -f hash -q </dev/null; }
was=$(hash chapel.png)
check 'motif of the example is in the picture' fails test "$was" = "$(hash chapel.png --motif none)"
mv chapel.svg right.svg
check 'picture of the example needs the motif file no more' test "$was" = "$(hash chapel.png)"
"$R" info chapel.png >said
check 'info of the example has the motif' grep -q '^name = own$' said

# A row of the table of errors: the line, what is printed.
sed -n '/^| line 10/,/^$/s/^| `\(.*\)` | `\(.*\)` |$/\1|\2/p' "$page" >wrong
check 'motifs page has five errors' test "$(wc -l <wrong)" = 5
while IFS='|' read -r line rule; do
    { sed '$d' right.svg; printf '%s\n' "$line"; } >chapel.svg
    run -w hills --motif ./chapel.svg --seed 1 -s 64x36 -f hash
    check "$line" test "$code $(cat "$T/err")" = "65 ridgeline: ./chapel.svg:10: $rule"
done <wrong

# What is built in, by name; a name that there is none of; none at all.
for name in $("$R" --motif help | cut -d ' ' -f 1); do
    check "--motif $name" "$R" --motif "$name" -w lake --seed 3 -s 96x54 -f null -q
done
run --motif cabn -f hash
check 'mistyped motif is refused with the nearest' test "$code $(cat "$T/err")" = \
    '64 ridgeline: --motif cabn: no such motif: did you mean cabin?'
run --motif geese,cabin -w alpine --seed 3 -s 64x36 -o two.png
check 'two motifs are one on land and one in the sky' test \
    "$("$R" info two.png | sed -n '/^name = \(cabin\|geese\)$/p' | tr '\n' ' ')" = \
    'name = cabin name = geese '
run --motif cabin,stag -f hash
check 'two motifs of one kind of place are refused' test "$code $(cat "$T/err")" = \
    '64 ridgeline: --motif cabin,stag: must be one on land or water and one in the sky'
run --motif ./none.svg -f hash
check 'missing motif file is an error' test "$code" = 66
run --motif cabin@far -f hash
check 'place of a motif that is none is refused' test "$code $(cat "$T/err")" = \
    '64 ridgeline: --motif @far: must be -1000..1000 or auto'

# An @ of a file's name is no place.
mkdir a@b
cp right.svg chapel@2x.svg && cp right.svg a@b/chapel.svg
for file in chapel@2x.svg a@b/chapel.svg chapel@2x.svg@-.2 ./a@b/chapel.svg@0.1; do
    check "--motif $file" "$R" --motif "$file" -w hills --seed 1 -s 64x36 -f null -q
done
