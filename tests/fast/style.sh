#!/bin/sh
# style.sh [--accept] - the counts of style.awk, for each room of src and include: none may be higher
# than in style.txt.  And the commits since version 0.2: a subject has at most 72 characters, and
# a body gives the reason.
#
# --accept writes today's counts into style.txt.
set -u
cd "$(dirname "$0")/../.." || exit 1
limits=tests/fast/style.txt
VERSION_0_2=da9b40b0
SUBJECT_MOST=72
counts=$(find src include -name '*.[ch]' | LC_ALL=C sort | xargs awk -f tests/fast/style.awk | LC_ALL=C sort)
if [ "${1-}" = --accept ]; then
    { grep '^#' "$limits" && printf '%s\n' "$counts"; } >"$limits.new" && mv "$limits.new" "$limits"
    exit
fi
printf '%s\n' "$counts" | awk -v limits="$limits" '
    BEGIN {
        while ((getline line <limits) > 0)
            if (line !~ /^#/ && split(line, word, " ") == 3)
                most[word[1] " " word[2]] = word[3]
    }
    {
        key = $1 " " $2
        seen[key]
        lower += $3 < most[key]
        if ($3 > most[key] + 0) {
            print "not ok " $1 ": " $2 ": " $3 ": must be at most " most[key] + 0 ": make style LIST=" $2
            rose++
        }
    }
    END {
        for (key in most)
            lower += !(key in seen)
        if (lower > 0)
            print lower " counts fell: make style-accept"
        print rose + 0 " counts rose"
        exit rose > 0
    }'
code=$?

# An archive has no history, and a shallow clone not this commit.
commits=$(git rev-list --no-merges "$VERSION_0_2..HEAD" 2>/dev/null)
for commit in $commits; do
    git log -1 --format='%h%n%s%n%b' "$commit" | awk -v most=$SUBJECT_MOST '
        NR == 1 { name = $0 }
        NR == 2 && length($0) > most { wrong = "subject: " length($0) " characters: must be at most " most }
        NR > 2 && /[^ ]/ { has_body = 1 }
        END {
            if (wrong == "" && !has_body)
                wrong = "body: empty: must give the reason"
            if (wrong != "")
                print "not ok commit " name ": " wrong
            exit wrong != ""
        }' || code=1
done
exit $code
