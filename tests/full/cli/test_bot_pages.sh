# The bot's pages, from entries that are given: what Atom wants of the feed and a reader of the
# gallery, with texts that would be marks if anybody forgot to escape them.
. "$ROOT/tests/full/cli/common.sh"

MAKE=${R%/*}/pages-make
check 'pages-make is built' test -x "$MAKE"

NAME='Ridges & <b>more</b> "here" it'\''s'
ALT='A "calm" lake & <i>five</i> ridges that fade from black to pale rose; it'\''s dusk &amp; no sun shows.'
URL='https://example.org/~bot/a&b/'
TAB=$(printf '\t')

# feed FILE, gallery FILE - its lines, or its first fault.
feed()
{
    LC_ALL=C awk -f "$ROOT/tests/support/markup.awk" -f "$ROOT/tests/support/atom.awk" "$1"
}
gallery()
{
    LC_ALL=C awk -f "$ROOT/tests/support/markup.awk" -f "$ROOT/tests/support/gallery.awk" "$1"
}

# field N FILE - that field of each line; line WORD FILE - the lines that begin so.
field()
{
    cut -f "$1" "$2"
}
line()
{
    grep "^$1$TAB" "$2"
}

# entries COUNT - as many slots, newest first, an hour from one to the next.
entries()
{
    awk -v count="$1" -v alt="$ALT" 'BEGIN {
        for (i = count - 1; i >= 0; i--)
            printf "202602%02dT%02d00Z\t%d\t%d\t%d\tNight & <day> %d\t%s\n", 1 + int(i / 24), i % 24,
                1600 - i % 7, 900 + i % 5, 100000 + i, i, alt
    }'
}

entries 150 >many
entries 3 >three
entries 1 >one

# ---- the feed -------------------------------------------------------------

for count in one three many; do
    check "feed of $count entries is made" "$MAKE" feed "$NAME" <$count
    "$MAKE" feed "$NAME" <$count >$count.xml
    check "feed of $count entries keeps the rules of RFC 4287" feed $count.xml
    "$MAKE" feed "$NAME" "$URL" <$count >$count.url.xml
    check "feed of $count entries with an address keeps the rules" feed $count.url.xml
done
feed many.xml >atom
feed many.url.xml >atom.url
head -n 100 many | LC_ALL=C sed 's/\(....\)\(..\)\(..\)T\(..\)\(..\)Z.*/\1-\2-\3T\4:\5:00Z/' >dates
check 'feed has the newest hundred entries in their order' \
    test "$(line entry atom | field 3 -)" = "$(cat dates)"
check 'feed has the name as title and author' test \
    "$(line feed atom | field 4,5 -)" = "$NAME$TAB$NAME"
check 'feed has the titles of the slots' test \
    "$(line entry atom | field 4 -)" = "$(head -n 100 many | field 5 -)"
check 'feed has the alt texts' test "$(line entry atom | field 8 - | sort -u)" = "$ALT"
check 'HTML in a feed is escaped twice' grep -q \
    '&amp;lt;i&amp;gt;five&amp;lt;/i&amp;gt; ridges .* it&amp;#39;s dusk &amp;amp;amp; no' one.xml
check 'feed enclosures have the length of the pictures' test \
    "$(line entry atom | field 7 -)" = "$(head -n 100 many | field 4 -)"
check 'feed without an address has relative links' test \
    "$(line entry atom | field 5,6 - | head -n 1)" = \
    "index.html#20260207T0500Z${TAB}20260207T0500Z.png"
check 'feed with an address has absolute links' test \
    "$(line entry atom.url | field 5,6 - | head -n 1)" = \
    "${URL}index.html#20260207T0500Z${TAB}${URL}20260207T0500Z.png"
check 'feed with an address names its own' test \
    "$(line feed atom.url | field 6,7 -)" = "${URL}index.html$TAB${URL}feed.xml"
check 'HTML in a feed with an address has absolute links' grep -q \
    'img src=&quot;https://example.org/~bot/a&amp;amp;b/20260207T0500Z.png&quot;' many.url.xml

# ids NAME [URL] <ENTRIES
ids()
{
    "$MAKE" feed "$@" >ids.xml && feed ids.xml | field 2 -
}
check 'feed ids do not depend on the address' test "$(field 2 atom)" = "$(field 2 atom.url)"
check 'feed ids do not depend on the other entries' test \
    "$(ids "$NAME" <three | tail -n 1)" = "$(ids "$NAME" <one | tail -n 1)"
check 'feed ids depend on the name' test \
    "$({ ids 1 && ids 2 <three && ids "$NAME" <three && ids 'Ridges' <three; } <three | sort -u | wc -l)" -eq 16
# Readers know a picture by it: another one would show them every picture again.
check 'feed ids are fixed' test \
    "$(ids mybot <one | tr '\n' ' ')" = \
    "urn:uuid:2bc6ccda-e120-8a0d-9339-3c3d1fb174cc urn:uuid:a7d65fb2-949d-8e94-9075-c2768fd5b840 "

# ---- the gallery ----------------------------------------------------------

for count in one three many; do
    check "gallery of $count entries is made" "$MAKE" index "$NAME" <$count
    "$MAKE" index "$NAME" <$count >$count.html
    check "gallery of $count entries keeps its rules" gallery $count.html
done
gallery many.html >page
check 'gallery has the name as heading' test "$(line page page)" = "page$TAB$NAME$TAB$NAME${TAB}feed.xml$TAB"
check 'gallery has every slot in its order' test "$(line figure page | field 2 -)" = "$(field 1 many)"
check 'gallery gives each picture its size' test "$(line figure page | field 4,5 -)" = "$(field 2,3 many)"
check 'gallery has the titles of the slots' test "$(line figure page | field 7 -)" = "$(field 5 many)"
check 'gallery has the alt texts' test "$(line figure page | field 9 - | sort -u)" = "$ALT"
check 'gallery loads its first picture at once, no other' test \
    "$(line figure page | field 3 - | uniq -c | tr -s ' \n' ' ')" = ' 1 eager 149 lazy '
check 'gallery has times for people and programs' test "$(line figure page | field 6,8 - | head -n 1)" = \
    "2026-02-07T05:00:00Z${TAB}7 February 2026, 05:00 UTC"
check 'gallery of one entry has no list' fails grep -q '<ul\|<h2\|landscapes' one.html
check 'gallery without an address names none' fails grep -qi 'https\{0,1\}:\|//' many.html
check 'gallery has no script' fails grep -qi '<script\|javascript\| on[a-z]*=' many.html
"$MAKE" index "$NAME" "$URL" <many >many.url.html
check 'gallery with an address keeps its rules' gallery many.url.html
gallery many.url.html >page.url
check 'gallery with an address names it' test "$(line page page.url | field 5 -)" = "$URL"
check 'gallery with an address loads the same files' test "$(line figure page)" = "$(line figure page.url)"
for hue in light dark; do
    check "gallery has colours for a $hue screen" grep -q "color-scheme: .*$hue" many.html
done

# ---- both -----------------------------------------------------------------

for page in index feed; do
    "$MAKE" "$page" "$NAME" <many >first
    "$MAKE" "$page" "$NAME" <many >second
    check "$page made twice is the same" same first second
    # each write in its turn, of one that is refused and no other after it
    refused=0
    for at in 0 1 700 4000 $(($(wc -c <first) - 1)); do
        "$MAKE" "$page" "$NAME" '' "$at" <many >second 2>"$T/err" || refused=$((refused + 1))
    done
    check "$page: a refused write is reported" test "$refused" -eq 5
done
