# awk -v version=V -v date=YYYY-MM-DD -f fill.awk addresses FILE - FILE with its placeholders filled:
# @version@, @date@ and each @NAME@ of addresses.  A line with a name whose value is empty is left out.
BEGIN {
    value["version"] = version
    value["date"] = date
}
FNR == NR {
    if (match($0, /^[a-z]+=/))
        value[substr($0, 1, RLENGTH - 1)] = substr($0, RLENGTH + 1)
    next
}
{
    line = $0
    for (name in value)
        while ((at = index(line, "@" name "@")) > 0) {
            if (value[name] == "")
                next
            line = substr(line, 1, at - 1) value[name] substr(line, at + length(name) + 2)
        }
    print line
}
