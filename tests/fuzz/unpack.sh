#!/bin/sh
# unpack.sh FUZZ_PACK FOLDER HARNESS... - each committed corpus as a folder of files,
# FOLDER/HARNESS, where it is not there already or older than its pack.
set -eu
tool=$1 folder=$2
shift 2
for harness; do
    pack=tests/fuzz/corpus/$harness.pack
    if [ ! -d "$folder/$harness" ] || [ -n "$(find "$pack" -newer "$folder/$harness")" ]; then
        mkdir -p "$folder/$harness"
        "$tool" unpack "$pack" "$folder/$harness"
        touch "$folder/$harness"
    fi
done
