# test_bot_posts.sh - the scripts of samples/bot: what they send, what they do when a server
# fails, limits of networks, label of a Bluesky account.
. "$ROOT/tests/full/cli/bot_common.sh"
command -v jq >/dev/null || { ok 'no jq: the scripts are not tested' && exit; }
LOG=$PWD/log
export LOG

# A stand-in for curl and all servers, as strict about what is sent as they are.  $FAULT says which
# calls fail: STEP-down without a connection, STEP-lost without an answer, STEP-CODE by a code of
# HTTP.  $MOST is the most bytes of a picture that the server takes, $REFUSAL the code by which it
# refuses a larger one.  $ID is the id of a picture.  What was posted is kept in $KEPT.
mkdir tools kept
cat >tools/curl <<'EOF'
#!/bin/sh
: "${MOST:=2000000}" "${REFUSAL:=413}"
sent='' kind='' code=200
for word in "$@"; do
    case $word in
    @-) ;;
    @*) sent=${word#@} ;;
    file=@* | 'files[0]=@'*) sent=${word#*=@} kind=${word##*type=} && sent=${sent%%;*} ;;
    'Content-Type: '*) kind=${word#*: } ;;
    esac
done
size=$([ -z "$sent" ] || wc -c <"$sent")

# answer CODE JSON: the answer when there is no fault.
answer()
{
    code=$1 good=$2
}

# picture MOST GOOD: a picture is what its type says, and has at most so many bytes.
picture()
{
    case $(od -An -tx1 -N4 "$sent" | tr -d ' ') in
    89504e47) is=image/png ;;
    ffd8ff*) is=image/jpeg ;;
    52494646) is=image/webp ;;
    *) is=unknown ;;
    esac
    if [ "$is" != "$kind" ]; then
        answer 415 '{"error": "not what its type says"}'
    elif [ "$size" -le "$1" ]; then
        cp "$sent" "$KEPT/picture.${kind#*/}" && answer 200 "$2"
    elif [ "$REFUSAL" = 422 ]; then
        answer 422 '{"error": "Validation failed: File file size must be less than 16 MB"}'
    else
        answer "$REFUSAL" '{"error": "Request entity was refused"}'
    fi
}

# record: a Bluesky server stores 5 MiB, and is strict when a record names the picture.
record()
{
    jq -r --argjson size "$(cat stored)" --argjson most "$MOST" \
        -f "$ROOT/tests/support/bluesky_post.jq" post >wrong || echo '["not JSON"]' >wrong
    if [ "$(jq -r length wrong)" = 0 ]; then
        cp post "$KEPT/record"
        answer 200 "$(jq -c '{ uri: ("at://" + .repo + "/" + .collection + "/" + .rkey) }' post)"
    else
        answer 400 "$(jq -c '{ error: "InvalidRequest",
            message: ("Invalid app.bsky.feed.post record: " + join(", ")) }' wrong)"
    fi
}

# profile: that of the account is in $ACCOUNT; a new one has the label, and the rest as it was.
profile()
{
    if jq -e --argjson old "$(cat "$ACCOUNT")" '.swapRecord == $old.cid and .rkey == "self" and
        (.record.labels.values | map(.val) | index("bot")) != null and
        (.record | del(.labels, ."$type")) == ($old.value // {} | del(.labels, ."$type"))' \
        post >/dev/null
    then
        jq '{ uri: ("at://" + .repo + "/" + .collection + "/self"), cid: "c2", value: .record }' \
            post >"$ACCOUNT"
        answer 200 '{}'
    else
        answer 400 '{"error": "InvalidSwap"}'
    fi
}

case "$*" in
*createSession*)
    step=session
    answer 200 '{"did": "did:plc:a", "handle": "a.example", "accessJwt": "session.token"}'
    ;;
*uploadBlob*)
    step=blob
    echo "$size" >stored
    picture 5242880 "{\"blob\": {\"\$type\": \"blob\", \"ref\": {\"\$link\": \"c\"},
        \"mimeType\": \"$kind\", \"size\": $size}}"
    ;;
*createRecord*) step=record && record ;;
*putRecord*) step=put && profile ;;
*actor.profile*getRecord*)
    step=profile && answer 200 "$(cat "$ACCOUNT")"
    [ "$good" != '{}' ] || answer 400 '{"error": "RecordNotFound"}'
    ;;
