#!/bin/sh
# test_eink.sh - pictures for panels of e-paper: --eink, --proof, output.inks.
# shellcheck source=tests/full/cli/common.sh
. "$ROOT/tests/full/cli/common.sh"

hash()
{
    "$R" "$@" -q -f hash
}

# head FILE - size, bits a pixel and type of a PNG.
head_of()
{
    od -An -tu1 -j16 -N10 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8, $9, $10 }'
}

# ---- sizes and inks -------------------------------------------------------------

while read -r value size bits inks; do
    good "--eink $value" --eink "$value" --seed 6 -q -o x.png
    check "--eink $value: picture has $size, $bits bits and a palette" test "$(head_of x.png)" = "$size $bits 3"
    run info x.png
    check "--eink $value: info names its inks" grep -qx "inks = $inks" "$T/out"
    check "--eink $value: picture is its own recipe" test "$(hash x.png)" = "$(hash --eink "$value" --seed 6)"
done <<'END'
inky-what 400x300 2 bwr
48x32:bw 48x32 1 bw
48x32:2 48x32 1 bw
48x32:grey4 48x32 2 grey4
32x48:16 32x48 4 grey16
48x32:3 48x32 2 bwr
48x32:bwy 48x32 2 bwy
48x32:4 48x32 2 bwry
48x32:6 48x32 4 spectra6
thumb:7 440x247 4 acep7
END

good 'a proof' --eink 48x32:7 --proof --seed 6 -q -o proof.png
check 'proof of e-ink has the same pixels in other colours' \
    fails test "$(hash proof.png)" = "$(hash --eink 48x32:7 --seed 6)"
if "$R" --version | grep -q 'libjpeg [0-9]'; then
    bad 'inks in a JPEG' 64 '^ridgeline: output.inks = bw: must not be in jpg, whose colours may change: use png, or output.proof = 1$' \
        --eink 48x32:bw --seed 6 -q -o x.jpg
    good 'a proof in a JPEG' --eink 48x32:bw --proof --seed 6 -q -o proof.jpg
fi
good 'a picture becomes one for a panel' proof.png --eink 32x32:bw --set output.proof=0 -q -o x.png
check 'picture made again for a panel has two inks' test "$(head_of x.png)" = '32x32 1 3'
"$R" -q --seed 6 --pixel-art -s 48x32 -o art.png
good 'pixel art as e-ink' art.png --eink 48x32:bw -q -o x.png
run --eink help
check '--eink help lists panels' grep -q '^inky-7.3  *800x480:acep7 ' "$T/out"

# ---- what is refused ------------------------------------------------------------

while IFS='|' read -r args pattern; do
    # shellcheck disable=SC2086 # words
    bad "$args" 64 "^ridgeline: $pattern" $args -o y.png
done <<'END'
--eink inky-7.2|--eink inky-7.2: no such panel: did you mean inky-7.3?$
--eink 7|--eink 7: must be WxH:INKS, as 800x480:7, or a panel: see --eink help$
--eink :7|--eink :7: must be WxH:INKS
--eink 800x480|--eink 800x480: must be WxH:INKS
--eink 800x480:8|--eink WxH:8: no such set of inks: must be one of bw grey4 grey16 bwr bwy bwry spectra6 acep7$
--eink 800x480:grey5|--eink WxH:grey5: no such set of inks: did you mean grey4?$
--eink 0x480:7|--eink 0x480: width 0: must be 1..1000000$
--eink 800:7|--eink 800: must be WxH
--eink trmnl -s 4k|-s: conflicts with --eink: remove one of them$
--eink trmnl --pixel-art|--pixel-art: conflicts with --eink: remove one of them$
--eink trmnl --set output.colours=16|--set output.colours: conflicts with --eink, which sets the colours: remove one of them$
--eink trmnl --depth 16|output.depth = 16: must be 8 where output.inks is grey4$
--proof|--proof: needs a panel: add --eink$
--set output.inks=8|output.inks = 8: must be none, bw, grey4,
--set output.inks=bw --set output.colours=8|output.colours = 8: must be 0 where output.inks is bw$
END

# ---- settings, bot ---------------------------------------------------------------

mkdir -p "$HOME/.config/ridgeline"
echo 'size = 64x64' >"$HOME/.config/ridgeline/config"
good 'a size of the settings' --eink 48x32:bw --seed 6 -q -o x.png
check 'size of the panel wins over settings' test "$(head_of x.png)" = '48x32 1 3'
echo 'eink = trmnl' >"$HOME/.config/ridgeline/config"
bad 'settings have no --eink' 78 'config:1: ' --seed 6 -o y.png
rm "$HOME/.config/ridgeline/config"

good 'a bot' bot -o bot --name test --now @1795240800 --eink 64x40:6 -q
check 'bot with --eink shows inks' test "$(head_of bot/latest.png)" = '64x40 4 3'
command=$(sed -n 's/.*"command": "ridgeline \(.*\)".*/\1/p' bot/*.json)
# shellcheck disable=SC2086 # words of ours
check 'command of an e-ink slot makes its picture' test "$(hash $command)" = "$(hash bot/latest.png)"
mkdir other
bad 'a panel has no smaller size, and no fewer inks' 78 '^ridgeline: --max-bytes 300: must be more: even the smallest picture is larger' \
    bot -o other --name test --now @1795240800 --eink 64x40:6 --max-bytes 300 -q
