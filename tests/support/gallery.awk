# gallery.awk - holds the page of a bot to what it promises: nothing from elsewhere, words for
# every picture, and room kept for it.  Use: awk -f markup.awk -f gallery.awk index.html
#
# Prints a line with tabs for the page and each figure:
#     page   TITLE HEADING FEED CANONICAL
#     figure SLOT LOADING WIDTH HEIGHT DATETIME TITLE TIME ALT

function begin(name,    parent) {
    parent = depth > 0 ? path[depth] : ""
    if (!in_list(name, elements))
        fault("'" name "': is no element of the page")
    if (in_list(name, blocks) && in_list(parent, "p h1 h2 span a title time figcaption"))
        fault("'" name "': may not stand in '" parent "'")
    path[++depth] = name
    inside[depth] = ""
    count[name]++
    if (a["lang"] != "" && name != "html" || name == "html" && a["lang"] != "en")
        fault(name ": lang: must be en, of the whole page")
    if (a["id"] != "" && ids[a["id"]]++)
        fault("id " a["id"] ": is there twice")
    if (name == "link")
        read_link()
    if (name == "figure")
        slot = a["id"]
    if (name == "img")
        read_picture()
    if (name == "a")
        read_anchor()
    if (name == "time")
        datetime = a["datetime"]
}

# What the page loads lies beside it; canonical is a name, and nothing is fetched from there.
function read_link() {
    if (a["rel"] == "canonical")
        canonical = a["href"]
    else if (a["rel"] == "alternate" && a["type"] == "application/atom+xml")
        feed = a["href"]
    else if (a["rel"] != "icon" || a["href"] != "data:,")
        fault("link " a["rel"] " " a["href"] ": is not for this page")
}

function read_anchor() {
    if (a["href"] != "feed.xml" && a["href"] != slot ".png")
        fault("a " a["href"] ": leads away from the feed and the picture of " slot)
    opens = a["href"]
}

function read_picture() {
    if (path[depth - 1] != "a" || opens != slot ".png" || a["src"] != opens)
        fault("img " a["src"] ": does not open, or is not that of " slot)
    if (a["width"] !~ /^[1-9][0-9]*$/ || a["height"] !~ /^[1-9][0-9]*$/)
        fault("img " a["src"] ": has no size")
    if (a["alt"] ~ /^ *$/ || a["decoding"] != "async" || "srcset" in a)
        fault("img " a["src"] ": lacks words, or holds up the page")
    if (a["loading"] != (figures > 0 ? "lazy" : "eager"))
        fault("img " a["src"] ": loading " a["loading"])
    picture = a["loading"] "\t" a["width"] "\t" a["height"]
    words = a["alt"]
}

function text_of(text,    at) {
    if (depth > 0 && path[depth] == "style") {
        if (text ~ /url\(|@import|expression/)
            fault("style: asks for something")
        return
    }
    if (text !~ /^[ \n\t]*$/ && (depth == 0 || in_list(path[depth], "html head body figure ul li main")))
        fault("'" text "': stands outside of an element for text")
    for (at = 1; at <= depth; at++)
        inside[at] = inside[at] decoded(text)
}

function end(name,    text) {
    if (depth == 0 || path[depth] != name)
        fault("</" name ">: ends what was not begun")
    text = inside[depth--]
    gsub(/^[ \n]+|[ \n]+$/, "", text)
    if (text == "" && in_list(name, "title h1 h2 figcaption time span p summary code"))
        fault(name ": is empty")
    said[name] = text
    if (name == "figcaption")
        caption = text
    if (name == "figure")
        figure_end()
}

function figure_end(    title) {
    title = substr(caption, 1, length(caption) - length(said["time"]) - 1)
    if (title " " said["time"] != caption || said["time"] !~ / UTC$/)
        fault("figcaption " caption ": is not a title and a time")
    if (picture == "" || datetime == "")
        fault("figure " slot ": lacks its picture or time")
    lines[++figures] = "figure\t" slot "\t" picture "\t" datetime "\t" title "\t" said["time"] "\t" words
    picture = datetime = ""
}

BEGIN {
    voids = "meta link img"
    blocks = "header main footer figure figcaption ul li h1 h2 p style"
    elements = "html head meta title link style body header h1 p a main figure img figcaption " \
        "time h2 ul li footer span details summary code"
}

END {
    if (bad)
        exit 1
    read_document(after_head(document, "<!doctype html>\n"))
    if (count["html"] != 1 || count["h1"] != 1 || count["main"] != 1 || count["title"] != 1)
        fault("must have one html, title, main and h1")
    if (count["ul"] > 1 || count["li"] != figures - 1 || count["ul"] != (figures > 1))
        fault("the earlier ones must be one list, or none")
    print "page\t" said["title"] "\t" said["h1"] "\t" feed "\t" canonical
    for (i = 1; i <= figures; i++)
        print lines[i]
}
