#!/bin/sh
# coverage.sh BUILD - what the tests reached of src/, after they ran in a build of
# gcc --coverage (`make coverage` makes one and runs them).
#
# Prints lines and branches of each file and each room, then every line that no
# test reached and coverage-gaps.txt does not name.  Fails below 95 % of the lines
# or 90 % of the branches, when a file of coverage-whole.txt is not reached whole,
# or when a gap that is listed has closed.
#
# A branch is one way out of a jump that gcc made of the source; it counts when
# it was taken at least once.  (Ways of a line that never ran count as not taken.)
# BRANCHES=1 lists the lines that ran and of which some way was never taken.
set -u
LC_ALL=C
export LC_ALL
build=${1:?usage: coverage.sh BUILD}
here=$(dirname "$0")
gcov=${GCOV:-gcov}

command -v "$gcov" >/dev/null || { echo "coverage.sh: $gcov: is missing: it comes with gcc" >&2; exit 1; }
objects=$(find "$build/obj" -name '*.gcno' ! -path "$build/obj/tests/*" \
    ! -path "$build/obj/gen/*" | sort)
[ -n "$objects" ] || { echo "coverage.sh: $build: holds no objects of gcc --coverage" >&2; exit 1; }

# gcov names the sources as the compiler saw them: from the project's folder.
printf '%s\n' "$objects" | tr '\n' '\0' | xargs -0 "$gcov" -t -b -c 2>/dev/null |
    awk -v gaps="$here/coverage-gaps.txt" -v must="$here/coverage-whole.txt" \
        -v lines_min=95 -v branches_min=90 -v branches_too="${BRANCHES:-}" \
        -f "$here/coverage.awk"
