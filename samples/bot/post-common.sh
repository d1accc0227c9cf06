# post-common.sh - sourced by the scripts that post a picture of `ridgeline bot`: what the
# bot hands over, the secret, one request, and words that are safe to show.
#
# In: the bot's environment (RIDGELINE_...), and these settings:
#   RIDGELINE_TOKEN_FILE  holds the secret; without it $CREDENTIALS_DIRECTORY/token, which
#                         is where systemd puts it
#   RIDGELINE_TEXT        what the post says; the bot has replaced {title} {name} {slot}
#                         {time} {url} in it; default {title}
#   RIDGELINE_LANGUAGE    of the text; default en
#   RIDGELINE_SECONDS     for the whole post; default 110, as the bot ends it after 120
# and what a network takes, which each script knows:
#   TEXT ALT        most letters (as people count them), code points and bytes of both texts;
#                   longer ones are cut at a word
#   PICTURE_BYTES PICTURE_SIDE PICTURE_PIXELS
#                   of a picture; a larger one is encoded anew before it is sent, and so is one
#                   that the server refuses for its size
# Out: status 0 only when the network has confirmed the post, else one line on standard error
# and a status by which the bot knows whether it may post again:
#   75  nothing was sent, so the next run posts
#   78  the same, but a setting has to be changed first: a variable, a file, the secret
#   69  unknown: the call that publishes was sent, and no clear answer came
#
# The secret goes from its file through a pipe into curl: it is in no command line, no
# environment and no variable (so not in `sh -x` either).
# shellcheck shell=sh
LC_ALL=C
export LC_ALL
umask 077

ANSWER_BYTES=1048576 # more than any of them needs

# Most bytes of a smaller encoding.  Bluesky's servers up to PDS 0.4 take 1,000,000; nginx lets a
# request of 1 MiB through by default, which holds the description as well.
SMALL_BYTES=900000

# stop STATUS WORD...: one line, then the end.
stop()
{
    stop_status=$1
    shift
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit "$stop_status"
}

# need NAME...: variables that must be set.
need()
{
    for need_name in "$@"; do
        eval "[ -n \"\${$need_name:-}\" ]" || stop 78 "$need_name: is not set"
    done
}

