# calls.awk - holds the calls between object files to src/LAYERS, for structure.sh.
#
# awk -v layers=LAYERS -v sources=FILE -v public=FILE -f calls.awk SYMBOLS
# sources: a list of the C files in src/; public: the names of the public headers;
# SYMBOLS: `OBJECT NAME KIND ...` for each symbol, objects as below obj/.
# Prints what breaks a rule, after the word `rooms` (calls between rooms) or `circles`.

# The C file that an object is made from: X_kernel.c becomes X_plain.o, X_avx2.o ...
function source_of(object,    name)
{
    name = object
    sub(/\.o$/, "", name)
    if (!((name ".c") in is_source) && name !~ /^gen\//)
        sub(/_[a-z0-9]+$/, "_kernel", name)
    return name ".c"
}

# The data that is compiled in (gen/) is as open to all as src/base.
function room_of(file)
{
    sub(/\/.*/, "", file)
    return file == "gen" ? "base" : file
}

BEGIN {
    while ((getline line < sources) > 0)
        is_source[substr(line, 5)] = 1 # without src/
    while ((getline line < public) > 0)
        is_public[line] = 1
    while ((getline line < layers) > 0) {
        if (line !~ /^(room|call|hook|circle) /)
            continue
        if (line ~ /^circle /)
            sub(/:.*/, "", line)
        count = split(line, word, /[ :]+/)
        if (word[count] == "")
            count--
        for (i = 2; i <= count; i++)
            if (word[1] == "circle")
                listed[word[i]] = 1
            else if (word[1] == "hook" && i > 4)
                hook[word[2], word[4], word[i]] = 1
            else if (word[1] != "hook" && i > 2)
                arrow[word[2], word[i]] = word[1]
    }
}

{ file = source_of($1) }
$3 == "U" || $3 == "w" || $3 == "v" { use[file, $2] = 1; next }
{ home[$2] = file }

# Whether files of a room may call a function of another room; notes the line that allows it.
function may_call(from, to, name)
{
    if (arrow[from, to] == "room")
        return 1
    if ((from, to, name) in hook)
        return used[from, to, name] = 1
    if (arrow[from, to] == "call")
        return used[from, to] = 1
    if (arrow[from, "public"] == "call" && name in is_public)
        return used[from, "public"] = 1
    return 0
}

# Strongly connected components (R. Tarjan, 1972) of the graph next_of: circle_of[node] is one
# number for all nodes of a circle, and unset for a node in none.
function visit(node,    list, count, i, other)
{
    order[node] = low[node] = ++visited
    stack[++height] = node
    is_open[node] = 1
    count = split(next_of[node], list, " ")
    for (i = 1; i <= count; i++) {
        other = list[i]
        if (!(other in order))
            visit(other)
        if (is_open[other] && low[other] < low[node])
            low[node] = low[other]
    }
    if (low[node] != order[node])
        return
    while (stack[height] != node) {
        circle_of[stack[height]] = circle_of[node] = order[node]
        is_open[stack[height--]] = 0
    }
    is_open[stack[height--]] = 0
}

END {
    for (pair in use) {
        split(pair, part, SUBSEP)
        if (!(part[2] in home) || home[part[2]] == part[1])
            continue
        target = home[part[2]]
        from = room_of(part[1])
        to = room_of(target)
        if (from == to) {
            calls[part[1], target] = part[2]
            next_of[part[1]] = next_of[part[1]] " " target
        } else if (!may_call(from, to, part[2]))
            print "rooms src/" part[1] ": " part[2] "(): " from " may not call " to
    }
    for (pair in arrow) {
        split(pair, part, SUBSEP)
        if (arrow[pair] == "call" && !(pair in used))
            print "rooms " layers ": call " part[1] ": " part[2] ": no file calls it"
        if (arrow[pair] != "")
            next_of[part[1]] = next_of[part[1]] " " part[2]
    }
    for (triple in hook) {
        split(triple, part, SUBSEP)
        if (!(triple in used))
            print "rooms " layers ": hook " part[1] " -> " part[2] ": " part[3] ": no file calls it"
    }
    for (node in next_of)
        nodes = nodes " " node
    count = split(nodes, all, " ")
    for (i = 1; i <= count; i++)
        if (!(all[i] in order))
            visit(all[i])
    for (node in circle_of)
        if (node !~ /\//)
            print "rooms " layers ": " node ": is in a circle of rooms: name the calls upward in a hook line"
    for (pair in calls) {
        split(pair, part, SUBSEP)
        if (circle_of[part[1]] != "" && circle_of[part[1]] == circle_of[part[2]] &&
            !((part[1] in listed) && (part[2] in listed)))
            print "circles src/" part[1] ": " calls[pair] "(): src/" part[2] " calls back, directly or by way of others"
    }
    for (file in listed)
        if (circle_of[file] == "")
            print "circles " layers ": circle " file ": is in no circle"
}
