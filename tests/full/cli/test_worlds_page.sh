# What docs/worlds.md shows: its example, its commands as they are written, its errors.
. "$ROOT/tests/full/cli/common.sh"

page=$ROOT/docs/worlds.md

page_block ini "$page" >pillars.ini
check 'example of a world has ten lines' test "$(wc -l <pillars.ini)" = 10
page_commands 6 "$page"
check 'example of a world differs from the world that it is like' fails test \
    "$("$R" -w ./pillars.ini --seed 8 -m dusk -s 64x36 -f hash)" = \
    "$("$R" -w cloudsea --seed 8 -m dusk -s 64x36 -f hash)"

# A row of the table of errors: the line, the rule.
cp pillars.ini right.ini
sed -n '/^| line 11/,/^$/s/^| `\(.*\)` | \(.*\) |$/\1|\2/p' "$page" >wrong
check 'worlds page has five errors' test "$(wc -l <wrong)" = 5
while IFS='|' read -r line rule; do
    { cat right.ini; printf '%s\n' "$line"; } >pillars.ini
    run -w ./pillars.ini --seed 1 -s 64x36 -f hash
    check "$line" test "$code $(cat "$T/err")" = "65 ridgeline: ./pillars.ini:11: $line: $rule"
done <wrong
