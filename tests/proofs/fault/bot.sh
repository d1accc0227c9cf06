#!/bin/sh
# bot.sh PROGRAM [SECONDS] - a bot that is killed at every system call, and readers
# that never see half a file.  Needs strace.
set -u
cd "$(dirname "$0")/../../.." || exit 1
program=${1:?usage: bot.sh PROGRAM [SECONDS]}
case $program in /*) ;; *) program=$PWD/$program ;; esac
seconds=${2:-60}
# what is synced after each file costs a disk minutes
[ ! -w /dev/shm ] || TMPDIR=/dev/shm
export TMPDIR="${TMPDIR:-/tmp}"
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
# shellcheck disable=SC2154 # scratch, passed: of verdict.sh
:
need_tools strace || exit 1
verdict 'the watcher is built' "${CC:-cc}" -std=c11 -O1 -o "$scratch/watch" tests/support/watch.c -lz

now=1795240800
LOG=$scratch/log
export LOG
cat >"$scratch/post" <<'EOF'
#!/bin/sh
echo "$RIDGELINE_KEY" >>"$LOG"
echo https://bots.example/1
EOF
chmod +x "$scratch/post"

# bot DIR SECONDS ARG...
bot()
{
    bot_dir=$1 bot_now=$((now + $2))
    shift 2
    "$program" bot -o "$bot_dir" --name test --now "@$bot_now" -s 32x18 --threads 1 -q \
        --post "$scratch/post" "$@"
}

none_in()
{
    cat "$1"
    [ ! -s "$1" ]
}

whole()
{
    "$scratch/watch" 0 "$1" >"$scratch/seen"
}

# ---- killed at every call -----------------------------------------------------

# The slot before stands there already: what it left must stay whole, too.
mkdir "$scratch/base"
bot "$scratch/base" 0 2>"$scratch/err"
verdict 'a first run' whole "$scratch/base"
cp -r "$scratch/base" "$scratch/dry"
strace -qq -o "$scratch/calls" "$program" bot -o "$scratch/dry" --name test --now "@$((now + 10800))" \
    -s 32x18 --threads 1 -q --post "$scratch/post" 2>/dev/null
sed -n 's/^\([a-z_0-9]*\)(.*/\1/p' "$scratch/calls" | awk '{ print $1, ++count[$1] }' |
    grep -v '^exit' >"$scratch/points"

# killed_at CALL COUNT SIGNAL: prints what is wrong.
killed_at()
{
    rm -rf "$scratch/one"
    cp -r "$scratch/base" "$scratch/one"
    : >"$LOG"
    strace -qq -o /dev/null -e trace="$1" -e "inject=$1:signal=$3:when=$2" "$program" bot -o "$scratch/one" \
        --name test --now "@$((now + 10800))" -s 32x18 --threads 1 -q --post "$scratch/post" >/dev/null 2>&1
    # what it started may still be at work
    sleep 0.02
    whole "$scratch/one" || echo "$1 $2: torn after the kill"
    bot "$scratch/one" 10900 2>"$scratch/err"
    code=$?
    whole "$scratch/one" || echo "$1 $2: torn after the next run"
    posts=$(grep -c . "$LOG")
    [ "$posts" -le 1 ] || echo "$1 $2: $posts posts"
    if [ -f "$scratch/one/20261121T0900Z.posted" ]; then
        [ "$posts" -eq 1 ] && [ $code -eq 0 ] && [ ! -f "$scratch/one/20261121T0900Z.pending" ] ||
            echo "$1 $2: posted, $posts posts, exit $code"
        return
    fi
    [ -f "$scratch/one/20261121T0900Z.pending" ] && [ $code -eq 74 ] && grep -q 'post status unknown' "$scratch/err" ||
        echo "$1 $2: neither posted nor told: exit $code, $posts posts: $(cat "$scratch/err")"
    bot "$scratch/one" 11000 --retry 2>/dev/null
    [ -f "$scratch/one/20261121T0900Z.posted" ] || echo "$1 $2: --retry posts nothing"
}

for signal in SIGKILL SIGTERM; do
    while read -r call count; do
        killed_at "$call" "$count" $signal
    done <"$scratch/points" >"$scratch/wrong"
    verdict "$signal at each of $(wc -l <"$scratch/points") calls: one post or a claim that is told, files whole" \
        none_in "$scratch/wrong"
done

# ---- calls that fail -----------------------------------------------------------

