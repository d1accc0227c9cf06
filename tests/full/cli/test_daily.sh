# A new wallpaper each day: the timer that is installed, and what its command does on a clock of our
# own.  The programs that would change anything are fakes.
. "$ROOT/tests/full/cli/common.sh"

mkdir bin
LOG=$PWD/log TAB=$PWD/tab
export LOG TAB
cat >bin/feh <<'EOF'
#!/bin/sh
echo "feh $*" >>"$LOG"
printf '#!/bin/sh\nfeh --no-fehbg %s\n' "$*" >"$HOME/.fehbg"
EOF
cat >systemctl <<'EOF'
#!/bin/sh
echo "systemctl $*" >>"$LOG"
[ ! -e "$LOG.fail" ] || { echo 'no bus' >&2; exit 1; }
EOF
cat >crontab <<'EOF'
#!/bin/sh
case $1 in
-l) echo 'crontab: a warning' >&2; [ ! -e "$TAB.broken" ] || { echo "$TAB: Input/output error" >&2; exit 1; }
    [ -e "$TAB" ] || exit 1; while IFS= read -r line; do printf '%s\n' "$line"; done <"$TAB" ;;
*) while IFS= read -r line; do printf '%s\n' "$line"; done <"$1" >"$TAB" ;;
esac
EOF
chmod +x bin/feh systemctl crontab
ALL_PATH=$PATH

# on ARG... - runs `wallpaper` where feh shows pictures.
on()
{
    DISPLAY=:0 PATH="$PWD/bin" "$R" wallpaper -s 16x9 --threads 1 "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
}

# ---- systemd -----------------------------------------------------------------

U=$HOME/.config/systemd/user/ridgeline-wallpaper
cp systemctl bin/
on --daily --dry-run --seed 7
check '--daily --dry-run shows a timer' grep -q '^OnCalendar=\*-\*-\* 07:00:00$' "$T/out"
check '--daily --dry-run makes and installs nothing' \
    test "$code" -eq 0 -a ! -e "$U.timer" -a ! -e "$HOME/.local" -a \
    "$(cat log)" = 'systemctl --user show-environment'
: >log
mkdir '50% of $it'
on --daily --at 6:30,19:00 --seed 7 --set sky.haze=0.2 --name my --title 'a "b" \c' --now @1800000000 -o '50% of $it'
check '--daily installs a timer' test "$code" -eq 0
check 'timer has the hours of --at' \
    test "$(grep -c '^OnCalendar=\*-\*-\* \(06:30\|19:00\):00$' "$U.timer")" -eq 2
check 'timer is enabled after the picture of today is shown' \
    test "$(grep -v show-env log | cut -d' ' -f1-4 | tr '\n' ';')" = \
    "feh --bg-fill $PWD/50% of;systemctl --user daemon-reload;systemctl --user enable --now;"
check '--daily says how to remove the timer' grep -q '^# remove: ridgeline wallpaper --daily=off$' "$T/out"
command=$(sed -n 's/^ExecStart=//p' "$U.service")
check 'command of the timer has today in place of daily' test "$command" = \
    "\"$R\" \"wallpaper\" \"--size=16x9\" \"--name=my\" \"--title=a \\\"b\\\" \\\\c\" \"--threads=1\" \"--set\" \"sky.haze=0.2\" \"--set\" \"--today\" \"--seed\" \"7\" \"--desktop\" \"feh\" \"-q\" \"--no-config\" \"-o\" \"$PWD/50%% of \$\$it\""
if command -v systemd-analyze >/dev/null; then
    check 'systemd accepts the times' systemd-analyze calendar '*-*-* 06:30:00' '*-02-16..31 06:10:00 UTC'
    check 'systemd accepts the units' \
        test -z "$(systemd-analyze --user verify "$U.timer" 2>&1 | grep -i 'ridgeline-wallpaper.*\(unknown\|invalid\|fail\|bad\)')"
