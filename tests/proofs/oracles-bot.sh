#!/bin/sh
# oracles-bot.sh PROGRAM - what surrounds the bot (samples/bot/): both posting scripts against
# a server that fails in every way it can (tests/support/bot_server.py), and the units before
# systemd's own judges.  A tool that is missing is a failure that names it: `make
# deps-oracles` installs them.
set -u
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh

need_tools python3 curl jq shellcheck strace systemd-analyze pngcheck

server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT
site=$scratch/site
mkdir -p "$site" "$scratch/temp" "$scratch/home"
bot=$PWD/samples/bot

# ---- a bot's slot, its secrets, the server ----------------------------------

SLOT=20261121T0600Z
TIME=2026-11-21T06:00:00Z
QUOTED=$(printf '\342\200\234fades\342\200\235') # curly
ALT="A range $QUOTED from near-black to pale peach; a low sun <i>&amp; 100% \"calm\" \\n."
E=$(printf '\303\251') # with an acute
echo 'M4stodon-to.ken_~+/=$(id)"' >"$site/token"
echo 'blue-sky$ecr-"pass' >"$site/password"
echo 4711/Disc-ord_hook >"$site/hook"
# Also parts of them, which no way of quoting can hide.
cat "$site/token" - "$site/password" >"$scratch/secrets" <<'SECRETS'
M4stodon-to
blue-sky
Disc-ord_hook
session.Tm90IGEgcmVhbCBvbmU
SECRETS
# What would betray a secret, were it read.
printf 'location-trusted\nverbose\ntrace-ascii "-"\n' >"$scratch/home/.curlrc"

"$program" -s 64x36 --seed 7 -q -o "$scratch/a picture;type=x.png"
printf '%s\n' "$ALT" >"$scratch/alt, 1.txt"
printf '{"height": 36, "slot": "%s", "width": 64}\n' $SLOT >"$scratch/slot.json"
verdict 'the picture to post' pngcheck -q "$scratch/a picture;type=x.png"

python3 tests/support/bot_server.py "$site" >"$scratch/server.log" 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$site/ports" ] || sleep 1
done
verdict 'the server listens' [ -s "$site/ports" ] || exit 1
read -r port _ <"$site/ports"

# post NETWORK CASE FAULT VAR=VALUE...: runs the script (or $script, under $wrap) with what the
# bot hands over and a host has set; later words win.  Leaves $code and the files out and err.
post()
{
    network=$1 case=$2 fault=$3
    shift 3
    secret=token
    case $network in
    bluesky) secret=password ;;
    discord) secret=hook ;;
    esac
    url=http://127.0.0.1:$port/$case/$fault
    env -i PATH="$PATH" HOME="$scratch/home" TMPDIR="$scratch/temp" \
        RIDGELINE_NAME=ridge RIDGELINE_SLOT=$SLOT RIDGELINE_TIME=$TIME RIDGELINE_KEY=ridge/$SLOT \
        RIDGELINE_PICTURE="$scratch/a picture;type=x.png" RIDGELINE_ALT="$ALT" \
        RIDGELINE_ALT_FILE="$scratch/alt, 1.txt" RIDGELINE_JSON="$scratch/slot.json" \
        RIDGELINE_TITLE='Moonlight, alpine' RIDGELINE_TOKEN_FILE="$site/$secret" \
        RIDGELINE_SECONDS=40 MASTODON_URL="$url" BLUESKY_URL="$url/" \
        PIXELFED_URL="$url" MATRIX_URL="$url" MATRIX_ROOM='!room:example.org' DISCORD_URL="$url" \
        BLUESKY_HANDLE=ridgeline.example.org "$@" ${wrap:-} "${script:-$bot/post-$network.sh}" \
        >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
}

# ---- what must hold after each run ------------------------------------------

posts()
{
    if [ -e "$site/$case/posts" ]; then wc -l <"$site/$case/posts"; else echo 0; fi
}

# tidy: no secret was said, no file stays, nobody else was spoken to.
tidy()
{
    cat "$scratch/out" "$scratch/err"
    [ ! -e "$site/elsewhere" ] || return
    [ -z "$(ls -A "$scratch/temp")" ] || return
    ! grep -qaFf "$scratch/secrets" "$scratch/out" "$scratch/err"
}

# posted URL: one post, by this run or before, and its URL is all that was said.
posted()
{
    tidy || return
    [ "$code" -eq 0 ] && [ ! -s "$scratch/err" ] && [ "$(posts)" -eq 1 ] || return
    echo "$1" | cmp - "$scratch/out"
}

