#!/bin/sh
# post-bluesky.sh - posts a picture of `ridgeline bot` to Bluesky.  Prints the post's URL.
#
#     ridgeline bot ... --post /usr/local/libexec/ridgeline/post-bluesky.sh
#     post-bluesky.sh --label    once: labels the account as a bot, which clients show
#
# Settings, beside those at the head of post-common.sh, which must lie in the same folder:
#   BLUESKY_HANDLE  of the account, like ridgeline.example.org
#   BLUESKY_URL     of the server that has the account; default https://bsky.social
# The secret is an app password (Settings, Privacy and security, App passwords).
#
# A record's key is made of the slot's time and the bot's name, so a slot has one key for
# ever and the server keeps one post of it: a second run finds the first one's post.
set -eu
trap 'exit 78' EXIT # until post_begin: what fails before it is a setting
# shellcheck source=samples/bot/post-common.sh
. "$(dirname "$0")/post-common.sh"

TEXT='300 3000 3000'  # letters, code points, bytes: lexicon app.bsky.feed.post
ALT='2000 2000 10000' # what clients show of a description: social-app, MAX_ALT_TEXT
# Lexicon app.bsky.embed.images of 2026 (bsky-docs PR 414, social-app PR 10073).  Servers up to
# PDS 0.4 take 1,000,000 bytes: they store more, and refuse the record with it.
PICTURE_BYTES=2000000
PICTURE_SIDE=4000
PICTURE_PIXELS=16000000
TAG='64 640' # letters and bytes of a tag: lexicon app.bsky.richtext.facet
COLLECTION=app.bsky.feed.post
PROFILE=app.bsky.actor.profile

need BLUESKY_HANDLE
url=${BLUESKY_URL:-https://bsky.social}

# credentials prints what logs in, for curl --data-binary @-.
credentials()
{
    jq -n --rawfile password "$token" \
        '{ identifier: env.BLUESKY_HANDLE, password: ($password | gsub("[\r\n]"; "")) }'
}

# log_in leaves the session's token in the file that `authorization` reads.
log_in()
{
    request session credentials -H 'Content-Type: application/json' --data-binary @- \
        "$base/xrpc/com.atproto.server.createSession"
    did=$(field .did 'did:[a-z]+:[A-Za-z0-9._:-]+') || refused session
    handle=$(field .handle '[A-Za-z0-9.-]+') || refused session
    field .accessJwt '[!-~]+' >session || refused session
}

# record_key: a TID, which is a number in base 32: 11 digits of microseconds since 1970, then
# 2 digits that tell apart who counts (atproto.com, "Timestamp Identifiers").
record_key()
{
    counter=$(printf '%s' "$RIDGELINE_NAME" | cksum)
    jq -ern --argjson counter "${counter%% *}" '
        def digits($n): . as $number | [range($n - 1; -1; -1) as $place
            | (($number / pow(32; $place) | floor) % 32) as $digit
            | "234567abcdefghijklmnopqrstuvwxyz"[$digit:$digit + 1]] | add;
        (env.RIDGELINE_TIME | fromdate * 1000000 | digits(11)) + ($counter % 1024 | digits(2))' \
        2>/dev/null || stop 78 "RIDGELINE_TIME: $RIDGELINE_TIME: must be like 2026-11-21T06:00:00Z"
}

send_blob()
{
    attempt authorization -H @- -H "Content-Type: $type" --data-binary "@$picture" \
        "$base/xrpc/com.atproto.repo.uploadBlob"
}

upload()
{
    send_picture blob send_blob
    jq -es '.[0] | objects | .blob | objects | select(.ref)' answer >blob 2>/dev/null ||
        refused blob
}

# These are jq's words, not the shell's.
# shellcheck disable=SC2016
# facets: the links and tags in a text, by their places in bytes of UTF-8.  A link or a tag whose
# end was cut off is none.
facets='def facets: . as $text | ($tag | [splits(" +") | tonumber]) as [$letters, $bytes]
    | def bytes_to($n): $text[:$n] | utf8bytelength;
    def facet($from; $length; $feature): {
        index: { byteStart: bytes_to($from), byteEnd: bytes_to($from + $length) },
        features: [$feature + { "$type": ("app.bsky.richtext.facet#" + $feature."$type") }] };
    def whole: select(.string | contains("\u2026") | not);
    def address: sub("[.,;:!?\"\u0027]+\\z"; "") | if endswith(")")
        and ([scan("\\)")] | length) > ([scan("\\(")] | length) then .[:-1] | address else . end;
    [(match("(?:^|[\\s(])(https?://[^\\s/]\\S*)"; "g").captures[0] | whole
        | (.string | address) as $uri
        | facet(.offset; $uri | length; { "$type": "link", uri: $uri })),
    (match("(?:^|\\s)[#\uff03]([^\\s#\ufe0f\u00ad\u200b-\u200d\u2060\u20e2]+)"; "g").captures[0] | whole
        | (.string | sub("\\p{P}+\\z"; "")) as $name
        | select($name | test("[^\\d\\p{P}]") and utf8bytelength <= $bytes
            and ([match("\\X"; "g")] | length) <= $letters)
        | facet(.offset - 1; ($name | length) + 1; { "$type": "tag", tag: $name }))];'

write_record()
{
    jq -n --rawfile text text --rawfile alt alt --slurpfile blob blob \
        --argjson width "$width" --argjson height "$height" --arg tag "$TAG" \
        --arg language "${RIDGELINE_LANGUAGE:-en}" --arg collection $COLLECTION \
        --arg did "$did" --arg key "$key" "$facets"' { repo: $did, collection: $collection, rkey: $key,
            record: ({ "$type": $collection, text: $text, langs: [$language],
                createdAt: (now | floor | todate), facets: ($text | facets),
                embed: { "$type": "app.bsky.embed.images", images: [{ alt: $alt,
                    image: $blob[0], aspectRatio: { width: $width, height: $height } }] } }
                | if .facets == [] then del(.facets) else . end) }' >post
}

