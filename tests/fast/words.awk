# words.awk - prints each use of a word of words.txt: `FILE:LINE: WORD: ...text...`.
#
#     awk -v words=words.txt -v except=words-except.txt -f words.awk FILE...
#
# Of C files comments and string literals are read, of shell scripts and all others each line.
function load(path, list, count, line)
{
    while ((getline line <path) > 0)
        if (line !~ /^#/ && line !~ /^ *$/) {
            sub(/ *\|.*/, "", line)
            list[++count] = tolower(line)
        }
    close(path)
    return count
}

# The comments and strings of a line of C.
function prose(line, out)
{
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//))
                return out " " line
            out = out " " substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + 2)
            in_comment = 0
        } else if (match(line, /\/\*|\/\/|"/)) {
            if (substr(line, RSTART, 2) == "//")
                return out " " substr(line, RSTART + 2)
            if (substr(line, RSTART, 2) == "/*") {
                in_comment = 1
                line = substr(line, RSTART + 2)
                continue
            }
            line = substr(line, RSTART + 1)
            while (line != "" && substr(line, 1, 1) != "\"") {
                out = out substr(line, 1, substr(line, 1, 1) == "\\" ? 2 : 1)
                line = substr(line, substr(line, 1, 1) == "\\" ? 3 : 2)
            }
            out = out " "
            line = substr(line, 2)
        } else
            return out
    }
    return out
}

BEGIN {
    count = load(words, word)
    allowed = load(except, phrase)
}
FNR == 1 { in_comment = 0; before = "" }
{
    text = tolower(FILENAME ~ /\.[ch]$/ ? prose($0) : $0)
    gsub(/[^a-z']+/, " ", text)
    text = " " text " "
    joined = before text # a phrase may begin on the line before
    gsub(/ +/, " ", text)
    gsub(/ +/, " ", joined)
    for (i = 1; i <= allowed; i++) {
        gsub(phrase[i], "-", text)
        gsub(phrase[i], "-", joined)
    }
    for (i = 1; i <= count; i++)
        if (index(text, " " word[i] " ") || index(word[i], " ") && !index(before, " " word[i] " ") &&
            index(joined, " " word[i] " ")) {
            print FILENAME ":" FNR ": " word[i] ": " substr($0, 1, 110)
            found++
        }
    n = split(text, last, " ")
    before = " " (n > 1 ? last[n - 1] " " : "") (n > 0 ? last[n] : "") " "
}
END {
    print found + 0, "uses of words that words.txt lists"
    exit found > 0
}