# refused STATUS PATTERN POSTS: one plain line that holds the pattern.
refused()
{
    tidy || return
    echo "status $code, $(posts) posts"
    [ "$code" -eq "$1" ] && [ ! -s "$scratch/out" ] && [ "$(posts)" -eq "${3:-0}" ] || return
    [ "$(wc -l <"$scratch/err")" -eq 1 ] && [ "$(wc -c <"$scratch/err")" -lt 400 ] || return
    grep -q "^post-$network\.sh: .*$2" "$scratch/err" || return
    # No control characters, neither ASCII's nor Unicode's.
    tr -d '\n' <"$scratch/err" | LC_ALL=C grep -qa '[[:cntrl:]]' && return 1
    ! LC_ALL=C grep -qa "$(printf '\302\205\|\342\200\256')" "$scratch/err"
}

TOOT=https://social.example/@bot/110222
# The key of this slot and this bot, as the server reads it back below.
skeet()
{
    echo "https://bsky.app/profile/ridgeline.example.org/post/$(jq -r .rkey "$site/$case/post")"
}

url_of()
{
    case $network in
    mastodon | pixelfed) echo $TOOT ;;
    bluesky) skeet ;;
    matrix) echo 'https://matrix.to/#/!room:example.org/$event-0' ;;
    discord) echo https://discord.com/channels/11/22/33 ;;
    esac
}

# succeeds NETWORK FAULT ... and fails STATUS NETWORK FAULT ... : one run of its own.
succeeds()
{
    network=$1 fault=$2
    shift 2
    post "$network" "$network-$fault" "$fault" "$@"
    verdict "$network, $fault: posted" posted "$(url_of)"
}

fails()
{
    wanted=$1 network=$2 fault=$3 pattern=$4
    shift 4
    post "$network" "$network-$fault" "$fault" "$@"
    verdict "$network, $fault: refused, $wanted" refused "$wanted" "$pattern"
}

# ---- a good day -------------------------------------------------------------

# header FILE NAME: its values.
header()
{
    jq -r --arg name "$2" '.headers[] | select((.[0] | ascii_downcase) == $name)[1]' "$1"
}

# received: the picture and the words are those of the slot.
received()
{
    cmp "$scratch/a picture;type=x.png" "$site/$case/picture" &&
        printf '%s' "$ALT" | cmp - "$site/$case/alt"
}

