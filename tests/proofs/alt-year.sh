#!/bin/sh
# alt-year.sh PROGRAM [COUNT] - a year of alt texts: the words of COUNT pictures of a bot
# that posts every three hours (2928: 366 days), each claim compared with its picture by
# tests/support/alt_truth.c.  Prints false statements and one line of sums; fails where there
# is any, or where a text is that of the slot before.  `make check-cli` builds the checker.
set -u
program=${1:?usage: alt-year.sh PROGRAM [COUNT]}
count=${2:-2928}
truth=$(dirname "$program")/alt-truth
[ -x "$truth" ] || {
    echo "alt-year.sh: $truth: is no program: make check-cli builds it" >&2
    exit 1
}
exec "$truth" 0 "$count"
