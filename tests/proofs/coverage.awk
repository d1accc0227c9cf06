# coverage.awk - adds up what `gcov -t -b -c` says of every object of a build.
#
# In: gaps=FILE (what may stay uncovered), must=FILE (patterns of files that must
# be reached whole), then gcov's listings on standard input.
# Out: a table of files and rooms, the uncovered lines that gaps does not name,
# and every broken rule as a line that begins with "not ok".
#
# A line or a branch that several objects hold (a kernel that is compiled for three
# CPUs, a function of a header) is reached when any of them reached it.  Compilers
# may lay out the branches of such a line differently from object to object: those
# with equally many branches are laid over each other, and the layout with the most
# branches counts.
BEGIN {
    while ((getline line < gaps) > 0)
        read_gap(line)
    while ((getline line < must) > 0)
        if (line != "" && line !~ /^#/)
            whole[++wholes] = line
}

function fail(text)
{
    failures++
    print "not ok " text
}

# FILE | FUNCTION() or a part of the line | reason
function read_gap(text, part, n)
{
    if (text == "" || text ~ /^#/)
        return
    n = split(text, part, / \| /)
    if (n != 3 || part[3] == "") {
        fail(gaps ": " text ": is FILE | FUNCTION() or text | reason")
        return
    }
    gap_file[++gap_count] = part[1]
    gap_what[gap_count] = part[2]
    at_times[gap_count] = part[3] ~ /[(]at times[)]$/
}

# Lays the branches of the line that just ended over those seen before.
function close_line(i, key)
{
    if (branches > 0) {
        key = at SUBSEP branches
        if (branches > most[at])
            most[at] = branches
        for (i = 1; i <= branches; i++)
            if (taken[i])
                reached[key, i] = 1
    }
    branches = 0
}

# A function that several objects hold is listed once for all of them and then, after
# such a rule, once for each: all of them are laid over each other alike.
/^-----/ { close_line(); next }

$0 ~ /^ +-: +0:Source:/ {
    close_line()
    file = $0
    sub(/^[^:]*: *0:Source:/, "", file)
    inside = file ~ /^src\//
    next
}

!inside { next }

/^function / { name = $2; next }

/^branch / {
    taken[++branches] = $3 == "taken" && $4 > 0
    next
}

/^(call|unconditional) / { next }

/^ *[-#=0-9*]+: *[0-9]+:/ {
    close_line()
    split($0, column, ":")
    count = column[1]
    number = column[2] + 0
    gsub(/ /, "", count)
    if (number == 0 || count == "-")
        next
    at = file SUBSEP number
    if (!(at in seen)) {
        seen[at] = 1
        line_file[++lines] = file
        line_number[lines] = number
        text = $0
        sub(/^[^:]*:[^:]*:[ \t]*/, "", text)
        line_text[at] = text
        line_function[at] = name
    }
    if (count !~ /^[#=]/)
        hit[at] = 1
}

function room_of(path, part, n)
{
    n = split(path, part, "/")
    return n > 2 ? part[2] : "src"
}

# Which entry of gaps speaks of this line; 0: none.
function gap_of(path, at, i, what)
{
    for (i = 1; i <= gap_count; i++) {
        what = gap_what[i]
        if (gap_file[i] == path && (what == line_function[at] "()" || index(line_text[at], what))) {
            gap_used[i]++
            return i
        }
    }
    return 0
}

function share(part, all)
{
    return all > 0 ? 100 * part / all : 100
}

function row(name, l, l_all, b, b_all)
{
    return sprintf("%-34s %6d %6d %7.2f %% %6d %6d %7.2f %%", name, l, l_all, share(l, l_all),
        b, b_all, share(b, b_all))
}

function must_be_whole(path, i)
{
    for (i = 1; i <= wholes; i++)
        if (path ~ ("^" whole[i] "$"))
            return 1
    return 0
}

END {
    close_line()
    for (n = 1; n <= lines; n++) {
        path = line_file[n]
        at = path SUBSEP line_number[n]
        if (!(path in all)) {
            files[++file_count] = path
            rooms[room_of(path)] = 1
        }
        all[path]++
        if (at in hit)
            got[path]++
        else if (!gap_of(path, at))
            open_lines[++open_count] = path ":" line_number[n] ": " line_function[at] "(): " line_text[at]
        taken_here = 0
        for (i = 1; i <= most[at]; i++)
            if ((at, most[at], i) in reached)
                taken_here++
        all_branches[path] += most[at]
        got_branches[path] += taken_here
        if (branches_too && (at in hit) && taken_here < most[at])
            untaken[++untaken_count] = path ":" line_number[n] ": " taken_here " of " most[at] \
                " ways: " line_text[at]
    }
    order = "sort -k 4,4n -k 8,8n"
    by_name = "sort"
    by_place = "sort -t : -k 1,1 -k 2,2n"
    print "file                                lines     of              branches   of"
    for (n = 1; n <= file_count; n++) {
        path = files[n]
        print row(path, got[path], all[path], got_branches[path], all_branches[path]) | order
        room = room_of(path)
        sums[room, 1] += got[path]
        sums[room, 2] += all[path]
        sums[room, 3] += got_branches[path]
        sums[room, 4] += all_branches[path]
    }
    close(order)
    print ""
    print "room                                lines     of              branches   of"
    for (room in rooms) {
        print row(room, sums[room, 1], sums[room, 2], sums[room, 3], sums[room, 4]) | by_name
        for (i = 1; i <= 4; i++)
            total[i] += sums[room, i]
    }
    close(by_name)
    print row("all", total[1], total[2], total[3], total[4])
    print ""

    for (n = 1; n <= open_count; n++)
        print open_lines[n] | by_place
    close(by_place)
    for (n = 1; n <= untaken_count; n++)
        print untaken[n] | by_place
    close(by_place)
    if (open_count > 0)
        fail(open_count " lines are reached by no test and are not in " gaps)
    for (i = 1; i <= gap_count; i++)
        if (!gap_used[i] && !at_times[i])
            fail(gaps ": " gap_file[i] " | " gap_what[i] ": is covered meanwhile, or gone")
    for (n = 1; n <= file_count; n++) {
        path = files[n]
        if (must_be_whole(path) && got[path] < all[path])
            fail(path ": " all[path] - got[path] " lines are not reached: it must be reached whole")
    }
    if (lines == 0)
        fail("no line of src/: is this a build with --coverage?")
    if (share(total[1], total[2]) < lines_min)
        fail(sprintf("%.2f %% of the lines: at least %s %%", share(total[1], total[2]), lines_min))
    if (share(total[3], total[4]) < branches_min)
        fail(sprintf("%.2f %% of the branches: at least %s %%", share(total[3], total[4]), branches_min))
    printf "%d of %d lines (%.2f %%), %d of %d branches (%.2f %%), %d lines with a reason, %d failed\n",
        total[1], total[2], share(total[1], total[2]), total[3], total[4], share(total[3], total[4]),
        listed(), failures
    exit failures > 0
}

function listed(i, sum)
{
    for (i = 1; i <= gap_count; i++)
        sum += gap_used[i]
    return sum + 0
}