fi
mkdir '100%h'
(cd '100%h' && PATH=$PWD/../bin:$PATH DISPLAY=:0 "$R" wallpaper -s 16x9 --daily --dry-run --seed 7 >"$T/out" 2>&1)
check 'percent sign in the folder is escaped for systemd' grep -q '^WorkingDirectory=.*/100%%h$' "$T/out"
mkdir 'back\'
(cd 'back\' && PATH=$PWD/../bin:$PATH DISPLAY=:0 "$R" wallpaper -s 16x9 --daily --dry-run --seed 7 >"$T/out" 2>&1)
check 'backslash at the end of the folder does not join the next line' \
    grep -q '^WorkingDirectory=.*/back\\/$' "$T/out"
on --daily=off
check '--daily=off removes the timer' test "$code" -eq 0 -a ! -e "$U.timer" -a ! -e "$U.service"
check '--daily=off disables the timer in systemd' \
    grep -q '^systemctl --user disable --now ridgeline-wallpaper.timer$' log
on --daily=off
check '--daily=off without a timer is an error' test "$code" -eq 66
echo 1 >log.fail
on --daily --seed 7 -o walls
check '--daily without systemd and cron is an error' test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1
rm log.fail

for row in '30m=*-*-* *:00/30:00' '45m=*-*-* *:00/15:00' '2h=*-*-* 00/2:00:00' '1d=*-*-* 00:00:00'; do
    on --every "${row%%=*}" --seed 7 --dry-run
    check "systemd: --every ${row%%=*} meets the begin of each slot" \
        test "$(sed -n 's/^OnCalendar=//p' "$T/out")" = "${row#*=}"
    if command -v systemd-analyze >/dev/null; then
        check "systemd accepts the times of --every ${row%%=*}" systemd-analyze calendar "${row#*=}"
    fi
done
check 'systemd: --every runs its slot' grep -q '"--set" "--today=1440m" "--seed" "7"' "$T/out"
on --daily --seed 7 --latitude 52.5 --longitude 13.4 --dry-run
check '--at sunrise has a time for each half of a month' test "$(grep -c '^OnCalendar=' "$T/out")" -eq 24
check 'sunrise early in June is right' grep -q '^OnCalendar=\*-06-16..31 02:4[0-9]:00 UTC$' "$T/out"
check 'sunrise late in December is right' grep -q '^OnCalendar=\*-12-16..31 07:1[0-9]:00 UTC$' "$T/out"
on --daily --seed 7 --timed 4 --dry-run
check 'sunrise for a desktop of one picture has four times' test "$(grep -c '^OnCalendar=' "$T/out")" -eq 4
on --daily --dry-run
check '--daily without a seed draws one' grep -q '"--seed" "[0-9][0-9]*"' "$T/out"

# ---- cron ------------------------------------------------------------------------

rm bin/systemctl
cp crontab bin/
printf '0 0 * * * mine\n' >tab
on --daily --seed 7 --at 07:05 -o '50% of $it'
check 'cron: --daily installs a line without warnings' test "$code" -eq 0 -a "$(wc -l <tab)" -eq 2
check 'cron: the line has the time of --at' \
    grep -q '^5 7 \* \* \* cd .* && env .*DISPLAY=:0 .* wallpaper .*--today .* # ridgeline-wallpaper$' tab
check 'cron: percent sign in the folder is escaped' grep -qF "/50\\% of" tab
on --daily --seed 8 -o walls
check 'cron: another --daily replaces the line' test "$(wc -l <tab)" -eq 2 -a "$(grep -c 'seed 8' tab)" -eq 1
line=$(sed -n '2s/^[^/]*\(cd .*\)$/\1/p' tab | sed 's/\\%/%/g; s/^0 7 \* \* \* //')
rm -rf walls
check 'cron: the command runs in a shell' env -i HOME="$HOME" sh -c "$line"
check 'cron: the command makes the picture' test "$(find walls -name 'daily-*-16x9.png' | wc -l)" -eq 1
touch tab.broken
on --daily --seed 7 -q -o walls
check 'cron: unreadable table is not changed' \
    test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1 -a "$(wc -l <tab)" -eq 2
on --daily=off
check 'cron: unreadable table is not changed by --daily=off' test "$code" -eq 69 -a "$(wc -l <tab)" -eq 2
rm tab.broken
broken='two
* * * * * lines'
mkdir "$broken"
(cd "$broken" && PATH=$PWD/../bin:$PATH DISPLAY=:0 "$R" wallpaper -s 16x9 --daily --dry-run --seed 7 >"$T/out" 2>"$T/err")
code=$?
check 'cron: line break in the folder is refused' test "$code" -eq 64 -a "$(wc -l <"$T/err")" -eq 1
on --daily=off
check 'cron: --daily=off removes the line' test "$(cat tab)" = '0 0 * * * mine'
TZ=CET-1CEST,M3.5.0,M10.5.0/3 on --daily --seed 8 --latitude 52.5 --longitude 13.4 -o walls --now @1800000000
check 'cron: sunrise is one line, which runs often' test "$(wc -l <tab)" -eq 2 -a \
    "$(grep -c "^\*/15 \* \* \* \* cd .* --today=52.5,13.4'* --seed 8 .* # ridgeline-wallpaper\$" tab)" -eq 1
check 'cron: sunrise is printed as one line' test "$(grep -c 'ridgeline-wallpaper$' "$T/out")" -eq 1
on --daily=off
# ---- slots and sunrise ---------------------------------------------------------------

# tick PERIOD - the fields of crontab for --every PERIOD.
tick()
{
    on --every "$1" --seed 7 --dry-run
    sed -n 's/ cd .*//p' "$T/out"
}
for row in '30m=*/30 * * * *' '45m=*/15 * * * *' '1m=* * * * *' '1h=0 * * * *' '2h=0 */2 * * *' '5h=0 * * * *' \
    '90m=*/30 * * * *' '1d=0 0 * * *' '7d=0 0 * * *'; do
    check "cron: --every ${row%%=*} meets the begin of each slot" test "$(tick "${row%%=*}")" = "${row#*=}"
done
printf '0 0 * * * mine\n' >tab
on --every 30m -m dusk -o walls
check 'cron: --every shows a picture and installs one line' \
    test "$code" -eq 0 -a "$(wc -l <tab)" -eq 2 -a "$(find walls -name 'every-*-16x9.png' | wc -l)" -eq 1
check 'cron: the line of --every has its slot and no --every' grep -q -- "--mood=dusk .*--set '*--today=30m'* --seed [0-9]* " tab
on --daily --seed 7 -o walls
check 'cron: --daily takes the place of --every' test "$(grep -c ridgeline-wallpaper tab)" -eq 1 -a "$(grep -c today=30m tab)" -eq 0
on --every 2h -o walls
on --daily=off
check 'cron: --daily=off ends --every' test "$code" -eq 0 -a "$(cat tab)" = '0 0 * * * mine'
on --every off
check '--every off without a timer is an error' test "$code" -eq 66

# slot EPOCH - what the timer of --every 45m runs; the log has a line for each picture that is shown.
slot()
{
    TZ=CET-1CEST,M3.5.0,M10.5.0/3 on --set --today=45m --seed 7 -q -o slots --now "@$1"
}
rm -rf "$HOME/.local" walls
: >log
mkdir slots
: >slots/every-notes.png
slot 1800000000 # 09:00 in Berlin
slot 1800000900
slot 1800002600
check 'runs within a slot show its picture once' test "$code" -eq 0 -a "$(cat log)" = \
    "feh --bg-fill $PWD/slots/every-2027-01-15-0900-16x9.png"
slot 1800002700
slot 1800005400
check 'each slot has its own picture' test "$(tail -n 2 log | tr '\n' ' ')" = \
    "feh --bg-fill $PWD/slots/every-2027-01-15-0945-16x9.png feh --bg-fill $PWD/slots/every-2027-01-15-1030-16x9.png "
check 'pictures of two slots are kept, and what is not a picture of a slot' \
    test "$(find slots -name 'every-2027*.png' | wc -l)" -eq 2 -a -e slots/every-notes.png
check 'picture of a slot has the seed of the slot' test "$("$R" slots/every-2027-01-15-1030-16x9.png -f hash)" = \
    "$("$R" --seed 7/2027-01-15-1030 -s 16x9 -f hash)"

# sunrise ZONE LATITUDE,LONGITUDE EPOCH - what the timer of cron runs; prints the day that it shows.
sunrise()
{
    TZ=$1 on --set --today="$2" --seed 7 -o rise --now "@$3"
    sed -n 's|^feh .*/daily-\(.*\)-16x9.png$|\1|p; s/^# daily-.* was shown: nothing to do$/nothing/p' "$T/out"
}
B=CET-1CEST,M3.5.0,M10.5.0/3
rm -rf "$HOME/.local" slots
check 'day before sunrise is yesterday' test "$(sunrise $B 52.5,13.4 1799992800)" = 2027-01-14
check 'another run before sunrise does nothing' test "$(sunrise $B 52.5,13.4 1799996000)" = nothing
check 'first run after sunrise shows the new day' test "$(sunrise $B 52.5,13.4 1799997600)" = 2027-01-15
check 'run in the evening does nothing' test "$(sunrise $B 52.5,13.4 1800030000)" = nothing
rm -rf "$HOME/.local"
check 'sunrise on the other side of the date line has the local date' \
    test "$(sunrise NZST-12NZDT,M9.5.0,M4.1.0/3 -41,174.8 1799950000)" = 2027-01-15
rm -rf "$HOME/.local"
TZ=$B on --daily --latitude 52.5 --longitude 13.4 --seed 7 -q -o rise --now @1799992800
check 'timer that is installed before sunrise shows the day that its runs show' test -e rise/daily-2027-01-14-16x9.png -a \
    "$(sunrise $B 52.5,13.4 1799996000)" = nothing
rm -rf "$HOME/.local" rise
on --daily=off

# ---- a later login ---------------------------------------------------------------

# A swaymsg that answers on the socket of the compositor in the file `alive` alone; a hyprctl.
cat >bin/swaymsg <<'EOF'
#!/bin/sh
read -r alive <alive
case $SWAYSOCK in *."$alive".sock) ;; *) echo "Unable to connect to $SWAYSOCK" >&2; exit 1 ;; esac
case $* in
*get_outputs) [ ! -e monitors ] || echo '[{"name":"DP-1","scale":1.0,"rect":{"x":0,"y":0,"width":48,"height":27}}]' ;;
*) echo "$SWAYSOCK $WAYLAND_DISPLAY $DBUS_SESSION_BUS_ADDRESS $*" >>"$LOG" ;;
esac
EOF
cat >bin/hyprctl <<'EOF'
#!/bin/sh
case $* in *listactive) ;; *monitors) echo '[]' ;; *) echo "$HYPRLAND_INSTANCE_SIGNATURE $*" >>"$LOG" ;; esac
EOF
chmod +x bin/swaymsg bin/hyprctl
/bin/sleep 60 &
before=$!
/bin/sleep 60 &
after=$!
RUN=$PWD/run USER_ID=$(id -u)
mkdir -p run walls

