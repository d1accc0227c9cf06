# map.awk - reads the SVG of a map with markup.awk: every area and line has a class that the style
# names, and data of numbers and M, l, z alone.  Use: awk -f markup.awk -f map.awk island.svg

function begin(name) {
    path[++depth] = name
    count[name]++
    if (name == "path" && a["d"] !~ /^[Mlz 0-9.-]+$/)
        fault("path: " substr(a["d"], 1, 40) ": is no path of lines")
    if (name == "path" || name == "rect")
        used[a["class"]] = 1
}

function text_of(text) {
    if (path[depth] == "style")
        style = style text
    if (path[depth] == "title" && decoded(text) != "A & B <C>")
        fault("title: " text)
}

function end(name) {
    if (path[depth] != name)
        fault("</" name ">: ends " path[depth])
    depth--
}

END {
    if (bad)
        exit 1
    gsub(/viewBox/, "view-box", document) # markup.awk knows small letters alone
    read_document(document)
    for (class in used)
        if (index(style, "." class) == 0)
            fault(class ": has no style")
    if (count["g"] != 5 || count["path"] < 8)
        fault(count["g"] " layers, " count["path"] " paths")
}
