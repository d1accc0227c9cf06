# bluesky_post.jq - what the lexicons app.bsky.feed.post, app.bsky.embed.images and
# app.bsky.richtext.facet ask of a call of createRecord.
#
# In: the call's body; $size, the bytes of the picture that was uploaded last; $most, the bytes
# that the server takes.  Out: an array of what is wrong, empty for a good record.
def wrong(name; holds): if (try holds catch false) then empty else name end;
def letters: [match("\\X"; "g")] | length;
# The places in bytes at which letters begin.
def places: reduce explode[] as $code ([0]; . + [last + ([$code] | implode | utf8bytelength)]);
# The text between two places, which must be letters' beginnings.
def slice($from; $to): . as $text | places as $all | ($all | index($from)) as $a
    | ($all | index($to)) as $b | $text[$a:$b] | select($a != null and $b != null);

.record as $record | ($record.text // "") as $text | $record.embed.images[0] as $image
| [wrong("keys"; keys == ["collection", "record", "repo", "rkey"]),
    wrong("collection"; .collection == "app.bsky.feed.post"),
    wrong("rkey"; .rkey | test("\\A[234567a-j][234567a-z]{12}\\z")),
    wrong("record"; $record | keys - ["$type", "createdAt", "embed", "facets", "langs", "text"] == []),
    wrong("$type"; $record["$type"] == "app.bsky.feed.post"),
    wrong("text"; $text != "" and ($text | letters <= 300 and utf8bytelength <= 3000)),
    wrong("langs"; $record.langs | length <= 3 and all(.[]; test("\\A[a-z]{2,3}(-[A-Za-z0-9]+)*\\z"))),
    wrong("createdAt"; $record.createdAt | fromdate > 0),
    wrong("embed"; $record.embed | .["$type"] == "app.bsky.embed.images" and (.images | length == 1)),
    wrong("image"; $image | keys == ["alt", "aspectRatio", "image"]),
    wrong("alt"; $image.alt | length >= 1),
    wrong("aspectRatio"; $image.aspectRatio | keys == ["height", "width"]
        and all(.[]; type == "number" and . >= 1 and floor == .)),
    wrong("blob"; $image.image | .["$type"] == "blob" and .size == $size
        and (.mimeType | test("\\Aimage/")) and (.ref["$link"] | type == "string")),
    wrong("blob too big (maximum \($most), got \($size))"; $size <= $most),
    wrong("facets"; $record | has("facets") | not or ($record.facets | length >= 1)),
    ($record.facets // [] | .[] | . as $facet
        | wrong("facet"; keys == ["features", "index"] and (.features | length == 1))
        , wrong("index"; .index | keys == ["byteEnd", "byteStart"] and .byteStart < .byteEnd)
        , ($text | [slice($facet.index.byteStart; $facet.index.byteEnd)][0]) as $part
        | wrong("range"; $part != null)
        , ($facet.features[0] | if .["$type"] == "app.bsky.richtext.facet#link"
            then wrong("uri"; .uri == $part and (.uri | test("\\Ahttps?://[^\\s/]\\S*\\z")))
            elif .["$type"] == "app.bsky.richtext.facet#tag"
            then wrong("tag"; "#" + .tag == $part and (.tag | letters <= 64 and utf8bytelength <= 640))
            else "feature" end))]