# log_in PROCESS DISPLAY - a session of that compositor.
log_in()
{
    echo "$1" >alive
    : >"run/sway-ipc.$USER_ID.$1.sock"
    : >"run/$2"
    : >"run/$2.lock"
}

# sway ARG... - runs `wallpaper` in a terminal of the first session.
sway()
{
    env -u DISPLAY SWAYSOCK="$RUN/sway-ipc.$USER_ID.$before.sock" WAYLAND_DISPLAY=wayland-1 XDG_RUNTIME_DIR="$RUN" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=$RUN/bus" PATH="$PWD/bin" "$R" wallpaper "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
}

log_in "$before" wayland-1
: >monitors
sway --daily --seed 7 --threads 1 -o walls
check 'cron on sway: the line has no process id' test "$code" -eq 0 -a "$(grep -c "$before\|SWAYSOCK" tab)" -eq 0
check 'cron on sway: the line has no bus that is found again' fails grep -q DBUS tab
kill "$before"
wait "$before" 2>/dev/null
rm run/wayland-1
log_in "$after" wayland-2
: >run/bus
touch "run/sway-ipc.$USER_ID.$before.sock"
: >log
line=$(sed -n '$s/\\%/%/g; $s/^0 7 \* \* \* //p' tab)
env -i HOME="$HOME" LOG="$LOG" TAB="$TAB" sh -c "$line" >"$T/out" 2>"$T/err"
check 'cron on sway: the command finds the session of a later login' test "$(cut -d' ' -f1-4 log)" = \
    "$RUN/sway-ipc.$USER_ID.$after.sock wayland-2 unix:path=$RUN/bus output"
