#!/bin/sh
# order.sh PROGRAM - what the system sees of a file that appears whole: a new temporary that
# nobody can have placed there, all bytes, a sync, a close, and only then the name.  Each of
# these calls fails once, which must be told and leave nothing.  Needs strace.
set -u
cd "$(dirname "$0")/../../.." || exit 1
program=${1:?usage: order.sh PROGRAM}
case $program in /*) ;; *) program=$PWD/$program ;; esac
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
# shellcheck disable=SC2154 # scratch: of verdict.sh
folder=$scratch/pictures
need_tools strace awk timeout || verdicts_end || exit 1

# A question mark: not every machine has all of them.
calls='?open,openat,write,pwrite64,fsync,fdatasync,close,?rename,?renameat,renameat2,?link,linkat,?unlink,unlinkat'
mkdir "$folder"

# traced TRACE STRACE-OPTION... -- ARG...: a small picture, what it called in TRACE; its exit code.
traced()
{
    trace=$1
    shift
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # words
    strace -qq -o "$trace" -e "trace=$calls" $options "$program" -s 320x180 --seed 7 --threads 1 -q "$@"
}

# Of the calls in order: what became of the temporary, one line each.  The descriptor and the
# names are found by what opened them.
cat >"$scratch/steps.awk" <<'END'
function first(text) { sub(/^[a-z0-9_]*\(/, "", text); sub(/[,)].*/, "", text); return text }
/^open/ && /\.ridgeline-[0-9a-f]*\.tmp"/ && fd == "" {
    fd = $NF
    split($0, part, "\"")
    temp = part[2]
    print "open", (/O_CREAT/ && /O_EXCL/) ? "exclusive" : "shared", /O_NOFOLLOW/ ? "nofollow" : "follow",
        /O_CLOEXEC/ ? "cloexec" : "inherited", /, 0666\)/ ? "0666" : "other mode"
    next
}
fd == "" { next }
/^p?write/ && first($0) == fd { if (last != "write") print "write"; last = "write"; next }
/^f(data)?sync/ && first($0) == fd { print last = "sync"; next }
/^close/ && first($0) == fd { print last = "close"; fd = "closed"; next }
/^(rename|link)/ && index($0, "\"" temp "\"") { print last = "rename"; renamed = 1; next }
/^unlink/ && index($0, "\"" temp "\"") { print last = "unlink"; next }
/^open/ && /O_DIRECTORY/ && renamed { folder = $NF; next }
/^f(data)?sync/ && folder != "" && first($0) == folder { print last = "sync the folder"; folder = "" }
END
steps()
{
    awk -f "$scratch/steps.awk" "$1"
}

cat >"$scratch/want" <<'END'
open exclusive nofollow cloexec 0666
write
sync
close
rename
sync the folder
END

# in_order NAME: the trace of a run that went well.
in_order()
{
    steps "$1" >"$scratch/steps" && diff "$scratch/want" "$scratch/steps"
}

verdict 'a new file' traced "$scratch/new" -- -o "$folder/a.png"
verdict 'it is opened, written, synced, closed and renamed in this order' in_order "$scratch/new"
verdict 'an old file' traced "$scratch/old" -- -o "$folder/a.png" -f ppm
# never more open than what it replaces
sed 's/0666/other mode/' "$scratch/want" >"$scratch/w" && mv "$scratch/w" "$scratch/want"
verdict 'so is the one that replaces it' in_order "$scratch/old"

# ---- each of them fails --------------------------------------------------------------

# count CALL PATTERN: the how-manieth of its calls is the first that fits, in the trace of an
# old file.
count()
{
    awk -v call="$1" -v pattern="$2" 'index($0, call "(") == 1 { n++; if (!found && $0 ~ pattern) found = n }
        END { print found }' "$scratch/old"
}

# refused CALL COUNT ERRNO CODE: the run says so in one line, and the folder is as it was.
refused()
{
    rm -rf "$folder"
    mkdir "$folder"
    echo precious >"$folder/a.png"
    traced "$scratch/one" -e "inject=$1:error=$3:when=$2" -- -o "$folder/a.png" -f ppm 2>"$scratch/err"
    code=$?
    cat "$scratch/err"
    ls -A "$folder"
    [ $code -eq "$4" ] || { echo "exit $code" && return 1; }
    [ "$(wc -l <"$scratch/err")" -eq 1 ] && [ "$(cat "$folder/a.png")" = precious ] &&
        [ "$(ls -A "$folder")" = a.png ]
}