# secret_in_header_only: of all that was sent; the password once, to log in.
secret_in_header_only()
{
    for seen in "$site/$case"/*.json; do
        jq -c '[.path, (.headers[] | select((.[0] | ascii_downcase) != "authorization"))]' "$seen"
    done | grep -aFf "$scratch/secrets" && return 1
    sent=$(grep -laFf "$scratch/secrets" "$site/$case"/*.body)
    [ "$sent" = "$1" ]
}

mastodon_post()
{
    jq -e '. == { status: "Moonlight, alpine", media_ids: ["100987654321.png"], visibility: "unlisted",
        language: "en" }' "$site/$case/post"
}

bluesky_post()
{
    [ "$(cat "$site/$case/time")" = $TIME ] || return
    jq -e '.record | .text == "Moonlight, alpine" and .langs == ["en"] and
        (.createdAt | fromdate - now | fabs) < 600 and
        .embed.images[0].aspectRatio == { width: 64, height: 36 }' "$site/$case/post"
}

for network in mastodon bluesky; do
    succeeds $network none
    verdict "$network: picture and description arrive" received
    verdict "$network: the post is as it should be" ${network}_post
    login=
    [ $network = mastodon ] || login=$site/$case/01-session.body
    verdict "$network: the secret travels in its header alone" secret_in_header_only "$login"
    post $network "$case" none
    verdict "$network: a second run finds the first one's post" posted "$(url_of)"
done

# same_scene: what arrived is a JPEG with the recipe of the large picture.
same_scene()
{
    cp "$site/$case/picture" "$scratch/arrived.jpg" &&
        "$program" "$scratch/arrived.jpg" -f scene -o "$scratch/arrived.scene" &&
        "$program" "$scratch/large.png" -f scene -o "$scratch/large.scene" &&
        cmp "$scratch/arrived.scene" "$scratch/large.scene"
}

matrix_post()
{
    jq -e '.filename == "20261121T0600Z.png" and .info == { mimetype: "image/png", w: 64, h: 36,
        size: .info.size } and (.body | startswith("Moonlight, alpine\n\n"))' "$site/$case/post"
}

discord_post()
{
    jq -e '.content == "Moonlight, alpine" and .allowed_mentions == { parse: [] }' \
        "$site/$case/post"
}

pixelfed_post()
{
    jq -e '.status == "Moonlight, alpine" and .visibility == "public"' "$site/$case/post"
}

for network in pixelfed matrix discord; do
    succeeds $network none
    verdict "$network: picture and description arrive" received
    verdict "$network: the post is as it should be" ${network}_post
done
post matrix matrix-none none
verdict 'matrix: a second run finds the first one'"'"'s post' posted "$(url_of)"
post discord discord-url none RIDGELINE_TOKEN_FILE="$site/token"
verdict 'discord: a secret that is no webhook' refused 78 'must hold the URL of a webhook'
post matrix matrix-room none MATRIX_ROOM='#alias:example.org'
verdict 'matrix: an alias is no room' refused 78 'MATRIX_ROOM'
post pixelfed pixelfed-unset none PIXELFED_URL=
verdict 'pixelfed: no server' refused 78 'PIXELFED_URL: is not set'

one_key()
{
    for seen in "$site/mastodon-none"/*-status.json; do header "$seen" idempotency-key; done |
        grep -cx 'ridge%2F20261121T0600Z' | grep -qx 2
}
verdict 'mastodon: the key is the slot' one_key
post mastodon mastodon-none none RIDGELINE_KEY='ridge/20261121T0900Z'
verdict 'mastodon: another slot, another post' [ "$(posts)" -eq 2 ]
first=$(jq -r .rkey "$site/bluesky-none/post")
post bluesky bluesky-none none RIDGELINE_TIME=2026-11-21T09:00:00Z
second=$(jq -r .rkey "$site/bluesky-none/post")
post bluesky bluesky-none none RIDGELINE_NAME=other
verdict 'bluesky: another slot or bot, another post' [ "$(posts)" -eq 3 ]
verdict 'bluesky: keys sort by time' expr "$first" \< "$second"

for network in mastodon bluesky; do
    cp "$site/$([ $network = mastodon ] && echo token || echo password)" "$scratch/home/token"
    post $network $network-systemd none RIDGELINE_TOKEN_FILE= CREDENTIALS_DIRECTORY="$scratch/home"
    verdict "$network: the secret may come from systemd" posted "$(url_of)"
done

# ---- words ------------------------------------------------------------------

# says NETWORK NAME FILTER VAR=VALUE...: the post's text, judged by jq.
says()
{
    network=$1 name=$2 filter=$3
    shift 3
    post "$network" "$network-words-$(echo "$name" | tr -c 'a-z\n' -)" none "$@"
    verdict "$network: $name" jq -e "(.record // .) | (.text // .status) | $filter" \
        "$site/$case/post"
}

long=$(python3 -c 'print("e\u0301 " * 400)')
for network in mastodon bluesky; do
    says $network 'a text of its own' '. == "ridge: 20261121T0600Z, {other} \u00e9 #x"' \
        RIDGELINE_TEXT="ridge: 20261121T0600Z, {other} $E #x"
    says $network 'nothing is replaced' '. == "\"{slot}\" $(id) \\ `x`"' \
        RIDGELINE_TITLE='"{slot}" $(id) \ `x`'
    most=500
    [ $network = mastodon ] || most=300
    # A letter with its accent is one, and is not torn.
    says $network "a long text ends at a word before $most letters" \
        "(gsub(\"\u0301\"; \"\") | length | . <= $most and . > $most - 3) and
        endswith(\"\u0301\u2026\")" RIDGELINE_TITLE="$long"
done
says bluesky 'links and tags' '. == "\u00e9 https://a.example/\u00e9, #ridge"' \
    RIDGELINE_TEXT="$E https://a.example/$E, #ridge"
verdict 'bluesky: links and tags are facets' jq -e '[.record.facets[].index | .byteStart, .byteEnd]
    == [3, 23, 25, 31]' "$site/$case/post"
says bluesky 'at most 3000 bytes' 'utf8bytelength | . <= 3000 and . > 2900' \
    RIDGELINE_TITLE="$(python3 -c 'print("\U0001f469\u200d\U0001f469\u200d\U0001f467" * 200)')"

# ---- faults -----------------------------------------------------------------

for step in media poll status session blob record upload send webhook message; do
    case $step in
    media | poll | status) network=mastodon ;;
    upload | send) network=matrix ;;
    webhook | message) network=discord ;;
    *) network=bluesky ;;
    esac
    # What came of the call that publishes is known when it was refused; else Bluesky is asked.
    unknown=75
    case $step in status | send | message) unknown=69 ;; esac
    for kind in 401 403 404; do
        fails 78 $network $step-$kind "$step\|media: $kind: .*no ]0;owned way ok posted very"
    done
    fails 75 $network $step-422 "$step\|media: 422: .*no ]0;owned way ok posted very"
    for kind in 408 409 500 503; do
        fails $unknown $network $step-$kind "$step\|media: $kind: .*no ]0;owned way ok posted very"
    done
    for kind in 301 302 307 308; do
        fails $unknown $network $step-$kind "$kind: moved"
    done
    for kind in garbage html empty list hollow odd; do
        fails $unknown $network $step-$kind '200\(, but no answer that makes sense\)*: '
    done
    fails $unknown $network $step-close 'curl: (52)'
    fails $unknown $network $step-drop 'curl: (18)'
    fails $unknown $network $step-huge 'curl: (63)'
    fails $unknown $network $step-flood 'curl: (23)'
    # No time is left to ask Bluesky.
    [ $step != record ] || unknown=69
    fails $unknown $network $step-slow 'curl: (28)' RIDGELINE_SECONDS=3
    fails 75 $network $step-429long '429.*Too many requests'
    succeeds $network $step-429
done

for kind in 429date 429reset 429epoch; do
    succeeds mastodon media-$kind
done

for kind in 429junk 429bare; do
    fails 75 mastodon media-$kind '429.*Too many requests'
done
succeeds mastodon poll-third
succeeds mastodon poll-null
succeeds mastodon status-422twice
fails 75 mastodon poll-never 'still at work' RIDGELINE_SECONDS=4
fails 75 mastodon poll-foreign 'no answer that makes sense'

# The post was made and its answer got lost: Bluesky's can be asked for; Mastodon's is said
# again to whoever comes with its key.
succeeds bluesky record-lost
post mastodon mastodon-lost status-lost
verdict 'mastodon, status-lost: not known' refused 69 'curl: (18)' 1
post mastodon mastodon-lost none
verdict 'mastodon, status-lost: known to the next run' posted $TOOT

post bluesky bluesky-exists none
post bluesky bluesky-exists record-exists
verdict 'bluesky, record-exists: found' posted "$(skeet)"
post bluesky bluesky-exists look-500
verdict 'bluesky, look-500: not known' refused 69 'record: 500' 1

"$program" -s 1600x900 --seed 5 -q -o "$scratch/large.png"
verdict 'a picture of more than 1,000,000 bytes' [ "$(wc -c <"$scratch/large.png")" -gt 1000000 ]
# Too large for Bluesky up to PDS 0.4, and for others by their settings.
for small in mastodon:media pixelfed:media matrix:upload discord:message bluesky:record; do
    network=${small%:*}
    fault=${small#*:}-small
    [ $network != bluesky ] || fault=record-old
    succeeds $network $fault RIDGELINE_PICTURE="$scratch/large.png" RIDGELINE_PROGRAM="$program"
    verdict "$network: the same scene arrives as JPEG" same_scene
done
head -c 2100000 /dev/zero >"$scratch/empty.png"
post bluesky bluesky-large none RIDGELINE_PICTURE="$scratch/empty.png" RIDGELINE_PROGRAM="$program"
verdict 'bluesky: too large a picture that has no recipe' refused 78 'use --max-bytes 900000'
post bluesky bluesky-no-picture none RIDGELINE_PICTURE=/dev/null
verdict 'bluesky: no PNG' refused 78 'must be a PNG'

# ---- settings ---------------------------------------------------------------

# wrong NETWORK STATUS PATTERN VAR=VALUE...: said before anything is sent.
wrong()
{
    network=$1 status=$2 pattern=$3
    shift 3
    post "$network" "$network-wrong" none "$@"
    verdict "$network, $*: $status" refused "$status" "$pattern"
    verdict "$network, $*: nothing was sent" [ ! -e "$site/$case" ]
}

printf 'one\ntwo\n' >"$scratch/two-lines"
printf 'a b\n' >"$scratch/blank"
for network in mastodon bluesky; do
    for name in RIDGELINE_PICTURE RIDGELINE_ALT_FILE RIDGELINE_TITLE RIDGELINE_KEY \
        RIDGELINE_TOKEN_FILE; do
        wrong $network 78 "$name: is not set" $name=
    done
    wrong $network 78 'must begin with /' RIDGELINE_PICTURE=picture.png
    wrong $network 78 'cannot be read' RIDGELINE_PICTURE=/no/picture.png
    wrong $network 78 'cannot be read' RIDGELINE_TOKEN_FILE=/no/token
    for secret in /dev/null "$scratch/two-lines" "$scratch/blank"; do
        wrong $network 78 'must hold one line' RIDGELINE_TOKEN_FILE="$secret"
    done
    wrong $network 78 'must be 1..9999' RIDGELINE_SECONDS=2m
    for url in http://social.example ftp://social.example social.example \
        "http://127.0.0.1:$port@social.example" https://; do
        wrong $network 78 'must be https://HOST' MASTODON_URL="$url" BLUESKY_URL="$url"
    done
done
wrong mastodon 78 'MASTODON_VISIBILITY' MASTODON_VISIBILITY=secret
wrong mastodon 78 'must hold a description' RIDGELINE_ALT_FILE=/dev/null
wrong bluesky 78 'BLUESKY_HANDLE: is not set' BLUESKY_HANDLE=
wrong bluesky 78 'must be like' RIDGELINE_TIME=today

# ---- secrets ----------------------------------------------------------------

# Every process that either script starts, with its whole command line and environment.
started()
{
    wrap="strace -f -qq -v -s 65536 -e trace=execve -o $scratch/started"
    post "$1" "$1-traced" none
    wrap=
    [ "$code" -eq 0 ] && [ "$(grep -c 'execve(.*curl' "$scratch/started")" -ge 2 ] || return
    ! grep -aFf "$scratch/secrets" "$scratch/started"
}

# watched NETWORK STEP: what everybody can read in /proc while curl waits.
watched()
{
    post "$1" "$1-watched-$2" "$2-slow" RIDGELINE_SECONDS=3 &
    watch=$!
    seen=0
    while kill -0 $watch 2>/dev/null; do
        grep -qsaF "$1-watched-$2" /proc/[0-9]*/cmdline && seen=$((seen + 1))
        grep -qsaFf "$scratch/secrets" /proc/[0-9]*/cmdline /proc/[0-9]*/environ && return 1
        sleep 0.1
    done
    echo "seen $seen times"
    [ $seen -ge 5 ]
}

