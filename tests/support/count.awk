# count.awk - lines, files, functions of each room of src/, and how many static functions are
# used exactly once in their file.  Reads the files that are its arguments (make count).
#
# A function is a signature that starts in column 0, before a brace in column 0.

# The line without comments, string and character literals; in_comment goes on to the next.
function code(line, out, c, quote)
{
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//))
                return out
            line = substr(line, RSTART + 2)
            in_comment = 0
        } else if (match(line, /\/\*|\/\/|"|'/)) {
            out = out substr(line, 1, RSTART - 1)
            c = substr(line, RSTART, 2)
            quote = substr(c, 1, 1)
            line = substr(line, RSTART + (c == "/*" || c == "//" ? 2 : 1))
            if (c == "//")
                return out
            if (c == "/*") {
                in_comment = 1
                continue
            }
            while (line != "" && substr(line, 1, 1) != quote)
                line = substr(line, substr(line, 1, 1) == "\\" ? 3 : 2)
            line = substr(line, 2)
        } else
            return out line
    }
    return out
}

function words(line)
{
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
        uses[substr(line, RSTART, RLENGTH)]++
        line = substr(line, RSTART + RLENGTH)
    }
}

# The first name before a parenthesis.
function called(text)
{
    return match(text, /[A-Za-z_][A-Za-z_0-9]*[ ]*\(/) ? \
        substr(text, RSTART, RLENGTH - 1) : ""
}

function end_of_file(name)
{
    for (name in is_static)
        if (uses[name] - 1 - prototypes[name] == 1) {
            once[room]++
            if (LIST == room)
                print file ": " name
        }
    split("", uses)
    split("", is_static)
    split("", prototypes)
    signature = ""
    in_comment = 0
}

FNR == 1 {
    end_of_file()
    file = FILENAME
    n = split(file, part, "/")
    room = part[2] == "cli" && n > 3 ? "cli/" part[3] : part[2]
    if (!files[room]++)
        order[++rooms] = room
}
{ lines[room]++ }
file !~ /\.c$/ { next }
{
    text = code($0)
    words(text)
    if (text ~ /^{/ && signature ~ /\)[ ]*$/) {
        functions[room]++
        if (signature ~ /^static /) {
            statics[room]++
            is_static[called(signature)] = 1
        }
        signature = ""
    } else if (text ~ /^[A-Za-z_]/) {
        signature = text
    } else if (signature != "" && text ~ /^[ \t]+[^ ]/)
        signature = signature " " text
    else
        signature = ""
    if (signature ~ /[;{}=]/) {
        if (signature ~ /^static [^=]*\)[ ]*;[ ]*$/)
            prototypes[called(signature)]++
        signature = ""
    }
}

function row(name, f, l, n, s, o)
{
    printf "%-18s %5d %6d %6d %6d %6d  %d%%\n", name, f, l, n, s, o, (s > 0 ? 100 * o / s + 0.5 : 0)
}

END {
    end_of_file()
    printf "%-18s %5s %6s %6s %6s %6s\n", "room", "files", "lines", "funcs", "static", "once"
    for (i = 1; i <= rooms; i++) {
        name = order[i]
        row(name, files[name], lines[name], functions[name], statics[name], once[name])
        f += files[name]; l += lines[name]; n_sum += functions[name]
        s += statics[name]; o += once[name]
    }
    row("sum", f, l, n_sum, s, o)
}