sway --set --seed 8 -o walls
check 'sway: a terminal that is older than the session finds it' test "$code" -eq 0
rm -r walls
mkdir walls
sway --today --set --seed 7 --desktop sway -o walls
rm monitors
sway --today --set --seed 7 --desktop sway -o walls
check 'no monitor answers: the picture of the day is not made in a second size' \
    test "$code" -eq 0 -a "$(find walls -name 'daily-*.png' | wc -l)" -eq 1
mv walls/daily-*.png "walls/daily-$(date +%Y-%m-%d)-span.png"
sway --today --set --seed 7 --desktop sway -o walls
check 'no monitor answers: pictures of the day for several monitors stay alone' \
    test "$code" -eq 69 -a "$(find walls -name 'daily-*.png' | wc -l)" -eq 1
mkdir -p run/hypr/old_1 run/hypr/new_2
echo "$before" >run/hypr/old_1/hyprland.lock
echo "$after" >run/hypr/new_2/hyprland.lock
touch -t 203001010000 run/hypr/old_1
: >log
env HYPRLAND_INSTANCE_SIGNATURE=old_1 XDG_RUNTIME_DIR="$RUN" PATH="$PWD/bin" \
    "$R" wallpaper -s 16x9 --set --desktop hyprpaper --seed 7 -o walls >"$T/out" 2>&1
