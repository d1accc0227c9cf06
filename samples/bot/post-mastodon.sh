#!/bin/sh
# post-mastodon.sh - posts a picture of `ridgeline bot` to Mastodon.  Prints the post's URL.
#
#     ridgeline bot ... --post /usr/local/libexec/ridgeline/post-mastodon.sh
#
# Settings, beside those at the head of post-common.sh, which must lie in the same folder:
#   MASTODON_URL         https://HOST of the account
#   MASTODON_VISIBILITY  public, unlisted (default), private or direct
# The secret is the access token of an application with the scopes write:media and
# write:statuses (Preferences, Development, New application).
#
# One slot is one Idempotency-Key: a server that has seen it within the last hour answers
# with the post it has made, and makes no second one.  After an hour it has forgotten.
set -eu
trap 'exit 78' EXIT # until post_begin: what fails before it is a setting
# shellcheck source=samples/bot/post-common.sh
. "$(dirname "$0")/post-common.sh"

# What a server takes that sets no limits of its own.
TEXT='500 100000 100000' # letters, code points, bytes: docs.joinmastodon.org, "Configuration"
ALT='1500 1500 100000'   # 10,000 since Mastodon 4.6 (PR 39306)
PICTURE_BYTES=16777216   # app/models/media_attachment.rb: IMAGE_LIMIT
PICTURE_PIXELS=33177600  # app/models/media_attachment.rb: MAX_MATRIX_LIMIT
PICTURE_SIDE=$PICTURE_PIXELS
case ${0##*/} in
post-pixelfed.sh) # config/pixelfed.php: max_caption_length, max_altext_length, max_photo_size
    TEXT='500 500 100000'
    ALT='1000 1000 100000'
    PICTURE_BYTES=15360000
    ;;
esac
LONGEST_PAUSE=8 # seconds between two looks at a picture in work

need MASTODON_URL
visibility=${MASTODON_VISIBILITY:-unlisted}
case $visibility in
public | unlisted | private | direct) ;;
*) stop 78 "MASTODON_VISIBILITY: $visibility: must be public, unlisted, private or direct" ;;
esac
post_begin "$MASTODON_URL"

# send_media: an attempt to upload the picture and its description.
send_media()
{
    attempt authorization -H @- -F "file=@$picture;type=$type" \
        -F 'description=<alt' "$base/api/v2/media"
}

# upload leaves the picture's $id, which becomes part of an address: it has no slash and no
# question mark, and no dot in front.  Those of snac2 end in .png.
upload()
{
    send_picture media send_media
    id=$(field .id '[0-9A-Za-z_-][0-9A-Za-z._-]{0,127}') || refused media
}

# ready: the last answer says that the picture can be part of a post.
ready()
{
    [ "$status" = 200 ] && field .url 'https?://.+' >/dev/null
}

# wait_until_ready looks again after 1, 2, 4 and 8 seconds, and leaves a fifth of the time
# for the post itself.
wait_until_ready()
{
    pause=1
    while ! ready; do
        [ $(($(time_left) - pause)) -gt $((limit / 5)) ] ||
            stop 75 "media: the server is still at work on the picture, $limit s are too short"
        sleep "$pause"
        [ "$pause" -ge $LONGEST_PAUSE ] || pause=$((pause * 2))
        request media authorization -H @- "$base/api/v1/media/$id"
        [ "$(field .id '.*')" = "$id" ] || refused media
    done
}

# publish: 422 may mean that the server's left hand does not yet know that the picture is
# ready; nothing was posted then, so it is asked again.
publish()
{
    jq -n --rawfile text text --arg id "$id" --arg visibility "$visibility" \
        --arg language "${RIDGELINE_LANGUAGE:-en}" '{ status: $text, media_ids: [$id],
            visibility: $visibility, language: $language }' >post
    key=$(jq -rn 'env.RIDGELINE_KEY | @uri')
    publishing=yes
    for pause in 2 4 last; do
        attempt authorization -H @- -H "Idempotency-Key: $key" -H 'Content-Type: application/json' \
            --data-binary @post "$base/api/v1/statuses" || refused status
        [ "$status" = 422 ] || break
        [ "$pause" != last ] || break
        sleep "$pause"
    done
    [ "$status" = 200 ] || refused status
    field .url 'https?://[!-~]+' || refused status
}

upload
wait_until_ready
publish
