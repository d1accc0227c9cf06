#!/bin/sh
# readme.sh [--write] - README.md: its length, and its table of speed, which is cut from
# tests/bench/results.md. --write renews the table.
set -u
page=README.md
results=tests/bench/results.md
most_lines=150

# Prints the lines between the marks: where, when and by which version, then a row per job.
speed()
{
    awk -F ' *[|] *' '
        /^- (date|CPU):/ { sub(/^- [^:]*: /, ""); sub(/;.*/, ""); place[++places] = $0 }
        /^- ridgeline / { sub(/^- /, ""); sub(/,.*/, ""); version = $0 }
        # row JOB REFERENCE TEXT BESIDE: the row of this job and reference, in these words.
        function row(job, reference, text, beside,   time) {
            if ($2 != job || index($4, reference) == 0)
                return
            split($4, time, " ")
            rows[++count] = "| " text " | " $3 " | " beside ": " time[1] " " time[2] " | " $5 " |"
        }
        {
            row("wallpapers, seeds 1-16, CPU", "ImageMagick",
                "a 3840x2160 wallpaper, from the seed to the closed file",
                "ImageMagick, a plain gradient of that size")
            row("PNG of the wallpapers, seeds 1-16, CPU", "libpng", "its PNG file alone",
                "libpng with its defaults")
            row("map with hillshade to PNG, 4096x4096, CPU", "gdaldem",
                "a 4096x4096 map with hillshade, as PNG", "gdaldem, the hillshade alone")
            row("Voronoi, 1000 points, 4096x4096, CPU", "kd-tree",
                "4096x4096 distances to the nearest of 1000 points", "a kd-tree")
        }
        END {
            printf "%s, %s, one thread, %s; the last column is the median of pairs:\n\n", version, place[2], place[1]
            print "| job | ridgeline | beside | times faster |\n|---|---:|---|---:|"
            for (i = 1; i <= count; i++)
                print rows[i]
        }' "$results"
}

# Prints the page with the table of now.
renewed()
{
    speed >"$scratch/speed"
    awk -v table="$scratch/speed" '
        /^<!-- speed ends/ { inside = 0; while ((getline line <table) > 0) print line }
        !inside
        /^<!-- speed:/ { inside = 1 }' "$page"
}

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
renewed >"$scratch/page"
if [ "${1:-}" = --write ]; then
    cp "$scratch/page" "$page"
    exit
fi
failed=0
lines=$(wc -l <"$page")
if [ "$lines" -gt $most_lines ]; then
    echo "$page: $lines lines: must be at most $most_lines" >&2
    failed=1
fi
rows=$(sed -n '/^<!-- speed:/,/^<!-- speed ends/p' "$scratch/page" | grep -c 'x |$')
if [ "$rows" -ne 4 ]; then
    echo "$results: $rows of 4 rows of the table of $page are there" >&2
    failed=1
fi
if ! cmp -s "$page" "$scratch/page"; then
    echo "$page: its table of speed differs from $results: make readme-speed" >&2
    failed=1
fi
examples=$(sed -n '/^## Ten examples/,/^## /p' "$page" | grep -c '^build/ridgeline .*# *[0-9]*\. ')
if [ "$examples" -ne 10 ]; then
    echo "$page: $examples examples: must be ten" >&2
    failed=1
fi
# A page that README links to must be there.
for link in $(grep -oE '\]\([A-Za-z][^)#:]*' "$page" | cut -c3-); do
    if [ ! -e "$link" ]; then
        echo "$page: $link: no such file" >&2
        failed=1
    fi
done
[ $failed -eq 0 ] && echo "$page: $lines lines, $rows rows of speed"
exit $failed
