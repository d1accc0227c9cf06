#!/bin/sh
# oracles-theme.sh PROGRAM - what the programs themselves say of the themes that we write: kitty,
# foot, Alacritty, xrdb, GTK, and readers of YAML, JSON and TOML.  Each has to read the colours that
# stand in kitty's file.  A tool that is missing is a failure that names it: `make deps-oracles`
# installs them.
set -u
program=$1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

# the one that has the packages of the distribution
python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3

need_tools kitty foot alacritty xrdb xvfb-run python3
reader=$PWD/tests/support/theme_read.py

# by_kitty FILE, by_xrdb FILE: `NAME #rrggbb` of the colours that it reads.
by_kitty()
{
    kitty +runpy 'import sys
from kitty.config import load_config
bad = []
options = load_config(sys.argv[-1], accumulate_bad_lines=bad)
if bad:
    sys.exit("bad lines: %s" % bad)
for name in ["background", "foreground"] + ["color%d" % i for i in range(16)]:
    print(name, "#%02x%02x%02x" % (lambda c: (c.red, c.green, c.blue))(getattr(options, name)))' "$1"
}

by_xrdb()
{
    xvfb-run -a -s -noreset sh -c "xrdb -load $1 && xrdb -query" | tr -d '*:' | tr '\t' ' ' |
        grep -v cursorColor
}

# by_alacritty FILE: it starts with the file and has no word against it.  Before 0.13 it reads YAML.
by_alacritty()
{
    case $(alacritty --version) in
    *' 0.'[0-9].* | *' 0.1'[0-2].*) $python "$reader" yaml "$1" >"$scratch/a.yml" ;;
    *) cp "$1" "$scratch/a.toml" ;;
    esac
    HOME=$scratch xvfb-run -a timeout 60 alacritty --config-file "$scratch"/a.[yt]*ml -v \
        --print-events -e true >"$scratch/said" 2>&1
    ! grep -i 'config error\|unused config' "$scratch/said"
}

# same FILE READER...: its colours are those of kitty.
same()
{
    file=$1
    shift
    "$@" "$file" >"$scratch/read" || return
    [ "$(wc -l <"$scratch/read")" -eq 18 ] || return
    for line in $(sort "$scratch/read" | tr ' ' '='); do
        grep -q -x "$(echo "$line" | tr '=' ' ')" "$scratch/wish" || { echo "$line" && return 1; }
    done
}

for seed in 7 44 66; do
    folder=$scratch/$seed
    verdict "seed $seed: themes are made" "$program" wallpaper -q --seed $seed --theme "$folder"
    for variant in light dark; do
        case="seed $seed, $variant"
        grep -E '^(color|background|foreground)' "$folder/kitty-$variant.conf" >"$scratch/wish"
        verdict "$case: kitty" same "$folder/kitty-$variant.conf" by_kitty
        verdict "$case: foot" foot --check-config -c "$folder/foot-$variant.ini"
        verdict "$case: alacritty" by_alacritty "$folder/alacritty-$variant.toml"
        verdict "$case: xrdb" same "$folder/terminal-$variant.Xresources" by_xrdb
        verdict "$case: a reader of TOML" same "$folder/alacritty-$variant.toml" $python "$reader" toml
        verdict "$case: a reader of JSON" same "$folder/pywal-$variant.json" $python "$reader" json
        verdict "$case: a reader of YAML" $python "$reader" base16 "$folder/base16-$variant.yaml"
        verdict "$case: GTK" $python "$reader" gtk "$folder/gtk-$variant.css"
    done
done

verdicts_end