*getRecord*) step=look && answer 200 '{}' ;;
*/api/v2/media*)
    step=media
    picture "$MOST" "{\"id\": \"${ID:-post-1.png}\", \"url\": \"https://a.example/1.png\"}"
    ;;
*/api/v1/statuses*)
    step=status && answer 200 '{"url": "https://a.example/2"}'
    cp post "$KEPT/status"
    jq -e '.media_ids == ["post-1.png"] and (.status | length <= 500)' post >/dev/null ||
        answer 422 '{}'
    ;;
*/media/v3/upload*) step=upload && picture "$MOST" '{"content_uri": "mxc://a.example/1"}' ;;
*/send/m.room.message/*)
    step=send && answer 200 '{"event_id": "$1"}'
    cp post "$KEPT/event"
    ;;
*'files[0]'*)
    step=message && picture "$MOST" '{"channel_id": "1", "id": "2"}'
    cp post "$KEPT/message"
    ;;
*) step=webhook && answer 200 '{"guild_id": "3"}' ;;
esac
echo "$step" >>"$LOG"
for fault in $FAULT; do
    case $fault in "$step"-*) answer "${fault#*-}" '{"error": "refused"}' ;; esac
done
case $code in
down) echo 'curl: (7) Failed to connect' >&2 && exit 7 ;;
lost) echo 'curl: (52) Empty reply from server' >&2 && exit 52 ;;
none) answer 400 '{"error": "RecordNotFound"}' ;;
esac
echo "$good" >answer
printf %s "$code"
EOF
chmod +x tools/curl
echo 1/secret >token

mkdir answers temp
PATH=$PWD/tools:$PATH TMPDIR=$PWD/temp RIDGELINE_TOKEN_FILE=$PWD/token KEPT=$PWD/kept
BLUESKY_HANDLE=a.example MATRIX_ROOM='!a:a.example' MATRIX_URL=https://a.example
MASTODON_URL=https://a.example PIXELFED_URL=https://a.example RIDGELINE_PROGRAM=$R
export PATH TMPDIR RIDGELINE_TOKEN_FILE KEPT BLUESKY_HANDLE MATRIX_ROOM MATRIX_URL
export MASTODON_URL PIXELFED_URL RIDGELINE_PROGRAM
bot one 0 -q
PICTURE=$PWD/one/20261121T0600Z.png

# run_script NETWORK NAME: runs the script as a bot does.  Leaves its exit code in the file
# "answers/NETWORK NAME" and what it said in that with .said.
run_script()
{
    env RIDGELINE_NAME=test RIDGELINE_SLOT=20261121T0600Z RIDGELINE_TITLE='A lake' \
        RIDGELINE_KEY=test/20261121T0600Z RIDGELINE_TIME=2026-11-21T06:00:00Z \
        RIDGELINE_PICTURE="$PICTURE" RIDGELINE_ALT_FILE="$PWD/one/20261121T0600Z.alt.txt" \
        "$ROOT/samples/bot/post-$1.sh" >"answers/$1 $2.said" 2>&1 </dev/null
    echo $? >"answers/$1 $2"
}

# script NETWORK CODE NAME VAR=VALUE...: runs the script with these settings; it ends with CODE.
script()
{
    script_network=$1 script_code=$2 script_name=$3
    shift 3
    : >log
    (
        for setting in "$@"; do
            export "${setting?}"
        done
        run_script "$script_network" now
    )
    code=$(cat "answers/$script_network now")
    cp "answers/$script_network now.said" "$T/err"
    ends "$script_code" "post-$script_network.sh, $script_name"
}

# ---- faults -----------------------------------------------------------------------

# Exit codes: 75 and 78: nothing was sent; 69: unknown.
cat >cases <<'EOF'
75 bluesky session-down
78 bluesky session-401
75 bluesky blob-500
69 bluesky record-lost look-lost
75 bluesky record-lost look-none
75 mastodon media-down
78 mastodon media-401
75 mastodon media-500
69 mastodon status-500
69 mastodon status-lost
75 pixelfed media-down
78 pixelfed media-401
75 pixelfed media-500
69 pixelfed status-lost
75 matrix upload-down
78 matrix upload-401
75 matrix upload-500
75 matrix send-down
69 matrix send-lost
75 discord webhook-down
78 discord webhook-404
75 discord webhook-500
75 discord message-400
69 discord message-lost
EOF
# Two copies of a picture into one new file can meet, so each run keeps what it posts apart.
while read -r _ network fault; do
    mkdir "kept/$network $fault"
    FAULT=$fault KEPT="$PWD/kept/$network $fault" run_script "$network" "$fault" &
done <cases
wait
while read -r wanted network fault; do
    code=$(cat "answers/$network $fault")
    cp "answers/$network $fault.said" "$T/err"
    ends "$wanted" "post-$network.sh, $fault: exit code $wanted"
done <cases

: >log
FAULT=media-503 bot mastodon 0 -q --post "$ROOT/samples/bot/post-mastodon.sh"
ends 69 'a run of the bot while the server is down'
says '^ridgeline: 20261121T0600Z: nothing was sent: .*: media: 503: refused$' 'refusal of the server is reported'
check 'failing script of a service prints one line' test "$(wc -l <"$T/err")" -eq 1
files mastodon 'pending$' 0 'and no claim stays'
bot mastodon 3600 -q --post "$ROOT/samples/bot/post-mastodon.sh"
ends 0 'the next run in the same slot'
check 'script of mastodon posts the address' test "$(cat mastodon/*.posted)" = https://a.example/2
check 'script of mastodon posts once' test "$(tr '\n' ' ' <log)" = 'media media status '
bot mastodon 7200 -q --post "$ROOT/samples/bot/post-mastodon.sh"
check 'run after a script of mastodon calls no service' test "$(grep -c . log)" -eq 3

TMPDIR=$PWD/nowhere bot full 0 -q --post "$ROOT/samples/bot/post-mastodon.sh"
ends 69 'a script that can write no file has sent nothing'
cp "$ROOT/samples/bot/post-discord.sh" .
bot alone 0 -q --post ./post-discord.sh
ends 78 'a script without post-common.sh has sent nothing'

# ---- pictures that are too large ----------------------------------------------------

S="-s 320x180 --style dunes"
bot large 0 -q
PICTURE=$PWD/large/20261121T0600Z.png
png=$(wc -c <"$PICTURE")
"$R" "$PICTURE" -q -o jpg.jpg
jpg=$(wc -c <jpg.jpg)
between=$(((png + jpg) / 2))
check 'JPEG of the test picture is much smaller than the PNG' test $((jpg * 2)) -lt "$png"

for case in mastodon:media:413 mastodon:media:422 pixelfed:media:422 matrix:upload:413 \
    discord:message:413 bluesky:blob:400; do
    network=${case%%:*} step=${case#*:} refusal=${case##*:}
    step=${step%:*}
    rm -f kept/picture.*
    script "$network" 0 "picture refused by $refusal: a smaller one is posted" MOST=$between REFUSAL="$refusal"
    check "post-$network.sh sends the picture and a smaller one" test "$(grep -c "^$step\$" log)" -eq 2
    check "post-$network.sh sends the same picture as JPEG" cmp jpg.jpg kept/picture.jpeg
done
check 'Bluesky is told kind, bytes and sides of the smaller picture' jq -e --argjson size "$jpg" '
    .record.embed.images[0] | .image.size == $size and .image.mimeType == "image/jpeg" and
    .aspectRatio == { width: 320, height: 180 }' kept/record
check 'Matrix is told kind, bytes and sides of the smaller picture' jq -e --argjson size "$jpg" '
    .info == { mimetype: "image/jpeg", w: 320, h: 180, size: $size } and
    .filename == "20261121T0600Z.jpg"' kept/event
bot shrunk 0 -q --post "$ROOT/samples/bot/post-matrix.sh"
(unset RIDGELINE_PROGRAM && MOST=$between && export MOST &&
    bot given 0 -q --post "$ROOT/samples/bot/post-matrix.sh" && exit "$code")
check 'bot tells its script the path of the program' test $? -eq 0

# A program without libjpeg and libwebp.
cat >plain <<EOF
#!/bin/sh
case "\$*" in *' jpg '* | *' webp '*) echo 'install libjpeg' >&2 && exit 69 ;; esac
exec "$R" "\$@"
EOF
chmod +x plain
script matrix 0 'picture refused where no library writes JPEG' MOST=$between RIDGELINE_PROGRAM="$PWD/plain"
check 'without libraries the smaller picture has half of the sides' jq -e '
    .info | .mimetype == "image/png" and .w == 160 and .h == 90' kept/event
for network in mastodon bluesky discord; do
    script $network 75 'smaller picture that is refused as well' MOST=50
done
script mastodon 78 'no program to make a smaller picture' MOST=$between RIDGELINE_PROGRAM="$PWD/nothing"
says 'is too large for the server, .*: use --max-bytes 900000' 'and the remedy is told'
check 'and nothing was posted' test "$(cat log)" = media
"$R" -s 4200x30 --style dunes --seed 5 -q -o wide.png
PICTURE=$PWD/wide.png
script bluesky 0 'picture of more pixels than the network takes'
check 'picture of too many pixels is sent smaller, once' test "$(tr '\n' ' ' <log)" = 'session blob record '
check 'picture of too many pixels has half of the sides' jq -e '
    .record.embed.images[0].aspectRatio == { width: 2100, height: 15 }' kept/record

# ---- words --------------------------------------------------------------------------

PICTURE=$PWD/one/20261121T0600Z.png
long=$(awk 'BEGIN { for (i = 0; i < 600; i++) printf "word%d ", i }')
for case in bluesky:300:record:.record.text mastodon:500:status:.status discord:2000:message:.content \
    matrix:2000:event:.body; do
    IFS=: read -r network most file place <<EOF
$case
EOF
    script "$network" 0 'a long text' RIDGELINE_TEXT="$long"
    check "post-$network.sh cuts a long text at a word" jq -e --arg long "$long" --argjson most "$most" "
        $place | split(\"\\n\\n\")[0] | length <= \$most and length > \$most - 10 and
        endswith(\"\\u2026\") and (.[:-1] as \$head | \$long | startswith(\$head + \" \"))" "kept/$file"
done
script bluesky 0 'a text of one long word' RIDGELINE_TEXT="$(printf '%02000d' 0)"
check 'a word that is too long is cut' jq -e '.record.text | length == 300' kept/record
e=$(printf '\303\251')
script bluesky 0 'a text with links and tags' RIDGELINE_TEXT="Caf$e at https://a.example/b_(c)?d=$e, \
(see https://a.example/e). #ridge #42 #b${e}ton! x#y"
check 'links and tags are facets' jq -e '[.record.facets[].features[0] | .uri // .tag] ==
    ["https://a.example/b_(c)?d=\u00e9", "https://a.example/e", "ridge", "b\u00e9ton"]' kept/record
script bluesky 0 'a text whose link is cut off' RIDGELINE_TEXT="https://a.example/$(printf '%0400d' 0)"
check 'a link that was cut off is no facet' jq -e '.record | has("facets") | not' kept/record

# ---- ids of pictures ----------------------------------------------------------------

for id in ../1 a/b 'a?b' .a; do
    script mastodon 75 "picture with the id '$id'" ID="$id"
    check 'and nothing was posted' test "$(cat log)" = media
done

# ---- the label of an account ----------------------------------------------------------

# label PROFILE: the account's profile before; it has the label after.
label()
{
    echo "$1" >profile
    : >log
    env ACCOUNT="$PWD/profile" "$ROOT/samples/bot/post-bluesky.sh" --label >"$T/out" 2>"$T/err" </dev/null
    code=$?
    ends 0 'post-bluesky.sh --label'
    check 'account with --label has the label of a bot' jq -e '.value.labels |
        .["$type"] == "com.atproto.label.defs#selfLabels" and any(.values[]; .val == "bot")' profile
}

label '{}'
check '--label writes a profile where there is none' grep -q put log
label "$(cat profile)"
check '--label does not write what is there' fails grep -q put log
label '{"uri": "at://did:plc:a/app.bsky.actor.profile/self", "cid": "c1", "value": {"displayName": "A",
    "avatar": {"$type": "blob"}, "labels": {"$type": "com.atproto.label.defs#selfLabels",
    "values": [{"val": "!no-unauthenticated"}]}}}'
check '--label keeps the profile and its labels' jq -e '.value | .displayName == "A" and
    (.labels.values | map(.val) | sort) == ["!no-unauthenticated", "bot"]' profile
FAULT='put-500 profile-none' ACCOUNT=$PWD/profile "$ROOT/samples/bot/post-bluesky.sh" --label >"$T/out" 2>"$T/err"
check 'a fault of --label is no success' test $? -eq 75
check 'scripts of services leave no temporary files' test -z "$(ls temp)"
