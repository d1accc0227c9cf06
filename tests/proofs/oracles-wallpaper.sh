#!/bin/sh
# oracles-wallpaper.sh PROGRAM - what others say about our wallpapers: xmllint of the XML, a
# walk through the slide show as desktops do it, the rules of a package for Plasma, a shell of
# the commands.  A tool that is missing is a failure that names it: `make deps-oracles`
# installs them.
set -u
program=$1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools xmllint python3 pngcheck convert shellcheck

data=tests/support/data/wallpaper
folder="$scratch/a & b's"
BERLIN='CET-1CEST,M3.5.0,M10.5.0/3' SYDNEY='AEST-10AEDT,M10.1.0,M4.1.0/3'
WINTER=1795266000 SUMMER=1788500000

# make ARG...: a set in an empty folder, its commands in $scratch/told.
make()
{
    rm -rf "$folder"
    "$program" wallpaper --seed 7 --desktop all -o "$folder" "$@" >"$scratch/told"
}

# list NAME: its XML is valid, and all it names is there.
list()
{
    xmllint --noout --dtdvalid "$data/list.dtd" "$folder/$1.xml" || return
    xmllint --xpath '//filename/text() | //filename-dark/text()' "$folder/$1.xml" |
        sed 's/&amp;/\&/g;s/&lt;/</g;s/&gt;/>/g' | while read -r path; do
        [ -s "$path" ] || exit 1
    done
}

# show NAME EPOCH...: so is its slide show, which shows each hour at that hour.
show()
{
    xmllint --noout --relaxng "$data/show.rng" "$folder/$1-timed.xml" || return
    name=$1
    shift
    python3 tests/support/slide_show.py "$folder/$name-timed.xml" "$@"
}

# zone NAME EPOCH: a set made then and there.
zone()
{
    (
        TZ=$1
        export TZ
        make -s 32x18 --timed 9 --name z --now "@$2" && show z "$2"
    )
}

# The commands are a script in which nothing is unquoted or unknown.
told()
{
    shellcheck -s sh -S warning "$scratch/told"
}

# darker NAME: ImageMagick's mean of the dark half is at most three quarters of the light one's.
darker()
{
    light=$(convert "$folder/$1-l.png" -colorspace Gray -format '%[fx:mean]' info:)
    convert "$folder/$1-d.png" -colorspace Gray -format '%[fx:mean]' info: |
        awk -v light="$light" '{ exit !($1 <= 0.76 * light) }'
}

# spans: the parts, laid where the monitors stand, are the span, and the gap is black.
spans()
{
    convert "$folder/m-span.png" -fill black -draw 'rectangle 160,0 169,109' \
        -draw 'rectangle 0,0 169,19' -draw "rectangle 170,100 229,109" -depth 8 "$scratch/span.ppm"
    convert -size 230x110 xc:black "$folder/m-1.png" -geometry +0+20 -composite \
        "$folder/m-2.png" -geometry +170+0 -composite -depth 8 "$scratch/laid.ppm"
    cmp "$scratch/span.ppm" "$scratch/laid.ppm"
}

verdict 'sizes are made' make -s 160x90,90x160 --name 's <1> & "2"'
verdict 'sizes: the list' list 's <1> & "2"'
verdict 'sizes: pngcheck' pngcheck -q "$folder"/*.png
verdict 'sizes: the commands' told

for scene in dawn ember violet noon golden dusk emerald sakura autumn winter mist storm ink moonlight \
    aurora bloodmoon vapor desert mars; do
    verdict "a pair of $scene is made" make -m $scene -s 160x90 --dark --name p
    verdict "a pair of $scene: the dark half is darker" darker p-160x90
done
verdict 'a pair: the list' list p
verdict 'a pair: the commands' told

for count in 2 5 12 96; do
    verdict "a day of $count is made" make -s 32x18,18x32 --timed $count --name d
    verdict "a day of $count: the slide show" show d
done
verdict 'a day: the list' list d
verdict 'a day: the commands' told
verdict 'a day in Berlin, winter' zone "$BERLIN" $WINTER
verdict 'a day in Berlin, summer' zone "$BERLIN" $SUMMER
verdict 'a day in Sydney, winter' zone "$SYDNEY" $SUMMER
verdict 'a day in Sydney, summer' zone "$SYDNEY" $WINTER
verdict 'a day in India' zone IST-5:30 $SUMMER

verdict 'monitors are made' make --monitors 160x90+0+20,60x100+170+0 --name m
verdict 'monitors: the list' list m
verdict 'monitors: the parts are the span' spans
verdict 'monitors: the commands' told
verdict 'a land on each is made' make --monitors 160x90+0+20,60x100+170+0 --each --name m
verdict 'a land on each: the list' list m

mountain=$(printf '\303\234ber Berg')
verdict 'a package is made' make -s 160x90,90x160 --dark --kde --name "$mountain"
verdict 'a package: its rules' python3 tests/support/kde_package.py "$folder/$mountain"
verdict 'a package: the list' list "$mountain"
verdict 'a package: the commands' told
verdict 'a package of one light is made' make -s 160x90 --kde
for package in "$folder"/*/; do
    verdict 'a package of one light: its rules' python3 tests/support/kde_package.py "$package"
done

verdicts_end