# fails_at CALL COUNT ERRNO: the run fails or does not, but nothing is torn or posted twice.
fails_at()
{
    rm -rf "$scratch/one"
    cp -r "$scratch/base" "$scratch/one"
    : >"$LOG"
    strace -qq -o /dev/null -e trace="$1" -e "inject=$1:error=$3:when=$2" "$program" bot -o "$scratch/one" \
        --name test --now "@$((now + 10800))" -s 32x18 --threads 1 -q --post "$scratch/post" >/dev/null 2>"$scratch/err"
    code=$?
    case $code in 0 | 7[0-58]) ;; *) echo "$1 $2 $3: exit $code" ;; esac
    [ $code -eq 0 ] || [ -s "$scratch/err" ] || echo "$1 $2 $3: fails without a word"
    whole "$scratch/one" || echo "$1 $2 $3: torn"
    bot "$scratch/one" 10900 --retry >/dev/null 2>&1
    whole "$scratch/one" || echo "$1 $2 $3: torn after the next run"
    [ -f "$scratch/one/20261121T0900Z.posted" ] || echo "$1 $2 $3: never posted"
    posts=$(grep -c . "$LOG")
    [ "$posts" -le 2 ] || echo "$1 $2 $3: $posts posts"
    [ -z "$(find "$scratch/one" -name '.*.tmp')" ] || echo "$1 $2 $3: litter"
}

for error in EIO ENOSPC EACCES EMFILE; do
    while read -r call count; do
        case $call in
        # the first ones are the loader's, and no business of ours
        openat | read | newfstatat | fstat | close) [ "$count" -gt 9 ] || continue ;;
        access) [ "$count" -gt 1 ] || continue ;;
        write | fsync | rename | unlink | flock | mkdir | getdents64 | pipe | pipe2 | clone | clone3 | fcntl | \
            readlink | faccessat2) ;;
        *) continue ;;
        esac
        fails_at "$call" "$count" $error
    done <"$scratch/points" >"$scratch/wrong"
    verdict "$error at each call on a file: nothing torn, nothing lost" none_in "$scratch/wrong"
done

# ---- memory that lacks around a post ------------------------------------------------

# A static one: what is preloaded does not get into it.
cat >"$scratch/plain.c" <<'EOF'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) { return write(open(getenv("LOG"), O_WRONLY | O_APPEND), "1\n", 2) != 2; }
EOF
verdict 'the failing allocator is built' \
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -o "$scratch/heap.so" tests/proofs/fault/heap.c
verdict 'a post without preloads is built' \
    "${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -static -o "$scratch/plain" "$scratch/plain.c"
"$program" bot -o "$scratch/unposted" --name test --now @$now -s 32x18 --threads 1 -q

# short_of CALL: a claim stands only for a command that ran.
short_of()
{
    rm -rf "$scratch/one"
    cp -r "$scratch/unposted" "$scratch/one"
    : >"$LOG"
    env LD_PRELOAD="$scratch/heap.so" HEAP_FAIL="$1" HEAP_COUNT="$scratch/count" "$program" bot \
        -o "$scratch/one" --name test --now @$now -s 32x18 --threads 1 -q --post "$scratch/plain" \
        >/dev/null 2>"$scratch/err"
    [ -s "$LOG" ] || [ -z "$(find "$scratch/one" -name '*.pending')" ] ||
        echo "call $1: a claim without a post: $(cat "$scratch/err")"
}
short_of 0
count=$(cat "$scratch/count")
for call in $(seq "$count"); do
    short_of "$call"
done >"$scratch/wrong"
verdict "$count calls of the allocator: no claim without a post" none_in "$scratch/wrong"

# ---- readers ---------------------------------------------------------------------

cp -r "$scratch/base" "$scratch/read"
"$scratch/watch" "$seconds" "$scratch/read" >"$scratch/read.log" 2>&1 &
watcher=$!
i=0
while kill -0 $watcher 2>/dev/null; do
    i=$((i + 1))
    "$program" bot -o "$scratch/read" --name test --now "@$((now + i * 10800))" -s 480x270 -q --keep 6 &
    runner=$!
    # every third run is killed, each at another moment
    [ $((i % 3)) -ne 0 ] || { sleep "0.0$((i / 3 % 6))" && kill -9 $runner 2>/dev/null; }
    wait $runner 2>/dev/null
done
cat "$scratch/read.log"
verdict "readers for $seconds s during $i runs, a third of them killed: none torn, none missing" wait $watcher
verdicts_end
