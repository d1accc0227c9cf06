#!/bin/sh
# texts.sh PROGRAM FOLDER - the text of each golden scene as FOLDER/NAME.ini, for
# test_property.c.  Scenes that need heights from the program (--from-map, --input) are left out.
set -eu
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
sed -e 's/#.*//' -e 's/|/ /' "$(dirname "$0")/scenes.txt" | awk 'NF > 1' | {
    set -f
    while read -r name arguments; do
        # shellcheck disable=SC2086 # words
        case $arguments in
        *--from-map* | *--input* | *slices=1*) ;;
        *) "$program" $arguments -q -f scene -o "$folder/$name.ini" </dev/null ;;
        esac
    done
}
