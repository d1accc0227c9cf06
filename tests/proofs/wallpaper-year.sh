#!/bin/sh
# wallpaper-year.sh PROGRAM [DAYS] [FIRST_EPOCH] - what the timer of `wallpaper --daily` runs, on each
# of 366 days in three time zones, some days twice, some not at all: one picture a day that differs
# from all others, two days kept, nothing else touched, and one undo that goes back to the beginning.
set -u
cd "$(dirname "$0")/../.." || exit 1
program=${1:?usage: wallpaper-year.sh PROGRAM [DAYS] [FIRST_EPOCH]}
case $program in /*) ;; *) program=$PWD/$program ;; esac
days=${2:-366}
first=${3:-1830294000} # 2027-12-31T23:00:00Z: a leap year follows
# what is synced after each file costs a disk minutes
[ ! -w /dev/shm ] || TMPDIR=/dev/shm
export TMPDIR="${TMPDIR:-/tmp}"
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
# shellcheck disable=SC2154 # scratch: of verdict.sh
mkdir "$scratch/bin"
cat >"$scratch/bin/feh" <<'EOF'
#!/bin/sh
for word; do last=$word; done
echo "$last" >>"$HOME/log"
printf "#!/bin/sh\nfeh --no-fehbg --bg-fill '%s'\n" "$last" >"$HOME/.fehbg"
EOF
chmod +x "$scratch/bin/feh"

# year ZONE: one zone.
year()
{
    HOME=$scratch/$1 TZ=$1
    export HOME TZ
    mkdir -p "$HOME/walls"
    printf '#!/bin/sh\nfeh --no-fehbg --bg-fill /mine.png\n' >"$HOME/.fehbg"
    : >"$HOME/walls/daily-notes.png"
    made=0
    number=0
    while [ "$number" -lt "$days" ]; do
        now=$((first + number * 86400 + 25200))
        number=$((number + 1))
        [ $((number % 50)) -ne 17 ] || continue # the machine is off
        runs=1
        [ $((number % 7)) -ne 0 ] || runs='1 2'
        for _ in $runs; do
            DISPLAY=:0 PATH=$scratch/bin "$program" wallpaper -s 16x9 --set --today --seed 7 -q --threads 1 \
                --now "@$now" -o "$HOME/walls" || return 1
        done
        made=$((made + 1))
        picture=$HOME/walls/daily-$(date -d "@$now" +%Y-%m-%d)-16x9.png
        "$program" "$picture" -f hash >>"$HOME/hashes" || return 1
        [ "$(find "$HOME/walls" -name 'daily-20*.png' | wc -l)" -le 2 ] || return 1
    done
    [ "$(sort -u "$HOME/hashes" | wc -l)" -eq "$made" ] || return 1
    [ "$(sort -u "$HOME/log" | wc -l)" -eq "$made" ] || return 1
    [ -e "$HOME/walls/daily-notes.png" ] || return 1
    DISPLAY=:0 PATH=$scratch/bin "$program" wallpaper --undo -q || return 1
    [ "$(tail -n 1 "$HOME/log")" = /mine.png ]
}
for zone in UTC0 Europe/Berlin America/New_York; do
    verdict "$days days in $zone" year "$zone"
done
verdicts_end
