#!/bin/sh
# bot-year.sh PROGRAM [DAYS] [FIRST_EPOCH] - a bot that runs every hour for 366 days in six
# time zones, while the clock jumps: one picture and one post for each slot.
#
# Every zone is a bot of its own.  The jumps: an hour back on some days, a day back, two
# hours ahead for one run, and once the year 2098.
set -u
cd "$(dirname "$0")/../.." || exit 1
program=${1:?usage: bot-year.sh PROGRAM [DAYS] [FIRST_EPOCH]}
case $program in /*) ;; *) program=$PWD/$program ;; esac
days=${2:-366}
# 2027-12-31T23:00:00Z: a leap year follows
first=${3:-1830294000}
# what is synced after each file costs a disk minutes
[ ! -w /dev/shm ] || TMPDIR=/dev/shm
export TMPDIR="${TMPDIR:-/tmp}"
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
# shellcheck disable=SC2154 # scratch: of verdict.sh
work=$scratch/work
mkdir "$work"
cat >"$work/post" <<'EOF'
#!/bin/sh
echo "$RIDGELINE_SLOT" >>"$LOG"
EOF
chmod +x "$work/post"

# bot SECONDS: a run at that time; what it tells of pictures goes to the log.
bot()
{
    "$program" bot -o "$work/$zone_index" --name year --every 1h --now "@$1" -s 16x9 --keep 24 \
        --threads 1 --post "$work/post" 2>>"$work/$zone_index.err" || echo "$1: exit $?"
}

# slot SECONDS: its name.
slot()
{
    date -u -d "@$1" +%Y%m%dT%H00Z
}

# year: prints what is wrong with the runs of one zone.
year()
{
    hour=0
    while [ $hour -lt $((days * 24)) ]; do
        # some minutes past the hour, never the same
        now=$((first + hour * 3600 + hour * 7 % 3600))
        bot $now
        case $((hour % 97)) in
        13) bot $((now - 3600)) && bot $now ;;
        41) [ $hour -lt 24 ] || bot $((now - 86400)) ;;
        67) bot $((now + 7200)) ;;
        esac
        [ $hour -ne 500 ] || bot 4048000000
        hour=$((hour + 1))
    done
}

# all: each slot that was looked at has one picture and one post.
all()
{
    hour=0
    while [ $hour -lt $((days * 24)) ]; do
        echo $((first + hour * 3600))
        [ $((hour % 97)) -ne 67 ] || echo $((first + hour * 3600 + 7200))
        [ $hour -ne 500 ] || echo 4048000000
        hour=$((hour + 1))
    done | sed 's/^/@/' | date -u -f - +%Y%m%dT%H00Z | sort -u
}

all >"$work/wanted"
zone_index=0
for zone in Europe/Berlin Australia/Lord_Howe Europe/Dublin Pacific/Apia Africa/Casablanca Asia/Kathmandu; do
    zone_index=$((zone_index + 1))
    TZ=$zone LOG=$work/$zone_index.posts
    export TZ LOG
    year >"$work/wrong"
    verdict "$zone: every run ends well" test ! -s "$work/wrong"
    sort "$LOG" >"$work/posts"
    verdict "$zone: $(wc -l <"$work/wanted") slots, one post each" cmp "$work/wanted" "$work/posts"
    sed -n 's/^\([0-9TZ]*\): [A-Z].*: 16x9, [0-9]* bytes$/\1/p' "$work/$zone_index.err" |
        sort -u >"$work/made"
    # a slot whose picture --keep has removed may be made again by a clock a day back
    verdict "$zone: one picture each" cmp "$work/made" "$work/wanted"
done
unset TZ
cat "$work"/*.posts >"$work/all"
verdict 'the same slots in all zones' test "$(sort "$work/all" | uniq -c | awk '$1 != 6' | wc -l)" -eq 0
verdicts_end
