# style.awk - counts in C files what docs/CONTRIBUTING.md asks for and no compiler checks: one line
# `ROOM COUNT NUMBER` for each count of each room that has any.  LIST=COUNT prints its places.
#
#     awk -f style.awk FILE...
#
# The counts:
#     mid-sentence   comments behind code that begin in the middle of a sentence, or end with a comma
#     decimals       decimals without a name in bodies of functions (ORDINARY ones are left out)
#     positional     rows in braces of six or more numbers, not in an array that is declared so
#     short-once     static functions of fewer than eight lines that are called once
#     heads          files whose first comment points to a header instead of saying what they do
#
# A function is a signature that starts in column 0, before a brace in column 0.

BEGIN {
    split("0 .25 .5 1 2 3 4 255 360 1000", list, " ")
    for (i in list)
        ordinary[list[i] + 0] = 1
    SHORT = 8 # lines of a body
}

function note(count, line, text)
{
    number[room " " count]++
    if (LIST == count) {
        sub(/^[ \t]+/, "", text)
        print file ":" line ": " substr(text, 1, 110)
    }
}

# The line without comments and the insides of literals; in_comment goes on to the next line.
function code(line, out, start, quote)
{
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//))
                return out
            line = substr(line, RSTART + 2)
            in_comment = 0
        } else if (match(line, /\/\*|\/\/|"|'/)) {
            start = substr(line, RSTART, 2)
            quote = substr(start, 1, 1)
            out = out substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + (start == "/*" || start == "//" ? 2 : 1))
            if (start == "//")
                return out
            if (start == "/*") {
                in_comment = 1
                continue
            }
            while (line != "" && substr(line, 1, 1) != quote)
                line = substr(line, substr(line, 1, 1) == "\\" ? 3 : 2)
            out = out quote quote
            line = substr(line, 2)
        } else
            return out line
    }
    return out
}

# ---- one line -----------------------------------------------------------------

function check_comment(line, at, text, is_closed)
{
    if (line ~ /^[ \t]*(\/\*|\*)/ || !(at = index(substr(line, 2), "/*")))
        return
    text = substr(line, at + 3)
    is_closed = sub(/[ \t]*\*\/[ \t]*$/, "", text)
    sub(/^[ \t]+/, "", text)
    sub(/[ \t]+$/, "", text)
    if (tolower(text) ~ /^(of|and|or|but|that|those|these|which|whose|likewise|the same)([^a-z0-9_]|$)/ ||
        (is_closed && text ~ /,$/))
        note("mid-sentence", FNR, line)
}

# Named members and local tables have a name already; so have rows of tables.
function check_decimals(text, line, value)
{
    if (text ~ /^[ \t]*(#|static const|const )/ || text ~ /\.[A-Za-z_0-9]+ *=/ ||
        text ~ /^[-{} \t,;0-9.eEfF+*\/]*$/)
        return
    while (match(text, /([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?[fF]?/)) {
        value = substr(text, RSTART, RLENGTH)
        if (substr(" " text, RSTART, 1) !~ /[A-Za-z0-9_.]/ &&
            substr(text, RSTART + RLENGTH, 1) !~ /[A-Za-z0-9_]/ && !((value + 0) in ordinary))
            note("decimals", FNR, line)
        text = substr(text, RSTART + RLENGTH)
    }
}

# ---- one file -----------------------------------------------------------------

function is_number(text)
{
    return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?[fF]?$/
}

# Whole text of a file, lines ended by \n: its innermost braces.
function check_rows(text, at, end, before, row, item, count, items, numbers, has_point, i, line)
{
    line = 1
    while ((at = index(text, "{")) > 0) {
        before = substr(text, 1, at - 1)
        line += gsub(/\n/, "\n", before)
        last = last before
        sub(/^.*\n/, "", last)
        text = substr(text, at + 1)
        end = match(text, /[{}]/)
        if (end == 0)
            break
        if (substr(text, end, 1) == "}") {
            row = substr(text, 1, end - 1)
            count = split(row, item, ",")
            items = numbers = has_point = 0
            for (i = 1; i <= count; i++) {
                gsub(/[ \t\n]+/, "", item[i])
                if (item[i] == "")
                    continue
                items++
                if (is_number(item[i])) {
                    numbers++
                    has_point = has_point || index(item[i], ".")
                }
            }
            if (items >= 6 && numbers >= items - 1 && has_point && last !~ /[A-Za-z0-9_] *(\[[^\]]*\])+ *= *$/)
                note("positional", line, row)
        }
        last = last "{"
    }
    last = ""
}

# The first name before a parenthesis.
function called(text)
{
    return match(text, /[A-Za-z_][A-Za-z_0-9]*[ ]*\(/) ? substr(text, RSTART, RLENGTH - 1) : ""
}

function end_of_file(name)
{
    if (file == "")
        return
    for (name in body)
        if (body[name] < SHORT && uses[name] == 2 + prototypes[name] && calls[name] == uses[name])
            note("short-once", at_line[name], name)
    check_rows(whole)
    split("", uses)
    split("", calls)
    split("", body)
    split("", prototypes)
    whole = signature = open_body = ""
    in_comment = is_inside = 0
}

FNR == 1 {
    end_of_file()
    file = FILENAME
    split(file, part, "/")
    room = part[1] == "src" ? part[2] : part[1]
}
{
    if ($0 ~ /^(\/\*|[ \t]*\*)[ \t]*[Ww]hat [A-Za-z0-9_]+\.h (says|has|is)/)
        note("heads", FNR, $0)
    check_comment($0)
    text = code($0)
    whole = whole text "\n"
    if (text ~ /^{/)
        is_inside = 1
    else if (text ~ /^}/)
        is_inside = 0
    if (is_inside)
        check_decimals(text, $0)
    words = text
    while (match(words, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(words, RSTART, RLENGTH)
        words = substr(words, RSTART + RLENGTH)
        uses[word]++
        calls[word] += words ~ /^[ ]*\(/
    }
}
file !~ /\.c$/ { next }
text ~ /^}/ && open_body != "" {
    body[open_body] = FNR - at_line[open_body] - 1
    open_body = ""
}
text ~ /^{/ && signature ~ /\)[ ]*$/ {
    if (signature ~ /^static /) {
        open_body = called(signature)
        at_line[open_body] = FNR
    }
    signature = ""
    next
}
{
    if (text ~ /^[A-Za-z_]/)
        signature = text
    else
        signature = signature != "" && text ~ /^[ \t]+[^ ]/ ? signature " " text : ""
    if (signature ~ /^static [^=]*\)[ ]*;[ ]*$/)
        prototypes[called(signature)]++
    if (signature ~ /[;{}=]/)
        signature = ""
}

END {
    end_of_file()
    if (LIST == "")
        for (key in number)
            print key, number[key]
}
