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

# An event has at most 65,536 bytes (specification, "Size limits"), as JSON and with both texts.
TEXT='2000 2000 12000' # letters, code points, bytes
ALT='2000 2000 12000'
PICTURE_BYTES=52428800 # synapse: max_upload_size; a server has a limit of its own
PICTURE_PIXELS=32000000 # synapse: max_image_pixels
PICTURE_SIDE=$PICTURE_PIXELS

need MATRIX_URL MATRIX_ROOM RIDGELINE_SLOT
case $MATRIX_ROOM in
!?*) ;;
*) stop 78 "MATRIX_ROOM: $MATRIX_ROOM: must be like !ID:SERVER (Room settings, Advanced)" ;;
esac
post_begin "$MATRIX_URL"

send_upload()
{
    attempt authorization -H @- -H "Content-Type: $type" --data-binary "@$picture" \
        "$base/_matrix/media/v3/upload?filename=$RIDGELINE_SLOT.$ending"
}

upload()
{
    send_picture upload send_upload
    uri=$(field .content_uri 'mxc://[A-Za-z0-9.:-]+/[A-Za-z0-9_-]+') || refused upload
}

# publish: clients without the picture show the caption and the description below it.
publish()
{
    jq -n --rawfile text text --rawfile alt alt --arg uri "$uri" --argjson width "$width" \
        --argjson height "$height" --argjson size "$(wc -c <"$picture")" --arg type "$type" \
        --arg name "$RIDGELINE_SLOT.$ending" '{ msgtype: "m.image", body: ($text + "\n\n" + $alt),
            filename: $name, url: $uri,
            info: { mimetype: $type, w: $width, h: $height, size: $size } }' >post
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
