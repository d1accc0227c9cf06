#!/bin/sh
# oracles-bot-pages.sh PROGRAM PAGES_MAKE [FOLDER] - what libxml2 and a browser say about the
# gallery and the feed of a bot.  FOLDER keeps what the browser saw.  A tool that is missing is
# a failure that names it: `make deps-oracles` installs them.
set -u
program=$1
make=$2
shots=${3:-}
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools xmllint python3 chromium

NAME='Ridges & <b>more</b> "here" it'\''s'
ALT='A "calm" lake & <i>five</i> ridges that fade from black to pale rose; it'\''s dusk &amp; no sun shows.'
URL='https://example.org/~bot/a&b/'

# gallery FOLDER NAME WxH... - pictures of these sizes, an hour apart, the newest first, and
# both pages.
gallery()
{
    folder=$scratch/$1 called=$2
    shift 2
    mkdir -p "$folder" || return
    set_moods='dawn golden moonlight dusk ember vapor emerald desert ink noon storm winter'
    n=0
    for size in "$@"; do
        mood=$(echo "$set_moods" | cut -d ' ' -f $((n % 12 + 1)))
        slot=202611$(printf '%02dT%02d00Z' $((20 - n / 24)) $((23 - n % 24)))
        twin=$scratch/$mood-$size.png
        [ -f "$twin" ] || "$program" --seed $((60 + n)) -m "$mood" -s "$size" -o "$twin" || return
        cp "$twin" "$folder/$slot.png" || return
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$slot" "${size%x*}" "${size#*x}" \
            "$(wc -c <"$twin")" "A picture of $mood" "$ALT"
        n=$((n + 1))
    done >"$folder/entries"
    "$make" index "$called" <"$folder/entries" >"$folder/index.html" &&
        "$make" feed "$called" <"$folder/entries" >"$folder/feed.xml" &&
        "$make" feed "$called" "$URL" <"$folder/entries" >"$folder/feed.url.xml"
}

# repeated N WORD - that word so often.
repeated()
{
    awk -v n="$1" -v word="$2" 'BEGIN { while (n-- > 0) print word }'
}

# The sizes are words.
# shellcheck disable=SC2046
verdict 'a gallery of 12 is made' gallery dozen "$NAME" $(repeated 12 1600x900) || exit 1
# shellcheck disable=SC2046
verdict 'a gallery of 100' gallery hundred 'A hundred ridges' $(repeated 100 800x450) || exit 1
verdict 'a gallery of all shapes' gallery shapes 'Shapes' \
    1080x1920 3440x1440 320x180 1024x1024 1600x900 600x1300 || exit 1
verdict 'a gallery of one' gallery one "$(repeated 1 Ridgelinesofmanymountainsandvalleyswithoutanyspacebetweenthem)" \
    1600x900 || exit 1

# ---- the feed -------------------------------------------------------------

atom()
{
    xmllint --noout --relaxng tests/support/data/atom.rng "$1"
}

# spoilt SED - the grammar must see what is wrong with such a feed.
spoilt()
{
    sed "$1" "$scratch/dozen/feed.xml" >"$scratch/spoilt.xml"
    ! cmp "$scratch/spoilt.xml" "$scratch/dozen/feed.xml" || return
    ! atom "$scratch/spoilt.xml"
}

for set_of in dozen hundred shapes one; do
    for feed in feed feed.url; do
        verdict "$set_of: $feed.xml follows the grammar of Atom" atom "$scratch/$set_of/$feed.xml"
    done
done
verdict 'the grammar wants ids' spoilt '/<entry>/,/<\/entry>/{/<id>/d;}'
verdict 'and no other elements' spoilt 's/<summary>/<abstract \/><summary>/'
verdict 'and dates' spoilt 's/<published>2026-11/<published>2026-13/'
verdict 'and one title' spoilt 's/<updated>/<title>again<\/title><updated>/'
verdict 'and an address for each link' spoilt 's/ href="/ title="/'

# says FILE XPATH TEXT - what libxml2 reads there.
says()
{
    [ "$(xmllint --xpath "string($2)" "$1")" = "$3" ]
}

content_says()
{
    xmllint --xpath 'string(//*[local-name()="content"])' "$scratch/dozen/feed.url.xml" \
        >"$scratch/content.html" || return
    [ "$(xmllint --html --xpath "string($1)" "$scratch/content.html")" = "$2" ]
}

verdict 'libxml2 reads the name' says "$scratch/dozen/feed.xml" '/*/*[local-name()="title"]' "$NAME"
verdict 'and the words' says "$scratch/dozen/feed.xml" '//*[local-name()="summary"]' "$ALT"
verdict 'the HTML within shows the picture' content_says '//img/@src' "${URL}20261120T2300Z.png"
verdict 'with the words beside it' content_says '//img/@alt' "$ALT"
verdict 'and below' content_says '//p[2]' "$ALT"

# ---- the gallery ----------------------------------------------------------

# It knows HTML 4: elements that are younger are no fault.
html()
{
    xmllint --html --noout "$1" 2>"$scratch/faults"
    ! grep 'error' "$scratch/faults" | grep -v 'Tag \(header\|main\|footer\|figure\|figcaption\|time\) invalid'
}

drive()
{
    timeout 200 python3 tests/support/pages_drive.py "$scratch/$1/index.html" "$2" \
        ${shots:+"$shots/$1-"}
}

for set_of in dozen hundred shapes one; do
    verdict "$set_of: libxml2 takes the page" html "$scratch/$set_of/index.html"
done
verdict 'libxml2 reads the words of the page' \
    test "$(xmllint --html --xpath 'string(//img/@alt)' "$scratch/dozen/index.html" 2>/dev/null)" = "$ALT"
verdict 'Chromium: 12 pictures' drive dozen "$NAME"
verdict 'Chromium: 100 pictures, loaded as they come near' drive hundred 'A hundred ridges'
verdict 'Chromium: pictures of all shapes' drive shapes 'Shapes'
verdict 'Chromium: one picture' drive one \
    Ridgelinesofmanymountainsandvalleyswithoutanyspacebetweenthem

verdicts_end
