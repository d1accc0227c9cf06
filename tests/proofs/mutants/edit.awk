# edit.awk - makes the edits of a mutant in the tree that is the working folder.
#
# A mutant is `word: text` lines, then edits: `@@ FILE`, then lines that begin with a minus
# (what stands there), a plus (what is to stand there) or a blank (both).  What stands there
# must be found exactly once in the file: places are found by their text alone, so a mutant
# outlives every change but one of its own lines, and then says so.
function fail(rule)
{
    print FILENAME ": " (file == "" ? "no file" : file) ": " rule
    failed = 1
    exit 1
}

function content(name, line, text)
{
    text = "\n"
    while ((getline line <name) > 0)
        text = text line "\n"
    close(name)
    return text
}

# The texts begin with the end of a line, so that only whole lines are found.
function edit(text, at)
{
    if (file == "")
        return
    if (old == new)
        fail("changes nothing")
    text = content(file)
    at = index(text, "\n" old)
    if (at == 0)
        fail("no longer holds what the mutant changes")
    if (index(substr(text, at + 1), "\n" old) > 0)
        fail("holds what the mutant changes more than once")
    text = substr(text, 2, at - 1) new substr(text, at + 1 + length(old))
    printf "%s", text >file
    close(file)
    edits++
}

/^@@ / { edit(); file = $2; old = new = ""; next }
file == "" { next }
/^[- ]/ { old = old substr($0, 2) "\n" }
/^[+ ]/ { new = new substr($0, 2) "\n" }
!/^[-+ ]/ { fail("a line must begin with a minus, a plus or a blank") }

END {
    if (!failed) {
        edit()
        if (edits == 0)
            fail("no edit")
    }
    exit failed
}