# need_file NAME...: variables that must name a file by its whole path, as we leave the folder.
need_file()
{
    need "$@"
    for need_name in "$@"; do
        need_value=
        eval "need_value=\$$need_name"
        case $need_value in
        /*) ;;
        *) stop 78 "$need_name: $need_value: must begin with /" ;;
        esac
        [ -r "$need_value" ] || stop 78 "$need_name: $need_value: cannot be read"
    done
}

# post_begin URL: checks what was handed over, goes to a folder of our own, and leaves there
# picture.png and the files text and alt.
post_begin()
{
    need_file RIDGELINE_PICTURE RIDGELINE_ALT_FILE
    need RIDGELINE_TITLE RIDGELINE_KEY
    session_begin "$1"
    post_text "$TEXT" >text
    alt_text "$ALT" >alt
    [ -s alt ] || stop 78 "$RIDGELINE_ALT_FILE: must hold a description"
    picture_begin
}

# session_begin URL: the part of it that needs no picture.
session_begin()
{
    for tool in curl jq; do
        command -v "$tool" >/dev/null || stop 78 "$tool: is not installed"
    done
    base=${1%/}
    case $base in
    *[!A-Za-z0-9./:_-]*) stop 78 "$base: must be https://HOST" ;;
    https://?* | http://127.0.0.1:* | http://localhost:*) ;; # a secret travels in no clear text
    *) stop 78 "$base: must be https://HOST" ;;
    esac
    limit=${RIDGELINE_SECONDS:-110}
    case $limit in
    '' | *[!0-9]* | 0* | ?????*) stop 78 "RIDGELINE_SECONDS: $limit: must be 1..9999" ;;
    esac
    deadline=$(($(date +%s) + limit))

    token=${RIDGELINE_TOKEN_FILE:-${CREDENTIALS_DIRECTORY:+$CREDENTIALS_DIRECTORY/token}}
    [ -n "$token" ] || stop 78 'RIDGELINE_TOKEN_FILE: is not set, nor is CREDENTIALS_DIRECTORY'
    RIDGELINE_TOKEN_FILE=$token
    need_file RIDGELINE_TOKEN_FILE
    # A header is one line: what else is in the file could add headers of its own.
    if [ "$(grep -c . "$token")" -ne 1 ] || token_bytes | grep -q '[^!-~]'; then
        stop 78 "$token: must hold one line of visible ASCII letters, the secret"
    fi

    # No answer fills the disk.  The signal would end curl before it could say why.
    ulimit -f $((ANSWER_BYTES / 512)) 2>/dev/null || :
    trap '' XFSZ
    trap 'finish $?' EXIT
    folder=$(mktemp -d)
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    cd "$folder" || exit
    : >session
}

# ---- may the next run post? -------------------------------------------------

publishing=no # `yes` from the call on that makes the post public
folder=

# failure_code prints the exit code for a failure after the last attempt.
#
# Before the call that publishes, nothing has been sent: a picture that was uploaded without a
# post is shown to nobody, and the next run uploads it again.  The call itself has done nothing
# if no part of it was sent, or if the server refused it by 4xx.  The rest is unknown:
#   no answer  the post may have been made before the connection broke
#   5xx        a server may fail after it has stored the post, and a proxy gives up while the
#              server behind it goes on
#   408        a time limit passed, and the server may go on
#   409        the conflict may be with this very post
failure_code()
{
    case $publishing:$status in
    *:401 | *:403 | *:404) echo 78 ;; # the secret, its rights, the server, room or webhook
    yes:408 | yes:409) echo 69 ;;
    no:* | yes:unsent | yes:4??) echo 75 ;;
    *) echo 69 ;;
    esac
}

# finish CODE: at the end of the script, whatever ended it: also a signal, or a full disk.
finish()
{
    [ -z "$folder" ] || rm -rf "$folder"
    case $publishing:$1 in
    no:0 | no:75 | no:78 | yes:*) exit "$1" ;;
    *) exit 75 ;;
    esac
}

# ---- the secret -------------------------------------------------------------

token_bytes()
{
    tr -d '\r\n' <"$token"
}

# authorization prints the header, for curl -H @-.
authorization()
{
    printf 'Authorization: Bearer '
    if [ -s session ]; then cat session; else token_bytes; fi
    echo
}

# ---- words ------------------------------------------------------------------

# These are jq's words, not the shell's.
# shellcheck disable=SC2016
# fit: what is longer than the row allows ends at a word, with an ellipsis.
fit='def fit: ($row | [splits(" +") | tonumber]) as [$most, $points, $bytes]
    | def fits: length <= $points and utf8bytelength <= $bytes;
    .[:$most * 10] | [match("\\X"; "g").string] as $all
    | if ($all | length) <= $most and fits then . else
        first(range([$most - 1, ($all | length)] | min; -1; -1) as $n
            | ($all[:$n] | join("")) as $head | select($head + "\u2026" | fits)
            | if ($all[$n] // " ") | test("\\A\\s") then $head
                else $head | sub("\\s+\\S*\\z"; "") end
            | sub("[\\s,.;:\u2013\u2014-]+\\z"; "") | if . == "" then $head else . end
            | . + "\u2026") end;
def visible: gsub("(?!\n)\\p{Cc}+"; "") | sub("\\s+\\z"; "");'

# post_text ROW and alt_text ROW print the post's two texts.
post_text()
{
    jq -rjn --arg row "$1" "$fit"' env.RIDGELINE_TEXT // env.RIDGELINE_TITLE | visible | fit'
}

alt_text()
{
    jq -Rrjs --arg row "$1" "$fit"' visible | fit' "$RIDGELINE_ALT_FILE"
}

# clean: standard input as one line of at most 200 letters, without control characters and
# without the secrets, should a server send one back.
clean()
{
    jq -Rrs --rawfile token "$token" --rawfile session session '
        reduce ($token, $session | gsub("[\r\n]"; "") | select(. != "")) as $secret
            (.; split($secret) | join("(secret)"))
        | .[:2000] | gsub("[\\p{Cc}\\p{Cf}\\s]+"; " ") | ltrimstr(" ") | rtrimstr(" ") | .[:200]
        | if . == "" then "(nothing)" else . end'
}

# said: why a server refused, in its own words.
said()
{
    {
        jq -esr '.[0] | objects | [.error, .error_description, .message | strings]
            | map(select(. != "")) | select(. != []) | join(": ")' answer 2>/dev/null || cat answer
    } | clean
}

# ---- the picture ------------------------------------------------------------

# picture_begin leaves $picture, the name of a file that the network takes, with its $type,
# $ending, $width and $height.
picture_begin()
{
    ln -s "$RIDGELINE_PICTURE" picture.png # a name that curl's -F needs no quotes for
    picture=picture.png type=image/png ending=png is_smaller=no
    width=$(side 16)
    height=$(side 20)
    [ "$(wc -c <picture.png)" -le "$PICTURE_BYTES" ] && takes "$width" "$height" || smaller
}

# takes WIDTH HEIGHT: the network takes a picture of these sides, in pixels.
takes()
{
    [ "$1" -le "$PICTURE_SIDE" ] && [ "$2" -le "$PICTURE_SIDE" ] &&
        [ $(($1 * $2)) -le "$PICTURE_PIXELS" ]
}

# smaller makes a smaller encoding of the same picture: JPEG or WebP, where their libraries are
# installed; without them, and where that is not enough, with half of the sides, or a quarter.
# The program paints it from the recipe in the PNG, in less than a second at 1600x900.
# shellcheck disable=SC2034 # the scripts send $type
smaller()
{
    is_smaller=yes
    full_width=$width full_height=$height
    for divisor in 1 2 4 8 16; do
        width=$((full_width / divisor)) height=$((full_height / divisor))
        takes "$width" "$height" || continue
        for ending in jpg webp png; do
            [ $ending$divisor != png1 ] || continue # that is the picture we have
            picture=smaller.$ending type=image/$ending
            [ $ending != jpg ] || type=image/jpeg
            RIDGELINE_CONFIG='' "${RIDGELINE_PROGRAM:-ridgeline}" ./picture.png -q \
                -s "${width}x$height" -f "$ending" -o "$picture" </dev/null >trouble 2>&1 || continue
            [ "$(wc -c <"$picture")" -gt $SMALL_BYTES ] || return 0
        done
    done
    publishing=no # the larger one was refused, or not sent yet
    stop 78 "$RIDGELINE_PICTURE: is too large for the server, and no smaller one can be made:" \
        "use --max-bytes $SMALL_BYTES: $(clean <trouble)"
}

# too_large: the last answer refuses the picture for its size, by number or in words.
too_large()
{
    case $status in
    413) ;;
    400 | 422)
        grep -Eiq 'too[ _-]*(big|large)|(less|greater|larger) than|exceed|images are not supported' \
            answer
        ;;
    *) false ;;
    esac
}

# send_picture WHAT FUNCTION: an attempt by FUNCTION, which sends $picture, that must succeed.
# A server that refuses the picture for its size gets a smaller one, once.
send_picture()
{
    "$2" || refused "$1"
    if too_large && [ $is_smaller = no ]; then
        smaller
        "$2" || refused "$1"
    fi
    accepted "$1"
}

# side OFFSET: width or height, 4 bytes of the PNG's header; they keep the page from jumping.
side()
{
    # The four bytes are words.
    # shellcheck disable=SC2046
    set -- $(od -An -tu1 -j"$1" -N4 picture.png)
    [ $# -eq 4 ] || stop 78 "$RIDGELINE_PICTURE: must be a PNG"
    echo $(((($1 * 256 + $2) * 256 + $3) * 256 + $4))
}

# ---- requests ---------------------------------------------------------------

time_left()
{
    echo $((deadline - $(date +%s)))
}

# asked_pause: after so many seconds the server wants to be asked again.  Retry-After may be
# a number or a date; Mastodon's and Bluesky's own headers tell when the count starts anew.
asked_pause()
{
    jq -Rnr '[inputs | sub("\r\\z"; "") | capture("\\A(?<key>[A-Za-z-]+): *(?<value>.*)\\z")
            | .key |= ascii_downcase] | from_entries
        | if ."retry-after" then ."retry-after"
                | tonumber? // ((strptime("%a, %d %b %Y %H:%M:%S GMT") | mktime) - now)
            elif ."x-ratelimit-reset" then
                (."x-ratelimit-reset" | sub("\\.[0-9]+"; "") | fromdate) - now
            else (."ratelimit-reset" | tonumber) - now end
        | ceil | if . < 1 then 1 else . end' headers 2>/dev/null
}

# attempt FEED ARGUMENT...: one request by curl, whose standard input FEED prints; a 429 is
# tried again as often as the pause it asks for fits into the time.  Leaves $status and the
# file answer; fails when there was no whole answer: $status is `none`, or `unsent` when not
# even a part of the request can have been sent.  Redirections are not followed: where they
# lead is nobody the secret or the picture was meant for.
attempt()
{
    feed=$1
    shift
    while :; do
        : >answer
        : >headers
        left=$(time_left)
        status=unsent
        if [ "$left" -lt 1 ]; then
            echo "no time is left of $limit s" >answer
            return 1
        fi
        status=$("$feed" | curl -q -sS --proto '=http,https' -A ridgeline-bot \
            --connect-timeout 20 --max-time "$left" --max-filesize $ANSWER_BYTES \
            -D headers -o answer -w '%{http_code}' "$@" 2>trouble) || {
            case $? in
            5 | 6 | 7 | 35 | 60) status=unsent ;; # no address, no connection, no TLS on it
            *) status=none ;;
            esac
            mv trouble answer
            return 1
        }
        [ "$status" = 429 ] || return 0
        asked=$(asked_pause) || return 0
        [ "$asked" -lt "$(time_left)" ] || return 0
        sleep "$asked"
    done
}

# refused WHAT: the end, with what the last attempt brought.
refused()
{
    case $status in
    none | unsent) refused_why=$(clean <answer) ;;
    429) refused_why="429, and no time to wait as long as that takes: $(said)" ;;
    2??) refused_why="$status, but no answer that makes sense: $(said)" ;;
    *) refused_why="$status: $(said)" ;;
    esac
    stop "$(failure_code)" "$1: $refused_why"
}

# request WHAT FEED ARGUMENT...: an attempt that must succeed.
request()
{
    what=$1
    shift
    attempt "$@" || refused "$what"
    accepted "$what"
}

# accepted WHAT: the last answer is that of a success, or the script ends.
accepted()
{
    case $status in
    200 | 202 | 206) ;;
    *) refused "$1" ;;
    esac
}

# field FILTER PATTERN: a text of the answer, which must look as expected.
field()
{
    jq -esr --arg pattern "\\A(?:$2)\\z" \
        ".[0] | objects | $1 | strings | select(test(\$pattern))" answer 2>/dev/null
}
