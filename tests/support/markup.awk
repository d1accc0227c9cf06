# markup.awk - a strict reader of XML, and of HTML that is written as neatly.
#
# For scripts that come after it, awk -f markup.awk -f SCRIPT: at the END they give document
# to after_head and read_document, which calls their begin(name), with the attributes in a[],
# text_of(text) and end(name).  path[depth] is the element at work, voids a list of elements
# without an end.  Prints the first fault and exits 1.

function fault(what) {
    print (FILENAME == "" || FILENAME == "-" ? "document" : FILENAME) ": " what
    bad = 1
    exit 1
}

# Text with the five names of XML and numbers below 128 in place of what they stand for.
function decoded(text,    out, name) {
    out = ""
    while (match(text, /&[^;]*;?/)) {
        name = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        if (name in signs)
            out = out signs[name]
        else
            fault("'" name "': is no reference of XML")
    }
    return out text
}

function read_attributes(tag, text,    key, value) {
    for (key in a)
        delete a[key]
    while (match(text, /^[ \n\t]+[a-z][a-z:-]*="[^"<]*"/)) {
        key = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
        sub(/^[ \n\t]+/, "", key)
        value = key
        sub(/=.*/, "", key)
        sub(/^[^=]*="/, "", value)
        if (key in a)
            fault(tag ": " key ": is given twice")
        a[key] = decoded(substr(value, 1, length(value) - 1))
    }
    if (text !~ /^[ \n\t]*$/)
        fault(tag ": '" text "': is no attribute")
}

# Takes the document apart and calls begin(), text_of() and end().
function read_document(text,    at, tag, name, single) {
    if (text ~ /[\001-\010\013-\037\177]/)
        fault("holds a control character")
    while ((at = index(text, "<")) > 0) {
        text_of(substr(text, 1, at - 1))
        text = substr(text, at + 1)
        # a sign in an attribute would end the tag too early: ours are escaped
        if ((at = index(text, ">")) == 0)
            fault("a tag without an end")
        tag = substr(text, 1, at - 1)
        text = substr(text, at + 1)
        if (tag ~ /^\//) {
            end(substr(tag, 2))
            continue
        }
        # HTML has elements that never have an end
        single = sub(/[ \n\t]*\/$/, "", tag)
        if (!match(tag, /^[a-z][a-z0-9]*/))
            fault("'<" tag "': is no element")
        name = substr(tag, 1, RLENGTH)
        read_attributes(name, substr(tag, RLENGTH + 1))
        begin(name)
        if (single || in_list(name, voids))
            end(name)
    }
    text_of(text)
    if (depth > 0)
        fault("ends within " path[depth])
}

function in_list(word, list) {
    return index(" " list " ", " " word " ") > 0
}

# Takes off what must stand first, a regular expression.
function after_head(text, head) {
    if (!match(text, "^" head))
        fault("does not begin as it must")
    return substr(text, RLENGTH + 1)
}

BEGIN {
    signs["&amp;"] = "&"
    signs["&lt;"] = "<"
    signs["&gt;"] = ">"
    signs["&quot;"] = "\""
    signs["&apos;"] = signs["&#39;"] = "'"
}

{ document = document $0 "\n" }