# traced_shell: a host that looks for a fault with sh -x sees no secret.
traced_shell()
{
    sed "1s/.*/#!\/bin\/sh -x/; s|\$(dirname \"\$0\")|$bot|" "$bot/post-$1.sh" >"$scratch/traced.sh"
    chmod +x "$scratch/traced.sh"
    script=$scratch/traced.sh
    post "$1" "$1-x" none
    script=
    [ "$code" -eq 0 ] && grep -q '^+ ' "$scratch/err" || return
    ! grep -aFf "$scratch/secrets" "$scratch/err"
}

for network in mastodon bluesky matrix discord; do
    verdict "$network: no secret in a command line or an environment" started $network
    verdict "$network: nor in sh -x" traced_shell $network
done
for step in media poll status; do
    verdict "mastodon: /proc shows no secret, $step" watched mastodon $step
done
for step in session blob record; do
    verdict "bluesky: /proc shows no secret, $step" watched bluesky $step
done
wrap='timeout 2'
for network in mastodon bluesky; do
    step=media
    [ $network = mastodon ] || step=blob
    post $network $network-ended $step-slow
    verdict "$network: ended early, it leaves no file" [ -z "$(ls -A "$scratch/temp")" ]
done
wrap=

# ---- the texts --------------------------------------------------------------