check 'Hyprland: an instance that has ended is not asked' test "$(tail -n 1 log | cut -d' ' -f1)" = new_2
kill "$after"
wait "$after" 2>/dev/null
mkdir inherited
echo "$before" >alive
: >"inherited/sway-ipc.$USER_ID.$before.sock"
env -i HOME="$HOME" LOG="$LOG" PATH="$PWD/bin" XDG_RUNTIME_DIR="$PWD/inherited" \
    "$R" wallpaper -s 16x9 --set --desktop sway -q -o walls >"$T/out" 2>"$T/err"
check 'sway: a socket with the name of an earlier process is tried last' test "$?" -eq 0
env -i HOME="$HOME" PATH="$PWD/bin" XDG_RUNTIME_DIR="$PWD/bin" "$R" wallpaper --set --desktop sway -o unmade >"$T/out" 2>"$T/err"
check 'sway: without a session nothing is painted' test "$?" -eq 69 -a ! -e unmade -a \
    "$(cat "$T/err")" = 'ridgeline: --set: sway: no session runs: SWAYSOCK is not set'
rm bin/swaymsg bin/hyprctl
rm -r "$HOME/.local" walls
on --daily=off
rm bin/crontab

# ---- days ----------------------------------------------------------------------------

# day EPOCH - what the timer runs.
day()
{
    TZ=CET-1CEST,M3.5.0,M10.5.0/3 on --set --today --seed 7 -q -o days --now "@$1"
}
rm -rf "$HOME/.local" log
printf '#!/bin/sh\nfeh --no-fehbg --bg-fill /mine.png\n' >"$HOME/.fehbg"
mkdir days
for file in daily-2027-01-01.txt daily-notes.png other-2020-01-01-16x9.png daily-2020-01-01 daily-2027-1-01.png; do
    : >"days/$file"
