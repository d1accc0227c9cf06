#!/bin/sh
# embed.sh NAME FILE... - writes a C file that holds the texts of the files as
# the table embedded_NAMEs (see embedded.h), sorted by the number in their line
# `order = N` (files without one come last), then by name.
set -eu
LC_ALL=C
export LC_ALL
table=$1
shift
printf '/* Made by src/base/embed.sh: change the files, not this one. */\n'
printf '#include "base/embedded.h"\n\n'
printf 'const embedded_text embedded_%ss[] = {\n' "$table"
for file in "$@"; do
    order=$(sed -n '/^order = [0-9]*$/{s/.* //p;q;}' "$file")
    printf '%s %s\n' "${order:-99999}" "$file"
done | sort -k 1,1n -k 2 | while read -r order file; do
    name=${file##*/}
    printf '    {"%s",\n' "${name%.*}"
    # Every line becomes one string literal; backslash, quote and tab are escaped.
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' -e 's/.*/     "&\\n"/' "$file"
    printf '     , %s},\n' "$(wc -c <"$file" | tr -d ' ')"
done
printf '};\nconst size_t embedded_%s_count = sizeof embedded_%ss / sizeof embedded_%ss[0];\n' \
    "$table" "$table" "$table"
