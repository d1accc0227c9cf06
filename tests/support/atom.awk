# atom.awk - holds an Atom feed to the rules of RFC 4287, as far as a bot's feed.xml goes, and
# to what the bot itself promises of it.  Use: awk -f markup.awk -f atom.awk feed.xml
#
# Prints the first fault and exits 1, or a line with tabs for the feed and each entry:
#     feed  ID UPDATED TITLE AUTHOR ALTERNATE SELF
#     entry ID UPDATED TITLE ALTERNATE ENCLOSURE LENGTH SUMMARY
# -v folder=DIR: each enclosure is a file of DIR, by the last part of its address, and as long.

# ---- elements -------------------------------------------------------------

function begin(name,    parent, key) {
    parent = depth > 0 ? path[depth] : ""
    if (!in_list(name, children[parent]))
        fault("'" name "': may not stand in '" parent "'")
    if (parent == "")
        roots++
    path[++depth] = name
    inside[depth] = ""
    if (name == "feed" && a["xmlns"] != "http://www.w3.org/2005/Atom")
        fault("feed: xmlns: is not Atom's")
    for (key in a)
        if (!in_list(key, attributes[name] " xml:lang xml:base"))
            fault(name ": " key ": is no attribute of it")
    if (name == "entry")
        entry_begin()
    count[parent, name]++
    if (name == "link")
        read_link(parent)
    if (in_list(name, "title summary") && "type" in a && !in_list(a["type"], "text html"))
        fault(name ": type: must be text or html")
    if (name == "content")
        content_type = a["type"]
}

function text_of(text) {
    if (depth > 0 && !in_list(path[depth], "feed entry author"))
        inside[depth] = inside[depth] decoded(text)
    else if (text !~ /^[ \n\t]*$/)
        fault("'" text "': stands outside of an element for text")
}

function end(name,    parent, text) {
    if (depth == 0 || path[depth] != name)
        fault("</" name ">: ends what was not begun")
    text = inside[depth]
    depth--
    parent = depth > 0 ? path[depth] : ""
    if (in_list(name, "title name id summary content") && text ~ /^[ \n\t]*$/)
        fault(parent ": " name ": is empty")
    if (name == "id")
        check_id(text)
    if (name == "updated" || name == "published")
        check_date(text)
    if (name == "content")
        check_content(text)
    value[parent, name] = text
    if (name == "author" && count["author", "name"] != 1)
        fault("author: must have one name")
    if (name == "entry")
        entry_end()
    if (name == "feed")
        feed_end()
}

# ---- rules ----------------------------------------------------------------

function check_id(id) {
    if (id !~ /^[a-z][a-z0-9+.-]*:[^ ]+$/)
        fault("id " id ": is no address with a scheme")
    if (id ~ /^urn:uuid:/ && id !~ uuid)
        fault("id " id ": is no UUID of version 8")
    if (id in ids)
        fault("id " id ": is there twice")
    ids[id] = 1
}

function check_date(date,    y, m, d, days) {
    if (date !~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$/)
        fault(date ": is no date of RFC 3339 in UTC")
    y = substr(date, 1, 4) + 0
    m = substr(date, 6, 2) + 0
    d = substr(date, 9, 2) + 0
    days = m == 2 ? 28 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)) : 30 + (m + (m > 7)) % 2
    if (m < 1 || m > 12 || d < 1 || d > days || substr(date, 12, 2) > 23)
        fault(date ": does not exist")
}

function read_link(parent,    is, key) {
    is = "rel" in a ? a["rel"] : "alternate"
    if (a["href"] == "")
        fault(parent ": link: has no href")
    if (a["href"] ~ /[ "<>\\^`{|}]/)
        fault(parent ": link " a["href"] ": is no address")
    if ("type" in a && a["type"] !~ /^[a-z]+\/[a-z0-9+.-]+$/)
        fault(parent ": link: type " a["type"] ": is no media type")
    if ("length" in a && a["length"] !~ /^[0-9]+$/)
        fault(parent ": link: length " a["length"] ": is no number")
    key = parent SUBSEP is (is == "alternate" ? SUBSEP a["type"] SUBSEP a["hreflang"] : "")
    if (key in link_seen)
        fault(parent ": two links " is)
    link_seen[key] = 1
    link[parent, is] = a["href"]
    if (is == "enclosure")
        enclosure_length = a["length"]
    if (is == "enclosure" && (a["length"] == "" || a["type"] != "image/png"))
        fault("enclosure: lacks its length, or is no PNG")
    relative[parent, is] = a["href"] !~ /^[a-z][a-z0-9+.-]*:/
}

# Once decoded it is HTML: what it shows, with words for it, and the words.
function check_content(html) {
    if (content_type != "html")
        fault("content: type " content_type ": is not html")
    if (html !~ /^<p><img src="[^"<>]+" width="[1-9][0-9]*" height="[1-9][0-9]*" alt="[^"<>]+"><\/p><p>[^<>]+<\/p>$/)
        fault("content: is not a picture and its words: " html)
    gsub(/&(amp|lt|gt|quot|#39);/, "", html)
    if (index(html, "&") > 0)
        fault("content: an ampersand stands alone: " html)
}

function once(parent, names,    i, n, name) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++)
        if (count[parent, name[i]] != 1)
            fault(parent ": has " (count[parent, name[i]] + 0) " of " name[i] ": must be one")
}

function at_most_once(parent, names,    i, n, name) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++)
        if (count[parent, name[i]] > 1)
            fault(parent ": has " count[parent, name[i]] " of " name[i] ": may be one")
}