temp='[.]ridgeline-[0-9a-f]*[.]tmp"'
fd=$(awk -v temp="$temp" '/^open/ && $0 ~ temp { print $NF; exit }' "$scratch/old")
# its number may have been another file's before
closing=$(awk -v temp="$temp" -v call="close($fd)" '/^open/ && $0 ~ temp { is_open = 1 }
    /^close/ { n++; if (is_open && index($0, call) == 1) { print n; exit } }' "$scratch/old")
rename=$(awk -v temp="$temp" '/^rename/ && $0 ~ temp { sub(/[(].*/, ""); print; exit }' "$scratch/old")
first=$(count write "^write[(]$fd,")
last=$((first + $(grep -c "^write($fd," "$scratch/old") - 1))
for error in EIO ENOSPC EDQUOT; do
    verdict "a first write that fails: $error" refused write "$first" $error 74
    verdict "a last write that fails: $error" refused write "$last" $error 74
    verdict "a sync that fails: $error" refused fsync "$(count fsync "^fsync[(]${fd}[)]")" $error 74
    verdict "a close that fails: $error" refused close "$closing" $error 74
    case $error in EIO) no_name=73 ;; *) no_name=74 ;; esac # a full disk is no missing permission
    verdict "a rename that fails: $error" refused "$rename" "$(count "$rename" "$temp")" $error $no_name
done
for error in EACCES EROFS EMFILE; do
    verdict "a temporary that cannot be opened: $error" refused openat "$(count openat "$temp")" $error 73
done
verdict 'the folder that cannot be synced is no failure' traced "$scratch/one" \
    -e "inject=fsync:error=EIO:when=2" -- -o "$folder/a.png"

# a file system may know no rename that replaces nothing
no_clobber()
{
    rm -f "$folder/new.png"
    traced "$scratch/one" -e "inject=renameat2:error=EINVAL" -- -o "$folder/new.png" --no-clobber -f ppm &&
        [ -s "$folder/new.png" ] && grep -q '^renameat2.*EINVAL' "$scratch/one"
}
verdict 'without a rename that refuses a new file gets its name' no_clobber

# ---- a bot: nothing is posted before its claim would outlive a power cut ------------------

cat >"$scratch/post" <<'END'
#!/bin/sh
echo https://bots.example/1
END
chmod +x "$scratch/post"
cat >"$scratch/bot.awk" <<'END'
function first(text) { sub(/^[a-z0-9_]*\(/, "", text); sub(/[,)].*/, "", text); return text }
/^rename/ && /Z\.png"/ { print "picture" }
/^open/ && /\.pending"/ && / = [0-9]+$/ {
    claim = $NF
    print "claim", (/O_CREAT/ && /O_EXCL/) ? "exclusive" : "shared", /O_NOFOLLOW/ ? "nofollow" : "follow"
}
/^fsync/ && claim != "" && first($0) == claim { print "claim synced"; claim = ""; is_claimed = 1 }
/^close/ && claim != "" && first($0) == claim { claim = "" }
/^open/ && /O_DIRECTORY/ && is_claimed { folder = $NF }
/^fsync/ && folder != "" && first($0) == folder { print "folder synced"; folder = ""; is_claimed = 0 }
/^(clone|clone3|fork|vfork)\(/ { print "post" }
/^rename/ && /Z\.posted"/ { print "posted" }
/^unlink/ && /Z\.pending"/ { print "claim taken away" }
END
cat >"$scratch/want" <<'END'
picture
claim exclusive nofollow
claim synced
folder synced
post
posted
claim taken away
END

bot_in_order()
{
    strace -qq -o "$scratch/bot" -e "trace=$calls,clone,?clone3,?fork,?vfork" "$program" bot -o "$scratch/home" \
        --name test --now @1795240800 -s 32x18 --threads 1 -q --post "$scratch/post" || return
    awk -f "$scratch/bot.awk" "$scratch/bot" >"$scratch/steps" && diff "$scratch/want" "$scratch/steps"
}

# lock_fails CALL: whatever looks at the lock fails, from then on: the run must end, and say so.
lock_fails()
{
    looks=$(awk '/^flock/ { exit } /^(new)?fstat/ { n++ } END { print n + 1 }' "$scratch/bot.all")
    timeout 20 strace -qq -o "$scratch/one" -e "trace=$1" -e "inject=$1:error=EIO:when=$looks+" "$program" \
        bot -o "$scratch/home" --name test --now @1795240800 -s 32x18 --threads 1 -q 2>"$scratch/err"
    code=$?
    cat "$scratch/err"
    [ $code -eq 73 ] && grep -q 'lock: cannot lock: ' "$scratch/err"
}

verdict 'a bot: picture, claim, its sync, then the post, its record, and the claim goes' bot_in_order
strace -qq -o "$scratch/bot.all" "$program" bot -o "$scratch/home" --name test --now @1795240800 -s 32x18 \
    --threads 1 -q
looking=$(sed -n 's/^\(newfstatat\|fstat\|fstat64\)(.*/\1/p' "$scratch/bot.all" | tail -n 1)
verdict 'a lock that cannot be looked at ends the run' lock_fails "$looking"
verdicts_end
