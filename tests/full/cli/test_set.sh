# Wallpapers that are set: on desktops that are programs of their names, which write down how they
# were called, and on a real gsettings where there is one.
. "$ROOT/tests/full/cli/common.sh"

mkdir bin empty
LOG=$PWD/log STATE=$PWD/state FAIL=$PWD/fail
export LOG STATE FAIL

# A program that appends `NAME|ARG|ARG...` to $LOG, prints $STATE when it is asked for it, and
# fails when an argument is in the file $FAIL.
cat >fake <<'EOF'
#!/bin/sh
line=${0##*/}
for word; do line="$line|$word"; done
show()
{
    while IFS= read -r row || [ -n "$row" ]; do echo "$row"; done <"$1"
}
if [ -e "$FAIL" ]; then
    read -r bad <"$FAIL"
    case $line in *$bad*) echo 'no such luck' >&2; exit 3 ;; esac
fi
case $line in
*list-recursively* | *'-l|-v' | *listactive | *'|query' | *'-a|-x'* | *screenGeometry* | *repeat*)
    [ ! -e "$STATE" ] || show "$STATE" ;;
*get_outputs | *monitors | *listmonitors | *'|-j' | *'--json' | *GetCurrentState | *SPDisplays*)
    [ ! -e "$STATE.monitors" ] || show "$STATE.monitors" ;;
*) echo "$line" >>"$LOG" ;;
esac
EOF
chmod +x fake

