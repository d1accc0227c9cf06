#!/bin/sh
# post-pixelfed.sh - posts a picture of `ridgeline bot` to Pixelfed.  Prints the post's URL.
#
#     ridgeline bot ... --post /usr/local/libexec/ridgeline/post-pixelfed.sh
#
# Settings, beside those at the head of post-common.sh; post-mastodon.sh, whose calls Pixelfed
# knows, must lie in the same folder:
#   PIXELFED_URL         https://HOST of the account
#   PIXELFED_VISIBILITY  public (default), unlisted or private
# The secret is a personal access token with the scopes read and write (Settings, Applications).
#
# Pixelfed knows no Idempotency-Key: look at the account before --retry.
set -eu
trap 'exit 78' EXIT # until post_begin: what fails before it is a setting
if [ -z "${PIXELFED_URL:-}" ]; then
    echo 'post-pixelfed.sh: PIXELFED_URL: is not set' >&2
    exit 78
fi
MASTODON_URL=$PIXELFED_URL
MASTODON_VISIBILITY=${PIXELFED_VISIBILITY:-public}
export MASTODON_URL MASTODON_VISIBILITY
# shellcheck source=samples/bot/post-mastodon.sh
. "$(dirname "$0")/post-mastodon.sh"