function entry_begin(    key) {
    for (key in count)
        if (key ~ /^entry/)
            delete count[key]
    for (key in link_seen)
        if (key ~ /^entry/)
            delete link_seen[key]
    delete link["entry", "enclosure"]
    delete link["entry", "alternate"]
    enclosure_length = ""
}

# An exact size of another file would be a broken promise of the feed.
function check_file(href,    name, size) {
    name = href
    sub(/.*\//, "", name)
    if (name !~ /^[0-9T]+Z\.png$/)
        fault("enclosure " href ": is not named for a slot")
    ("wc -c <'" folder "/" name "'") | getline size
    close("wc -c <'" folder "/" name "'")
    if (size + 0 != enclosure_length + 0)
        fault("enclosure " href ": has " size " bytes, is said to have " enclosure_length)
}

function entry_end(    updated) {
    once("entry", "id title updated published summary content")
    updated = value["entry", "updated"]
    if (value["entry", "published"] > updated)
        fault("entry: updated before it was published")
    if (link["entry", "alternate"] == "" || link["entry", "enclosure"] == "")
        fault("entry: lacks its link alternate or enclosure")
    if (newest == "")
        newest = updated
    if (last != "" && updated >= last)
        fault("entry " updated ": does not come before " last)
    last = updated
    if (folder != "")
        check_file(link["entry", "enclosure"])
    if (++entries > 100)
        fault("more than 100 entries")
    lines[entries] = "entry\t" value["entry", "id"] "\t" updated "\t" value["entry", "title"] "\t" \
        link["entry", "alternate"] "\t" link["entry", "enclosure"] "\t" enclosure_length "\t" \
        value["entry", "summary"]
    if (relative["entry", "alternate"] != relative["entry", "enclosure"])
        fault("entry: one link is whole and one is not")
    is_relative = relative["entry", "alternate"]
}

function feed_end(    i) {
    once("feed", "id title updated author")
    at_most_once("feed", "generator icon logo rights subtitle")
    if (value["feed", "updated"] != newest)
        fault("feed: updated is not that of its newest entry")
    if ((link["feed", "self"] == "") != is_relative || relative["feed", "alternate"] != is_relative)
        fault("feed: links are whole, with one to itself, or none is")
    print "feed\t" value["feed", "id"] "\t" newest "\t" value["feed", "title"] "\t" \
        value["author", "name"] "\t" link["feed", "alternate"] "\t" link["feed", "self"]
    for (i = 1; i <= entries; i++)
        print lines[i]
}

BEGIN {
    # not every awk knows {8}
    four = "[0-9a-f][0-9a-f][0-9a-f][0-9a-f]"
    three = substr(four, 1, 24)
    uuid = "^urn:uuid:" four four "-" four "-8" three "-[89ab]" three "-" four four four "$"
    children[""] = "feed"
    children["feed"] = "author category contributor generator icon id link logo rights subtitle " \
        "title updated entry"
    children["entry"] = "author category content contributor id link published rights source " \
        "summary title updated"
    children["author"] = "name uri email"
    attributes["feed"] = "xmlns"
    attributes["link"] = "href rel type hreflang title length"
    attributes["content"] = "type src"
    attributes["title"] = attributes["summary"] = "type"
    attributes["generator"] = "uri version"
}

END {
    if (!bad) {
        document = after_head(document, "<\\?xml version=\"1\\.0\" encoding=\"utf-8\"\\?>\n")
        read_document(document)
        if (roots != 1)
            fault("has not one root")
    }
    exit bad
}
