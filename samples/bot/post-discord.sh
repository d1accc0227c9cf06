#!/bin/sh
# post-discord.sh - posts a picture of `ridgeline bot` to a channel of Discord.  Prints its URL.
#
#     ridgeline bot ... --post /usr/local/libexec/ridgeline/post-discord.sh
#
# Settings: those at the head of post-common.sh, which must lie in the same folder.
# The secret is the URL of a webhook (channel settings, Integrations, Webhooks), which goes to
# curl through a pipe, as the tokens of other networks do.
#
# Discord has no key for a post of a webhook: look at the channel before --retry.
set -eu
trap 'exit 78' EXIT # until post_begin: what fails before it is a setting
# shellcheck source=samples/bot/post-common.sh
. "$(dirname "$0")/post-common.sh"

TEXT='2000 2000 20000' # letters, code points, bytes: documentation, "Execute Webhook"
ALT='1024 1024 20000'  # documentation, "Attachment Object"
PICTURE_BYTES=10485760 # documentation, "Uploading Files" (discord-api-docs PR 7312)
PICTURE_SIDE=1000000000 # no limit is documented
PICTURE_PIXELS=1000000000

need RIDGELINE_SLOT
post_begin "${DISCORD_URL:-https://discord.com}"

# The part of the URL that is secret; `clean` keeps what is in the file session to itself.
token_bytes | sed 's#^https://[a-z.]*discord\(app\)\{0,1\}\.com/api/webhooks/##' >session
grep -qx '[0-9]\{1,30\}/[A-Za-z0-9_-]\{1,200\}' session ||
    stop 78 "$token: must hold the URL of a webhook, https://discord.com/api/webhooks/..."

# place [QUERY]: the webhook's URL, for curl -K -.
place()
{
    sed "s#.*#url = \"$base/api/webhooks/&${query:-}\"#" session
}

# find_channel asks where the webhook posts, which posts nothing.
find_channel()
{
    request webhook place -K -
    guild=$(field .guild_id '[0-9]{1,30}') || refused webhook
}

# send_message: an attempt to publish.
send_message()
{
    name=$RIDGELINE_SLOT.$ending
    jq -n --rawfile text text --rawfile alt alt --arg name "$name" '{ content: $text,
        allowed_mentions: { parse: [] },
        attachments: [{ id: 0, filename: $name, description: $alt }] }' >post
    publishing=yes
    attempt place -K - -F 'payload_json=<post;type=application/json' \
        -F "files[0]=@$picture;filename=$name;type=$type"
}

publish()
{
    query='?wait=true'
    send_picture message send_message
    channel=$(field .channel_id '[0-9]{1,30}') || refused message
    message=$(field .id '[0-9]{1,30}') || refused message
}

find_channel
publish
echo "https://discord.com/channels/$guild/$channel/$message"