verdict 'shellcheck of the scripts' shellcheck -x "$bot"/post-[!c]*.sh

# The unit as a machine has it on which everything is in its place.
mkdir "$scratch/units"
cp "$bot/ridgeline-bot.timer" "$scratch/units/"
sed "s|/usr/local/bin/ridgeline|$program|" "$bot/ridgeline-bot.service" \
    >"$scratch/units/ridgeline-bot.service"

# systemd-analyze ends well whatever it has to say of a key it does not know.
units_hold()
{
    systemd-analyze verify --man=no "$scratch/units"/* >"$scratch/said" 2>&1
    verified=$?
    cat "$scratch/said"
    [ $verified -eq 0 ] && [ ! -s "$scratch/said" ]
}

# in_unit LINE...: it is there.
in_unit()
{
    for line in "$@"; do
        grep -qxF "$line" "$bot/ridgeline-bot.service" || return
    done
}

# calls_of SET...: the system calls it stands for.
calls_of()
{
    for set_name in "$@"; do
        systemd-analyze syscall-filter "$set_name" | sed -n 's/^    \([@a-z]\)/\1/p' |
            while read -r call _; do
                case $call in @*) calls_of "$call" ;; *) echo "$call" ;; esac
            done
    done
}

# calls_allowed: whatever a picture and a post ask of the kernel passes the unit's filter.
calls_allowed()
{
    filter=$(sed -n 's/^SystemCallFilter=\(@.*\)/\1/p' "$bot/ridgeline-bot.service")
    without=$(sed -n 's/^SystemCallFilter=~//p' "$bot/ridgeline-bot.service")
    # The sets are words.
    # shellcheck disable=SC2086
    {
        calls_of $filter @default | sort -u >"$scratch/with"
        calls_of $without | sort -u >"$scratch/without"
    }
    # Threads that may not be woken on other processors paint the same, a little later.
    {
        comm -23 "$scratch/with" "$scratch/without"
        cat "$scratch/default"
        echo sched_setaffinity
    } | sort -u >"$scratch/allowed"
    strace -f -qq -o "$scratch/calls" "$program" -s 160x90 --seed 3 -q -o "$scratch/p.png" || return
    for network in mastodon bluesky; do
        wrap="strace -f -qq -A -o $scratch/calls"
        post $network $network-calls none
        wrap=
        [ "$code" -eq 0 ] || return
    done
    sed -n 's/^[0-9]\{1,\} \{1,\}\(<\.\.\. \)*\([a-z0-9_]\{1,\}\)[( ].*/\2/p' \
        "$scratch/calls" | sort -u >"$scratch/asked"
    [ "$(wc -l <"$scratch/asked")" -gt 30 ] || return
    comm -23 "$scratch/asked" "$scratch/allowed" >"$scratch/denied"
    cat "$scratch/denied"
    [ ! -s "$scratch/denied" ]
}

