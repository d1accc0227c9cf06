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

LETTERS=2000 ALT_LETTERS=1024 BYTES=20000

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

publish()
{
    post_text "$LETTERS" "$BYTES" >text
    alt_text "$ALT_LETTERS" "$BYTES" >alt
    [ -s alt ] || stop 78 "$RIDGELINE_ALT_FILE: must hold a description"
    jq -n --rawfile text text --rawfile alt alt '{ content: $text, allowed_mentions: { parse: [] },
        attachments: [{ id: 0, filename: (env.RIDGELINE_SLOT + ".png"), description: $alt }] }' \
        >post
    query='?wait=true'
    publishing=yes
    request message place -K - -F 'payload_json=<post;type=application/json' \
        -F "files[0]=@picture.png;filename=$RIDGELINE_SLOT.png;type=image/png"
    channel=$(field .channel_id '[0-9]{1,30}') || refused message
    message=$(field .id '[0-9]{1,30}') || refused message
}

find_channel
publish
echo "https://discord.com/channels/$guild/$channel/$message"