# look COLLECTION KEY: an attempt to read a record.
look()
{
    attempt authorization -H @- -G --data-urlencode "repo=$did" \
        --data-urlencode "collection=$1" --data-urlencode "rkey=$2" \
        "$base/xrpc/com.atproto.repo.getRecord"
}

# about COLLECTION KEY: the last answer is about that record.
about()
{
    [ "$status" = 200 ] && [ "$(field .uri '.*')" = "at://$did/$1/$2" ]
}

# absent COLLECTION KEY: the last answer says that there is no such record.  Older servers gave
# that error no name of its own.
absent()
{
    case $status in
    400 | 404) jq -es --arg uri "at://$did/$1/$2" '.[0] | objects | .error ==
        "RecordNotFound" or .message == "Could not locate record: " + $uri' answer >/dev/null 2>&1 ;;
    *) false ;;
    esac
}

# send_record: an attempt to publish.
send_record()
{
    write_record
    publishing=yes
    attempt authorization -H @- -H 'Content-Type: application/json' --data-binary @post \
        "$base/xrpc/com.atproto.repo.createRecord" && about $COLLECTION "$key"
}

# publish: a server that refuses a record for its picture has published nothing, and gets a
# smaller picture.
#
# For a key that is taken servers have answered with anything from 400 to 500, and an answer may
# get lost; so after each failure the record itself is asked for.  If there is none, nothing was
# sent; should the server still make it, the next run finds it by its key.
publish()
{
    send_record && return
    if too_large && [ $is_smaller = no ]; then
        publishing=no
        smaller
        upload
        send_record && return
    fi
    code=$(failure_code)
    case $status in
    none | unsent) reason=$(clean <answer) ;;
    *) reason="$status: $(said)" ;;
    esac
    look $COLLECTION "$key" && about $COLLECTION "$key" && return
    if [ "$code" -eq 69 ] && absent $COLLECTION "$key"; then code=75; fi
    stop "$code" "record: $reason"
}

# label adds `bot` to the labels that the account gives itself, and leaves the rest of its
# profile as it is.  The server refuses it when the profile has changed meanwhile.
label()
{
    log_in
    look $PROFILE self || refused profile
    if absent $PROFILE self; then
        echo '{}' >answer
    elif ! about $PROFILE self; then
        refused profile
    fi
    jq --arg collection $PROFILE --arg did "$did" '
        (.value // {}) as $profile | "com.atproto.label.defs#selfLabels" as $kind
        | ($profile.labels | if .["$type"] == $kind then .values else [] end) as $labels
        | { repo: $did, collection: $collection, rkey: "self", swapRecord: .cid,
            record: ($profile + { "$type": $collection,
                labels: { "$type": $kind, values: ($labels + [{ val: "bot" }] | unique_by(.val)) } }),
            has_label: any($labels[]; .val == "bot") }' answer >profile || refused profile
    if [ "$(jq .has_label profile)" = false ]; then
        jq 'del(.has_label)' profile >post
        request profile authorization -H @- -H 'Content-Type: application/json' \
            --data-binary @post "$base/xrpc/com.atproto.repo.putRecord"
    fi
    echo "https://bsky.app/profile/$handle: has the label bot"
}

case ${1:-} in
--label) session_begin "$url" && label && exit ;;
?*) stop 78 "$1: must be --label, or nothing" ;;
esac
need RIDGELINE_TIME RIDGELINE_NAME
post_begin "$url"
key=$(record_key)
log_in
upload
publish
echo "https://bsky.app/profile/$handle/post/$key"