# cron_line: six fields, no % and no variable, and sh takes the command.
cron_line()
{
    grep '^[0-9*]' "$bot/crontab" >"$scratch/cron" || return
    [ "$(wc -l <"$scratch/cron")" -eq 1 ] || return
    grep -Eq '^[0-9]+ \* \* \* \* /' "$scratch/cron" || return
    grep -q '[%$]' "$scratch/cron" && return 1
    cut -d ' ' -f 6- "$scratch/cron" | sh -n || return
    # One command for both: the timer's, but for its folder.
    cut -d ' ' -f 6- "$scratch/cron" | sed 's|/home/ridgeline/public|%S/ridgeline-bot|' \
        >"$scratch/theirs"
    sed -n '/^ExecStart=/{N; s/ \\\n */ /; s/^ExecStart=//p;}' "$bot/ridgeline-bot.service" |
        cmp - "$scratch/theirs"
}

calls_of @default | sort -u >"$scratch/default"
verdict 'systemd-analyze verify has nothing to say' units_hold
verdict 'systemd-analyze security: exposure at most 1.0' \
    systemd-analyze security --offline=true --threshold=10 "$scratch/units/ridgeline-bot.service"
verdict 'the timer counts in UTC' \
    grep -qx 'OnCalendar=\*-\*-\* \*:00:00 UTC' "$bot/ridgeline-bot.timer"
verdict 'systemd-analyze calendar takes it' systemd-analyze calendar --iterations=9 \
    "$(sed -n 's/^OnCalendar=//p' "$bot/ridgeline-bot.timer")"
verdict 'a run in time that was missed' grep -qx 'Persistent=true' "$bot/ridgeline-bot.timer"
verdict 'a held lock is no failure' in_unit SuccessExitStatus=75
verdict 'web servers may read the folder' in_unit User=ridgeline StateDirectory=ridgeline-bot \
    StateDirectoryMode=0755 UMask=0022
verdict 'the kernel calls that are needed are allowed' calls_allowed
verdict 'the cron line' cron_line
verdict 'the server has met no fault of its own' [ ! -s "$scratch/server.log" ]

verdicts_end