done
rm days/daily-2020-01-01
begin=1800000000 # 2027-01-15 09:00 in Berlin
: >hashes
for number in 0 1 2 3 4 5 6 7 8 9; do
    day $((begin + number * 86400))
    [ "$code" -eq 0 ] || break
    name=$(date -u -d "@$((begin + number * 86400))" +%Y-%m-%d)
    "$R" "days/daily-$name-16x9.png" -f hash >>hashes
done
check 'ten days have ten pictures' test "$(sort -u hashes | wc -l)" -eq 10
check 'picture of each day is shown' test "$(sort -u log | wc -l)" -eq 10
check 'pictures of two days are kept' test "$(find days -name 'daily-2027-01-2*.png' | wc -l)" -eq 2 -a \
    "$(find days -name 'daily-2027-01-2*.xml' | wc -l)" -eq 2
check 'files of others are kept' \
    test "$(find days -name '*2020*' -o -name '*notes*' -o -name '*.txt' -o -name 'daily-2027-1-01*' | wc -l)" -eq 4
before=$(ls -i days)
day $((begin + 9 * 86400 + 7200))
check 'second run on a day makes nothing new' test "$(ls -i days)" = "$before"
check 'picture of a day has the seed of the day' \
    test "$(tail -n 1 hashes)" = "$("$R" --seed 7/2027-01-24 -s 16x9 -f hash)"
: >log
on --undo
check '--undo restores the picture before the first day' test "$(cat log)" = 'feh --bg-fill /mine.png'
TZ=UTC0 on --today --seed 7 -q -o kde --kde --now @1800000000
TZ=UTC0 on --today --seed 7 -q -o kde --kde --now @1800259200
check 'packages of old days are removed' test "$(find kde -type d -name 'daily-*' | wc -l)" -eq 1
TZ=UTC0 on --today -q -o free --now @1800000000
check 'day without a seed has its date as seed' test "$("$R" free/daily-2027-01-15-16x9.png -f hash)" = \
    "$("$R" --seed 2027-01-15 -s 16x9 -f hash)"

# ---- bad input --------------------------------------------------------------------------

PATH=$ALL_PATH
bad 'no such word' 64 '--daily=never: must be off' wallpaper --daily=never
bad 'no hour' 64 '--at 25:00: must be hours' wallpaper --daily --desktop feh --at 25:00 --dry-run -o bad
bad 'a slot that is none' 64 '--every 30: must be 1m..7d' wallpaper --every 30
bad 'a slot of months' 64 '--every 8d: must be 1m..7d' wallpaper --every 8d
bad 'a day of no place' 64 '--today=95,0: must be' wallpaper --set --today=95,0
bad '--every and --daily' 64 'conflicts with --every: remove one of them' wallpaper --every 30m --daily
bad '--at alone' 64 '--at: needs --daily: add it' wallpaper --at 07:00 -o bad
bad 'a place alone' 64 '--latitude: needs --daily: add it' wallpaper --latitude 5 -o bad
bad 'a place and an hour' 64 'conflicts with --at.*: remove one of them' wallpaper --daily --latitude 5 --at 07:00 -o bad
bad 'half a place' 64 '--longitude: needs --latitude: add it' wallpaper --daily --longitude 5 -o bad
bad 'no place on earth' 64 'must be degrees, -90..90' wallpaper --daily --latitude 95 -o bad