# start NAME... - empties everything; these programs are there.
start()
{
    rm -rf bin/* log state state.monitors fail "$HOME/.local" "$HOME/.config" "$HOME/.fehbg"
    : >log
    for name; do
        ln fake "bin/$name"
    done
}

# on VARIABLE=VALUE... -- ARG... - runs the program where only the fakes are.
on()
{
    set_words=
    while [ "$1" != -- ]; do
        set_words="$set_words $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    env $set_words PATH="$PWD/bin" "$R" wallpaper classic --name n "$@" >"$T/out" 2>"$T/err" </dev/null
    code=$?
}

# logged NAME TEXT - the log is this text, W standing for the folder.
logged()
{
    printf '%s\n' "$2" | sed "s|\([^A-Za-z0-9]\)W/|\1$PWD/w/|g; /^\$/d" >wish
    if cmp -s wish log; then ok "$1"; else not_ok "$1" "$(diff wish log)" "$(cat "$T/err")"; fi
    : >log
}

# desktop NAME 'VARIABLE=VALUE...' 'PROGRAM...' STATE ONE TWO UNDO [MONITORS] - sets one picture,
# that of two monitors, and undoes that; each is what the programs were to be called with.
desktop()
{
    # shellcheck disable=SC2086
    start $3
    [ -z "$4" ] || printf '%s\n' "$4" >state
    [ $# -lt 8 ] || printf '%s\n' "$8" >state.monitors
    # shellcheck disable=SC2086
    on $2 -- -s 64x36 --set -o w
    check "$1: --set succeeds" test "$code" -eq 0
    logged "$1: one picture" "$5"
    check "$1: --set says what it ran" grep -q "^# set on $1 with these commands:" "$T/out"
    check "$1: --set prints lines for a shell" sh -n "$T/out"
    # shellcheck disable=SC2086
    on $2 -- --monitors 64x36,36x64 --set -o w
    logged "$1: two monitors" "$6"
    # shellcheck disable=SC2086
    on $2 -- --undo
    check "$1: --undo succeeds" test "$code" -eq 0
    logged "$1: what was there before is back" "$7"
    # shellcheck disable=SC2086
    on $2 -- --undo
    check "$1: second --undo ends with 66" test "$code" -eq 66
    echo n-64x36 >fail
    # shellcheck disable=SC2086
    on $2 -- -s 64x36 --set -o w
    check "$1: failing command is one line" test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1
    check "$1: failing command is named with its reason" \
        grep -q "^ridgeline: --set: $1: .*exit code 3: no such luck" "$T/err"
    check "$1: failing command leaves whole files" "$R" info w/n-64x36.png
    left_variables=$2 left_undo=$7
}

# left NAME STATE [FILE] - the command that failed has set its picture nevertheless, so that the
# desktop says STATE, with W for the folder: what undoes the next set is still what was there first.
left()
{
    rm fail
    printf '%s\n' "$2" | sed "s|W/|$PWD/w/|g" >"${3:-state}"
    # shellcheck disable=SC2086
    on $left_variables -- -s 9x9 --set -o w
    : >log
    # shellcheck disable=SC2086
    on $left_variables -- --undo
    logged "$1: a picture of a set that failed is not the user's" "$left_undo"
}

# ---- each desktop --------------------------------------------------------------

G='org.gnome.desktop.background'
desktop gnome XDG_CURRENT_DESKTOP=ubuntu:GNOME gsettings \
    "$G picture-options 'scaled'
$G picture-uri 'file:///it%20s.png'
$G picture-uri-dark 'file:///night.png'
$G primary-color '#000000'" \
    "gsettings|set|$G|picture-options|zoom
gsettings|set|$G|picture-uri|file://W/n-64x36.png
gsettings|set|$G|picture-uri-dark|file://W/n-64x36.png" \
    "gsettings|set|$G|picture-options|spanned
gsettings|set|$G|picture-uri|file://W/n-span.png
gsettings|set|$G|picture-uri-dark|file://W/n-span.png" \
    "gsettings|set|$G|picture-options|'scaled'
gsettings|set|$G|picture-uri|'file:///it%20s.png'
gsettings|set|$G|picture-uri-dark|'file:///night.png'"

G='org.cinnamon.desktop.background'
desktop cinnamon XDG_CURRENT_DESKTOP=X-Cinnamon gsettings \
    "$G picture-options 'zoom'
$G picture-uri 'file:///old.png'" \
    "gsettings|set|$G|picture-options|zoom
gsettings|set|$G|picture-uri|file://W/n-64x36.png" \
    "gsettings|set|$G|picture-options|spanned
gsettings|set|$G|picture-uri|file://W/n-span.png" \
    "gsettings|set|$G|picture-options|'zoom'
gsettings|set|$G|picture-uri|'file:///old.png'"

G='org.mate.background'
desktop mate XDG_CURRENT_DESKTOP=MATE gsettings \
    "$G picture-options 'zoom'
$G picture-filename '/old.png'" \
    "gsettings|set|$G|picture-options|zoom
gsettings|set|$G|picture-filename|W/n-64x36.png" \
    "gsettings|set|$G|picture-options|spanned
gsettings|set|$G|picture-filename|W/n-span.png" \
    "gsettings|set|$G|picture-options|'zoom'
gsettings|set|$G|picture-filename|'/old.png'"

P='qdbus6|org.kde.plasmashell|/PlasmaShell|org.kde.PlasmaShell.evaluateScript'
# plasma ID PLUGIN IMAGE - the call that sets a desktop.
plasma()
{
    printf '%s|var d = desktopById("%s"); d.wallpaperPlugin = "%s"; d.currentConfigGroup = ["Wallpaper", "%s", "General"]; d.writeConfig("Image", "%s");' \
        "$P" "$1" "$2" "$2" "$3"
}
desktop plasma XDG_CURRENT_DESKTOP=KDE qdbus6 \
    '12 +0+0 org.kde.image file:///a "b".png

31 +64+0 org.kde.color ' \
    "$(plasma 12 org.kde.image file://W/n-64x36.png)
$(plasma 31 org.kde.image file://W/n-64x36.png)" \
    "$(plasma 12 org.kde.image file://W/n-1.png)
$(plasma 31 org.kde.image file://W/n-2.png)" \
    "$(plasma 12 org.kde.image 'file:///a \"b\".png')
$(plasma 31 org.kde.color '')"
left plasma '12 +0+0 org.kde.image file://W/n-64x36.png
31 +64+0 org.kde.color '

start plasma-apply-wallpaperimage
on XDG_CURRENT_DESKTOP=KDE -- -s 64x36 --kde --dark --set -o w
logged 'plasma-apply: a package' 'plasma-apply-wallpaperimage|W/n'
check '--set says when the earlier picture is not known' grep -q '^# undo: .* not known' "$T/out"
on XDG_CURRENT_DESKTOP=KDE -- --monitors 64x36,36x64 --set -o w
logged 'plasma-apply: one for both monitors' 'plasma-apply-wallpaperimage|W/n-1.png'
on XDG_CURRENT_DESKTOP=KDE -- --undo
check '--undo without an earlier picture ends with 66' test "$code" -eq 66

X=/backdrop/screen0/monitor
C='xfconf-query|-c|xfce4-desktop|-n|-t|string|-p'
desktop xfce XDG_CURRENT_DESKTOP=XFCE xfconf-query \
    "${X}DP-1/workspace0/color-style   0
${X}DP-1/workspace0/last-image      /usr/a b.png
${X}HDMI-2/workspace0/last-image    /usr/c.png" \
    "$C|${X}DP-1/workspace0/last-image|-s|W/n-64x36.png
$C|${X}HDMI-2/workspace0/last-image|-s|W/n-64x36.png" \
    "$C|${X}DP-1/workspace0/last-image|-s|W/n-1.png
$C|${X}HDMI-2/workspace0/last-image|-s|W/n-2.png" \
    "$C|${X}DP-1/workspace0/last-image|-s|/usr/a b.png
$C|${X}HDMI-2/workspace0/last-image|-s|/usr/c.png"
left xfce "${X}DP-1/workspace0/last-image      W/n-64x36.png
${X}HDMI-2/workspace0/last-image    /usr/c.png"

desktop swww WAYLAND_DISPLAY=wayland-1 swww \
    'DP-1: 64x36, scale: 1, currently displaying: image: /old one.png
: HDMI-2: 36x64, scale: 1, currently displaying: color: 000000' \
    'swww|img|--outputs|DP-1|W/n-64x36.png
swww|img|--outputs|HDMI-2|W/n-64x36.png' \
    'swww|img|--outputs|DP-1|W/n-1.png
swww|img|--outputs|HDMI-2|W/n-2.png' \
    'swww|img|--outputs|DP-1|/old one.png'
left swww 'DP-1: 64x36, scale: 1, currently displaying: image: W/n-64x36.png
: HDMI-2: 36x64, scale: 1, currently displaying: image: W/n-64x36.png'

desktop hyprpaper HYPRLAND_INSTANCE_SIGNATURE=x hyprctl \
    'DP-1 = /old.png' \
    'hyprctl|hyprpaper|preload|W/n-64x36.png
hyprctl|hyprpaper|wallpaper|DP-1,W/n-64x36.png' \
    'hyprctl|hyprpaper|preload|W/n-1.png
hyprctl|hyprpaper|wallpaper|DP-1,W/n-1.png' \
    'hyprctl|hyprpaper|preload|/old.png
hyprctl|hyprpaper|wallpaper|DP-1,/old.png'
left hyprpaper 'DP-1 = W/n-64x36.png'

# hyprpaper 0.8, whose `preload` is refused with exit code 0
start
cat >bin/hyprctl <<'EOT'
#!/bin/sh
case $2 in
listactive) [ ! -e "$STATE" ] || while read -r line; do echo "$line"; done <"$STATE" ;;
monitors) while read -r line; do echo "$line"; done <"$STATE.monitors" ;;
wallpaper) echo "$*" >>"$LOG"; [ ! -e "$FAIL" ] || echo 'error: no such monitor' ;;
*) echo 'error: invalid hyprpaper request' ;;
esac
EOT
chmod +x bin/hyprctl
on HYPRLAND_INSTANCE_SIGNATURE=x -- -s 64x36 --set --dry-run -o w
check 'hyprpaper: --dry-run shows the line of old versions as a comment' \
    test "$(grep -c '^# before hyprpaper 0.8, first: hyprctl hyprpaper preload /' "$T/out")" -eq 1 -a \
    "$(grep -c '^hyprctl' "$T/out")" -eq 1
printf 'DP-1: /old.png\n' >state
on HYPRLAND_INSTANCE_SIGNATURE=x -- -s 64x36 --set -o w
logged 'hyprpaper 0.8: one picture' 'hyprpaper wallpaper DP-1,W/n-64x36.png'
check 'hyprpaper 0.8: the refused line is not printed' \
    test "$code" -eq 0 -a "$(grep -c '^hyprctl hyprpaper' "$T/out")" -eq 1
on HYPRLAND_INSTANCE_SIGNATURE=x -- --undo
check 'hyprpaper 0.8: --undo prints only what worked' \
    test "$code" -eq 0 -a "$(cat "$T/out")" = 'hyprctl hyprpaper wallpaper DP-1,/old.png'
: >log
rm state
printf '[{"name":"DP-1","x":0,"y":0,"width":64,"height":36,"scale":1.00,"transform":0}]\n' >state.monitors
on HYPRLAND_INSTANCE_SIGNATURE=x -- --set -o w
logged 'hyprpaper: an output without a picture is set by its name' 'hyprpaper wallpaper DP-1,W/n-64x36.png'
: >fail
on HYPRLAND_INSTANCE_SIGNATURE=x -- --set -o w
check 'hyprpaper: a refusal with exit code 0 is an error' test "$code" -eq 69 -a \
    "$(cat "$T/err")" = 'ridgeline: --set: hyprpaper: hyprctl: error: no such monitor'

desktop sway SWAYSOCK=/run/s swaymsg '' \
    'swaymsg|output|*|bg|W/n-64x36.png|fill' \
    'swaymsg|output|DP-1|bg|W/n-1.png|fill
swaymsg|output|HDMI-2|bg|W/n-2.png|fill' \
    'swaymsg|reload' \
    '[{"name":"DP-1","scale":1.0,"rect":{"x":0,"y":0,"width":9,"height":9}},
{"name":"HDMI-2","scale":1.0,"rect":{"x":9,"y":0,"width":9,"height":9}}]'
start swaymsg
on SWAYSOCK=/run/s -- --monitors 64x36,36x64 --set -o w
check 'sway: outputs without names are not set' test "$code" -eq 69 -a ! -s log
start xfconf-query
on XDG_CURRENT_DESKTOP=XFCE -- -s 64x36 --set -o w
check 'xfce: monitors without a setting are not set' test "$code" -eq 69 -a ! -s log
start xfconf-query xrandr
printf 'Monitors: 1\n 0: +*HDMI-2 64/597x36/336+0+0  HDMI-2\n' >state.monitors
on XDG_CURRENT_DESKTOP=XFCE DISPLAY=:0 -- -s 9x9 --set -o w
logged 'xfce: but by the names of the monitors' "$C|${X}HDMI-2/workspace0/last-image|-s|W/n-9x9.png"

desktop macos A=b osascript \
    '1 /Library/a b.heic
2 /Library/c.heic' \
    'osascript|-e|on run words_|-e|tell application "System Events" to set picture of desktop ((item 1 of words_) as integer) to (item 2 of words_)|-e|end run|1|W/n-64x36.png
osascript|-e|on run words_|-e|tell application "System Events" to set picture of desktop ((item 1 of words_) as integer) to (item 2 of words_)|-e|end run|2|W/n-64x36.png' \
    'osascript|-e|on run words_|-e|tell application "System Events" to set picture of desktop ((item 1 of words_) as integer) to (item 2 of words_)|-e|end run|1|W/n-1.png
osascript|-e|on run words_|-e|tell application "System Events" to set picture of desktop ((item 1 of words_) as integer) to (item 2 of words_)|-e|end run|2|W/n-2.png' \
    'osascript|-e|on run words_|-e|tell application "System Events" to set picture of desktop ((item 1 of words_) as integer) to (item 2 of words_)|-e|end run|1|/Library/a b.heic
osascript|-e|on run words_|-e|tell application "System Events" to set picture of desktop ((item 1 of words_) as integer) to (item 2 of words_)|-e|end run|2|/Library/c.heic'
left macos '1 W/n-64x36.png
2 /Library/c.heic'

# Those whose state is in a file.
# filed NAME VARIABLE PROGRAM FILE TEXT ONE TWO UNDO LEFT - the last is the file with one picture.
filed()
{
    start "$3"
    mkdir -p "$HOME/$(dirname "$4")"
    printf '%s\n' "$5" >"$HOME/$4"
    on "$2" -- -s 64x36 --set -o w
    logged "$1: one picture" "$6"
    on "$2" -- --monitors 64x36,36x64 --set -o w
    logged "$1: two monitors" "$7"
    on "$2" -- --undo
    logged "$1: what was there before is back" "$8"
    echo n-64x36 >fail
    on "$2" -- -s 64x36 --set -o w
    check "$1: failing command is one line" test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1
    left_variables=$2 left_undo=$8
    left "$1" "$9" "$HOME/$4"
}
filed lxqt XDG_CURRENT_DESKTOP=LXQt pcmanfm-qt .config/pcmanfm-qt/lxqt/settings.conf \
    '[Desktop]
BgColor=#000000
Wallpaper=/old one.png
WallpaperMode=stretch' \
    'pcmanfm-qt|--set-wallpaper=W/n-64x36.png
pcmanfm-qt|--wallpaper-mode=zoom' \
    'pcmanfm-qt|--set-wallpaper=W/n-span.png
pcmanfm-qt|--wallpaper-mode=zoom' \
    'pcmanfm-qt|--set-wallpaper=/old one.png
pcmanfm-qt|--wallpaper-mode=stretch' \
    'Wallpaper=W/n-64x36.png
WallpaperMode=stretch'
filed nitrogen DISPLAY=:0 nitrogen .config/nitrogen/bg-saved.cfg \
    '[xin_-1]
file=/old one.png
mode=4
bgcolor=#000000' \
    'nitrogen|--head=-1|--set-zoom-fill|W/n-64x36.png|--save' \
    'nitrogen|--head=0|--set-zoom-fill|W/n-1.png|--save
nitrogen|--head=1|--set-zoom-fill|W/n-2.png|--save' \
    'nitrogen|--head=-1|--set-auto|/old one.png|--save' \
    '[xin_-1]
file=W/n-64x36.png
mode=5'
filed feh DISPLAY=:0 feh .fehbg \
    "#!/bin/sh
feh --no-fehbg --bg-scale '/old one.png' '/it'\\''s.png'" \
    'feh|--bg-fill|W/n-64x36.png' \
    'feh|--bg-fill|W/n-1.png|W/n-2.png' \
    "feh|--bg-scale|/old one.png|/it's.png" \
    "feh --no-fehbg --bg-fill 'W/n-64x36.png'"

# ---- the next session ----------------------------------------------------------------

start feh
on DISPLAY=:0 -- -s 64x36 --set -o w
check 'feh: --set says that undo cannot work without ~/.fehbg' \
    grep -q '^# undo: cannot: there was no ~/.fehbg, which names the picture before$' "$T/out"
check 'feh: --set says how the picture lasts' \
    grep -q '^# lasts until you log out: to keep it, add to ~/.xprofile: ~/.fehbg &$' "$T/out"
on DISPLAY=:0 -- --undo
check 'feh: --undo without ~/.fehbg says so in one line' test "$code" -eq 66 -a "$(cat "$T/err")" = \
    'ridgeline: --undo: there was no ~/.fehbg, which names the picture before: show it by feh'
mkdir -p "$HOME/.config/i3" "$HOME/.config/sway"
echo 'exec --no-startup-id ~/.fehbg' >"$HOME/.config/i3/config"
on DISPLAY=:0 -- -s 64x36 --set -o w
check 'feh: nothing is said where the picture lasts' fails grep -q 'log out' "$T/out"
start swaymsg
on SWAYSOCK=/s -- -s 64x36 --set -o w
check 'sway: --set says how the picture lasts' grep -qF \
    "# lasts until you log out: to keep it, add to ~/.config/sway/config: exec $R wallpaper --restore" "$T/out"
line=$(sed -n 's/^# lasts until.*: exec //p' "$T/out")
: >log
env SWAYSOCK=/s PATH="$PWD/bin" /bin/sh -c "$line" >"$T/out" 2>"$T/err"
logged 'sway: the line shows the picture again' 'swaymsg|output|*|bg|W/n-64x36.png|fill'
mkdir -p "$HOME/.config/sway"
echo "$line" >"$HOME/.config/sway/config"
on SWAYSOCK=/s -- -s 64x36 --set -o w
check 'sway: nothing is said where the line is' fails grep -q 'log out' "$T/out"
: >log

# swaybg stays: the new one is started before the old one ends.
start pgrep
cat >bin/swaybg <<EOF
#!/bin/sh
line=swaybg
for word; do line="\$line|\$word"; done
echo "\$line" >>"$LOG"
exec /bin/sleep 60
EOF
chmod +x bin/swaybg
sleep 60 &
old=$!
printf '%s\n' "$old swaybg -m fit -i /old one.png" >state
on WAYLAND_DISPLAY=wayland-1 -- -s 64x36 --set -o w
check 'swaybg: --set succeeds' test "$code" -eq 0
logged 'swaybg: one picture' 'swaybg|-m|fill|-i|W/n-64x36.png'
check 'swaybg: earlier process is ended' fails kill -0 $old
on WAYLAND_DISPLAY=wayland-1 -- --undo
sleep 0.1
logged 'swaybg: what was there before is back' 'swaybg|-m|fit|-i|/old one.png'
rm bin/swaybg
on WAYLAND_DISPLAY=wayland-1 -- -s 64x36 --set -o w
check 'swaybg: --set without swaybg ends with 69' test "$code" -eq 69
for left in $(ps -e -o pid= -o args= | awk -v own="$PWD" 'index($0, "sleep 60") && !/awk/ { print $1 }'); do
    [ "$(readlink "/proc/$left/cwd")" != "$PWD" ] || kill "$left"
done

start xfconf-query
printf "%s\n" "${X}DP-1/workspace0/last-image /a$(printf '\033')[2J.png" >state
on XDG_CURRENT_DESKTOP=XFCE -- -s 64x36 --set -o w
: >log
on XDG_CURRENT_DESKTOP=XFCE -- --undo
logged 'xfce: a hostile name comes back as it was' "$C|${X}DP-1/workspace0/last-image|-s|/a$(printf '\033')[2J.png"
check 'control characters of the desktop do not reach the terminal' is_plain "$T/out"

# ---- light and dark, a day -------------------------------------------------------

G='org.gnome.desktop.background'
start gsettings
on XDG_CURRENT_DESKTOP=GNOME -- -s 64x36 --dark --set -o w
logged 'gnome: light and dark' "gsettings|set|$G|picture-options|zoom
gsettings|set|$G|picture-uri|file://W/n-64x36-l.png
gsettings|set|$G|picture-uri-dark|file://W/n-64x36-d.png"
on XDG_CURRENT_DESKTOP=GNOME -- -s 64x36 --timed 4 --set -o w
logged 'gnome: a day' "gsettings|set|$G|picture-options|zoom
gsettings|set|$G|picture-uri|file://W/n-timed.xml
gsettings|set|$G|picture-uri-dark|file://W/n-timed.xml"
start feh
on DISPLAY=:0 TZ=UTC0 -- -s 64x36 --timed 4 --set -o w --now @43200
logged 'feh: the picture of now' 'feh|--bg-fill|W/n-64x36-1200.png'
check 'feh: note says that one picture is shown' grep -q 'shows the picture of this hour' "$T/out"
on DISPLAY=:0 -- -s 64x36 --dark --set -o w
logged 'feh: the light half' 'feh|--bg-fill|W/n-64x36-l.png'
start qdbus6
printf '12 +0+0 org.kde.image file:///a.png\n' >state
on XDG_CURRENT_DESKTOP=KDE -- -s 64x36 --dark --set -o w
logged 'plasma: a package of both' "$(plasma 12 org.kde.image file://W/n)"

# ---- what is found ----------------------------------------------------------------

start feh swaymsg
on DISPLAY=:0 SWAYSOCK=/s WAYLAND_DISPLAY=w -- -s 64x36 --set -o w
logged 'sway before what X has' 'swaymsg|output|*|bg|W/n-64x36.png|fill'
start swww swaymsg
echo query >fail
on SWAYSOCK=/s WAYLAND_DISPLAY=w -- -s 64x36 --set -o w
logged 'desktop that does not answer is passed over' 'swaymsg|output|*|bg|W/n-64x36.png|fill'
start gsettings
echo list-recursively >fail
on XDG_CURRENT_DESKTOP=GNOME -- -s 64x36 --set -o unmade
check '--set on a desktop that does not answer ends with 69' \
    test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1 -a ! -e unmade
start
on XDG_CURRENT_DESKTOP=XFCE -- -s 64x36 --set -o unmade
check '--set names a missing program' grep -q '^ridgeline: --set: xfconf-query: no such program$' "$T/err"
on A=b -- -s 64x36 --set -o unmade
check '--set without a desktop lists the desktops' grep -q 'name one with --desktop gnome|cinnamon|' "$T/err"
check '--set without a desktop makes nothing' test "$code" -eq 69 -a ! -e unmade
start feh
on DISPLAY=:0 XDG_CURRENT_DESKTOP=i3 -- -s 64x36 --set --desktop feh -o w
logged 'a desktop by name' 'feh|--bg-fill|W/n-64x36.png'
for row in 'kde plasma-apply' 'KDE plasma-apply' 'hyprland hyprpaper' 'mac macos' 'gnome-shell gnome' 'i3 feh' 'awww swww'; do
    on A=b -- -s 9x9 --dry-run --desktop "${row% *}" -o unmade
    check "--desktop ${row% *} is another name of ${row#* }" grep -q "^# commands for ${row#* }:" "$T/out"
done
start plasma-apply-wallpaperimage
on A=b -- -s 9x9 --set --desktop kde -o w
logged '--desktop kde finds the program that is there' 'plasma-apply-wallpaperimage|W/n-9x9.png'
on A=b -- -s 9x9 --set --desktop plasma -o w
check '--desktop with the name of a row means that row alone' \
    grep -q '^ridgeline: --set: qdbus[-a-z0-9]*: no such program$' "$T/err"
start feh
on DISPLAY=:0 -- -s 64x36 --set --dry-run -o unmade
logged '--dry-run runs nothing' ''
check '--dry-run with --set makes nothing' test "$code" -eq 0 -a ! -e unmade
check '--dry-run with --set says what it would run' grep -q "^feh --bg-fill $PWD/unmade/n-64x36.png\$" "$T/out"
on DISPLAY=:0 -- -s 64x36 -o w
logged 'nothing is run without --set' ''
check '--set prints only commands for what runs' test "$(grep -c '^# ' "$T/out")" -eq 2
on A=b -- -s 64x36 -o w
check '--set without a desktop prints no command' test "$(wc -l <"$T/out")" -eq 2
start feh
on DISPLAY=:0 -- -s 64x36 --set
logged 'picture without -o is in the folder of the user' "feh|--bg-fill|$HOME/.local/share/ridgeline/wallpapers/n-64x36.png"
start swaymsg
mkdir -p 'a b'
on SWAYSOCK=/s -- -s 64x36 --set -o 'a b'
check 'sway refuses a path with a blank' test "$code" -eq 73 -a ! -s log
on SWAYSOCK=/s -- -s 64x36 --set -o w
check '--set without a home succeeds' \
    env -u HOME PATH="$PWD/bin" SWAYSOCK=/s "$R" wallpaper --seed 7 -s 64x36 --set -o w
bad 'a desktop that is none' 64 'did you mean gnome?' wallpaper --desktop gnom -o w
bad 'all of them at once' 64 'remove --desktop all' wallpaper --set --desktop all -o w
start feh
mkdir -p "$HOME/.local/state/ridgeline"
printf '# desktop feh\n \t\nfeh --bg-fill /a\n' >"$HOME/.local/state/ridgeline/undo"
on DISPLAY=:0 -- --undo
logged 'a blank line in what undoes is no command' 'feh|--bg-fill|/a'
start
bad 'nothing to undo' 66 'nothing was set' wallpaper --undo
check '--set and a key in one line succeed' "$R" wallpaper --seed 7 --set sky.haze=0.3 -s 64x36 -q -o w
bad 'a key beside' 64 'sky.haze' wallpaper --set=sky.haze=7 -o w

# ---- monitors that are asked --------------------------------------------------------

# asked NAME 'VARIABLE=VALUE' PROGRAM TEXT - a wide monitor and a high one to its right, 8 below.
asked()
{
    start "$3"
    printf '%s\n' "$4" >state.monitors
    rm -rf w
    on "$2" -- --monitors auto -s 32x18 -o w
    check "$1: monitors are found for the span" test "$("$R" w/n-span.png -f ppm | sed -n 2p)" = '100 72'
    check "$1: first monitor has its picture" test "$("$R" w/n-1.png -f ppm | sed -n 2p)" = '64 36'
    check "$1: second monitor has its picture" test "$("$R" w/n-2.png -f ppm | sed -n 2p)" = '36 64'
    check "$1: size beside monitors has its picture" test -s w/n-32x18.png
}
asked sway SWAYSOCK=/s swaymsg '[{"name":"DP-1","active":true,"scale":1.0,"rect":{"x":-64,"y":0,"width":64,"height":36}},
{"name":"DP-3","active":false},
{"name":"HDMI-2","active":true,"scale":1.0,"rect":{"x":0,"y":8,"width":36,"height":64}}]'
asked hyprland HYPRLAND_INSTANCE_SIGNATURE=x hyprctl '[{"name":"DP-1","x":0,"y":0,"width":64,"height":36,"scale":1.00,"transform":0},
{"name":"HDMI-2","x":64,"y":8,"width":64,"height":36,"scale":1.00,"transform":1}]'
asked plasma WAYLAND_DISPLAY=w kscreen-doctor '{"outputs":[{"name":"DP-1","enabled":true,"connected":true,"currentModeId":"2","scale":2,"rotation":1,
"modes":[{"id":"1","size":{"width":9,"height":9}},{"id":"2","size":{"width":64,"height":36}}],"pos":{"x":0,"y":0}},
{"name":"HDMI-2","enabled":true,"connected":true,"currentModeId":"1","scale":2,"rotation":2,
"modes":[{"id":"1","size":{"width":64,"height":36}}],"pos":{"x":32,"y":4}},{"name":"DP-3","enabled":false}]}'
asked wlroots WAYLAND_DISPLAY=w wlr-randr '[{"name":"DP-1","enabled":true,"scale":1,"transform":"normal","position":{"x":0,"y":0},
"modes":[{"width":9,"height":9,"current":false},{"width":64,"height":36,"current":true}]},
{"name":"HDMI-2","enabled":true,"scale":1,"transform":"90","position":{"x":64,"y":8},"modes":[{"width":64,"height":36,"current":true}]}]'
asked gnome DBUS_SESSION_BUS_ADDRESS=x busctl '{"type":"ua((ssss)a(siiddada{sv})a{sv})a(iiduba(ssss)a{sv})a{sv}","data":[7,
[[["DP-1","A","B","C"],[["9x9",9,9,60.0,1.0,[1.0],{}],["64x36",64,36,60.0,1.0,[1.0],{"is-current":{"type":"b","data":true}}]],{}],
[["HDMI-2","A","B","C"],[["64x36",64,36,60.0,1.0,[1.0],{"is-current":{"type":"b","data":true}}]],{}]],
[[0,0,1.0,0,true,[["DP-1","A","B","C"]],{}],[64,8,1.0,1,false,[["HDMI-2","A","B","C"]],{}]],{"layout-mode":{"type":"u","data":1}}]}'
asked x11 DISPLAY=:0 xrandr 'Monitors: 2
 0: +*DP-1 64/597x36/336+0+0  DP-1
 1: +HDMI-2 36/336x64/597+64+8  HDMI-2'

start xrandr xfconf-query
printf 'Monitors: 2\n 0: +*HDMI-2 64/597x36/336+0+0  HDMI-2\n 1: +DP-1 36/336x64/597+64+8  DP-1\n' >state.monitors
printf '%s\n' "${X}DP-1/workspace0/last-image /a" "${X}HDMI-2/workspace0/last-image /b" >state
on XDG_CURRENT_DESKTOP=XFCE DISPLAY=:0 -- --set -o w
logged 'each monitor is set by its name, and auto where a set is shown' "$C|${X}DP-1/workspace0/last-image|-s|W/n-2.png
$C|${X}HDMI-2/workspace0/last-image|-s|W/n-1.png"
start xfconf-query
printf '%s\n' "${X}DP-1/workspace0/last-image /a" "${X}DP-1/workspace1/last-image /a" "${X}HDMI-2/workspace0/last-image /b" >state
on XDG_CURRENT_DESKTOP=XFCE -- --monitors 64x36,36x64 --set -o w
logged 'monitors without names are set by their place' "$C|${X}DP-1/workspace0/last-image|-s|W/n-1.png
$C|${X}DP-1/workspace1/last-image|-s|W/n-1.png
$C|${X}HDMI-2/workspace0/last-image|-s|W/n-2.png"
echo HDMI-2 >fail
on XDG_CURRENT_DESKTOP=XFCE -- --monitors 64x36,36x64 --set -o w
: >log
rm fail
on XDG_CURRENT_DESKTOP=XFCE -- --undo
logged 'settings made before a command failed are undone' "$C|${X}DP-1/workspace0/last-image|-s|/a
$C|${X}DP-1/workspace1/last-image|-s|/a
$C|${X}HDMI-2/workspace0/last-image|-s|/b"
start xrandr feh
printf 'Monitors: 1\n 0: +*HDMI-2 64/597x36/336+0+0  HDMI-2\n' >state.monitors
rm -r w
on DISPLAY=:0 -- --set -o w
logged 'single monitor found is a size' 'feh|--bg-fill|W/n-64x36.png'
start xrandr
on DISPLAY=:0 -- --monitors auto -o w
check 'monitors of no desktop are an error' test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1
huge=9000000000000000000
for number in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    echo " $number: +*DP-$number $huge/1x$huge/1+$huge+$huge  DP-$number"
done >state.monitors
on DISPLAY=:0 -- --monitors auto -o w
check 'monitors of impossible sizes are an error' test "$code" -eq 69 -a "$(wc -l <"$T/err")" -eq 1

# ---- a set that is interrupted ---------------------------------------------------------

# A gsettings whose keys are files.  Its call $CALL of a run fails (fail), or kills ridgeline before
# (kill) or after it does what it is to do (late-kill).  It keeps values with $FORM before them.
start
cat >bin/gsettings <<'EOF'
#!/bin/sh
read -r call <"$STATE.call"
echo $((call + 1)) >"$STATE.call"
[ "$call" = "$CALL" ] || FAULT=
case $FAULT in
fail) exit 3 ;;
kill) kill -KILL $PPID && exit ;;
esac
if [ "$1" = set ]; then
    value=${4#\'}
    echo "$FORM${value%\'}" >"$STATE.$3"
else
    for key in picture-options picture-uri picture-uri-dark; do
        read -r value <"$STATE.$key"
        echo "$2 $key '$value'"
    done
fi
[ "$FAULT" != late-kill ] || kill -KILL $PPID
EOF
chmod +x bin/gsettings

# at CALL ARG... - runs the program, with a fault in that call of gsettings; 0: in none.
at()
{
    CALL=$1
    shift
    echo 1 >"$STATE.call"
    XDG_CURRENT_DESKTOP=GNOME PATH="$PWD/bin" "$R" wallpaper classic -s 9x9 -q -o w "$@"
}

# choose OPTIONS NAME - the user's choice of a picture, light and dark.
choose()
{
    echo "$1" >"$STATE.picture-options"
    echo "file:///$2.png" >"$STATE.picture-uri"
    echo "file:///$2-d.png" >"$STATE.picture-uri-dark"
}

# is_shown OPTIONS NAME - that is what the desktop shows.
is_shown()
{
    cat "$STATE.picture-options" "$STATE.picture-uri" "$STATE.picture-uri-dark" >found
    printf '%s\n' "$1" "file:///$2.png" "file:///$2-d.png" | cmp - found
}

export CALL FAULT FORM=
for FAULT in fail kill late-kill; do
    for n in 1 2 3 4 5; do # looks, sets three keys, looks
        choose scaled own
        {
            at $n --name a --set
            at 0 --name b --set
            at $n --name c --set
            at 0 --name d --set
            at $n --undo
            at 0 --name e --set
            at 0 --undo
        } >"$T/out" 2>&1
        check "$FAULT in call $n: undo brings back the user's picture" is_shown scaled own
        choose scaled own
        {
            at $n --name a --set
            choose zoom new
            at 0 --name b --set
            at 0 --undo
        } >"$T/out" 2>&1
        check "$FAULT in call $n: undo brings back a picture chosen after it" is_shown zoom new
    done
done

choose scaled own
FORM=./ # as a desktop that writes paths in another way
at 0 --name a --set
FORM=
at 0 --name b --set
at 0 --undo
check "values in a form of the desktop's own: undo brings back the user's picture" is_shown scaled own

# The record of version 0.2 has the state after a set alone.
choose scaled own
at 0 --name a --set
cat >"$HOME/.local/state/ridgeline/undo" <<EOF
# what \`ridgeline wallpaper --undo\` runs
# desktop gnome
gsettings set $G picture-options ''\''scaled'\'''
gsettings set $G picture-uri ''\''file:///own.png'\'''
gsettings set $G picture-uri-dark ''\''file:///own-d.png'\'''
#= gsettings set $G picture-options ''\''zoom'\'''
#= gsettings set $G picture-uri ''\''file://$PWD/w/a-9x9.png'\'''
#= gsettings set $G picture-uri-dark ''\''file://$PWD/w/a-9x9.png'\'''
EOF
at 0 --name b --set
at 0 --undo
check "a record of version 0.2: undo brings back the user's picture" is_shown scaled own

# ---- a real gsettings ----------------------------------------------------------------

# real NAME - as $GSETTINGS_BACKEND keeps them.
real()
{
    start
    gsettings set org.gnome.desktop.background picture-uri "file:///mine's.png"
    gsettings set org.gnome.desktop.background picture-options scaled
    good "$1: sets" wallpaper classic --name n -s 64x36 --dark --set -o w
    check "$1: light picture is set" test "$(value picture-uri)" = "'file://$PWD/w/n-64x36-l.png'"
    check "$1: dark picture is set" test "$(value picture-uri-dark)" = "'file://$PWD/w/n-64x36-d.png'"
    good "$1: sets another" wallpaper classic --seed 8 --name m -s 64x36 --set -o w
    good "$1: undoes both" wallpaper --undo
    check "$1: --undo restores the picture before the first" \
        test "$(value picture-uri) $(value picture-options)" = \
        "\"file:///mine's.png\" 'scaled'"
    good "$1: sets again" wallpaper classic --name n -s 64x36 --set -o w
    gsettings set org.gnome.desktop.background picture-uri file:///chosen.png
    good "$1: after the user has chosen another" wallpaper classic --seed 8 --name m -s 64x36 --set -o w
    run wallpaper --undo
    check "$1: --undo restores the picture that the user chose" \
        test "$(value picture-uri)" = "'file:///chosen.png'"
}

value()
{
    gsettings get org.gnome.desktop.background "$1"
}

XDG_DATA_DIRS=/usr/local/share:/usr/share XDG_CURRENT_DESKTOP=GNOME
export XDG_CURRENT_DESKTOP
if command -v gsettings >/dev/null && gsettings list-schemas | grep -qx org.gnome.desktop.background; then
    export GSETTINGS_BACKEND=keyfile
    real 'gsettings in a file'
    mkdir -m 700 run
    if command -v dbus-daemon >/dev/null && dbus-daemon --session --fork --print-address=3 --print-pid=4 3>address 4>pid; then
        export GSETTINGS_BACKEND=dconf XDG_RUNTIME_DIR="$PWD/run"
        DBUS_SESSION_BUS_ADDRESS=$(cat address)
        export DBUS_SESSION_BUS_ADDRESS
        if gsettings set org.gnome.desktop.background picture-uri x && [ "$(value picture-uri)" = "'x'" ]; then
            real 'gsettings on a bus of its own'
        fi
        kill "$(cat pid)"
    fi
fi
