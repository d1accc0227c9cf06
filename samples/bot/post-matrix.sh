#!/bin/sh
# post-matrix.sh - posts a picture of `ridgeline bot` to a room of Matrix.  Prints a link to it.
#
#     ridgeline bot ... --post /usr/local/libexec/ridgeline/post-matrix.sh
#
# Settings, beside those at the head of post-common.sh, which must lie in the same folder:
#   MATRIX_URL   https://HOST of the account's homeserver
#   MATRIX_ROOM  !ID:SERVER of a room without encryption that the account has joined
# The secret is the account's access token (Element: All settings, Help & About).
#
# One slot is one transaction of the access token: a server that has seen it answers with the
# message it has made, and makes no second one.
set -eu
trap 'exit 78' EXIT # until post_begin: what fails before it is a setting
# shellcheck source=samples/bot/post-common.sh
. "$(dirname "$0")/post-common.sh"

LETTERS=2000 ALT_LETTERS=2000 BYTES=20000 # an event has at most 65536 bytes

need MATRIX_URL MATRIX_ROOM RIDGELINE_SLOT
case $MATRIX_ROOM in
!?*) ;;
*) stop 78 "MATRIX_ROOM: $MATRIX_ROOM: must be like !ID:SERVER (Room settings, Advanced)" ;;
esac
post_begin "$MATRIX_URL"

upload()
{
    request upload authorization -H @- -H 'Content-Type: image/png' --data-binary @picture.png \
        "$base/_matrix/media/v3/upload?filename=$RIDGELINE_SLOT.png"
    uri=$(field .content_uri 'mxc://[A-Za-z0-9.:-]+/[A-Za-z0-9_-]+') || refused upload
}

# publish: clients without the picture show the caption and the description below it.
publish()
{
    post_text "$LETTERS" "$BYTES" >text
    alt_text "$ALT_LETTERS" "$BYTES" >alt
    [ -s alt ] || stop 78 "$RIDGELINE_ALT_FILE: must hold a description"
    width=$(side 16)
    height=$(side 20)
    jq -n --rawfile text text --rawfile alt alt --arg uri "$uri" --argjson width "$width" \
        --argjson height "$height" --argjson size "$(wc -c <picture.png)" '{ msgtype: "m.image",
            body: ($text + "\n\n" + $alt), filename: (env.RIDGELINE_SLOT + ".png"), url: $uri,
            info: { mimetype: "image/png", w: $width, h: $height, size: $size } }' >post
    room=$(jq -rn 'env.MATRIX_ROOM | @uri')
    key=$(jq -rn 'env.RIDGELINE_KEY | @uri')
    publishing=yes
    request send authorization -H @- -H 'Content-Type: application/json' -X PUT \
        --data-binary @post "$base/_matrix/client/v3/rooms/$room/send/m.room.message/$key"
    event=$(field .event_id '\$[!-~]{1,250}') || refused send
}

upload
publish
echo "https://matrix.to/#/$MATRIX_ROOM/$event"
