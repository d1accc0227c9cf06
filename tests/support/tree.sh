# tree.sh - a copy of the project with its objects, so that only what a script changes there
# is compiled again; sourced by proofs/mutants/run.sh and adding/run.sh.
#
# In: $build, a finished build, and $place, a folder of the script's own; the working folder
# is the project.  Out: $place/tree, whose build is $place/tree/build.
# shellcheck shell=sh disable=SC2154
top=$PWD
given=$build
case $build in
"$top"/*) given=${build#"$top"/} ;;
/*) ;;
*) build=$top/$build ;;
esac
case $place in /*) ;; *) place=$top/$place ;; esac
# The flags that the objects were made with, or all would be compiled again.
tree_maps="-ffile-prefix-map=$top=. -ffile-prefix-map=$build=build"

# tree_copy PRODUCT...: what `make` needs, with its dates; the .d files get the copy's names.
tree_copy()
{
    rm -rf "$place"
    mkdir -p "$place/tree/build" || return 1
    for tree_part in * .ci; do
        case $build/ in "$top/$tree_part/"*) continue ;; esac
        cp -Rp "$tree_part" "$place/tree/" || return 1
    done
    for tree_part in obj gen flags files place ridgeline libridgeline.a "$@"; do
        [ ! -e "$build/$tree_part" ] || cp -Rp "$build/$tree_part" "$place/tree/build/" || return 1
    done
    find "$place/tree/build/obj" -name '*.d' | while read -r tree_part; do
        sed "s|$given/|build/|g" "$tree_part" >"$place/d" && cat "$place/d" >"$tree_part"
    done
}

# tree_make LOG TARGET...
tree_make()
{
    tree_log=$1
    shift
    (cd "$place/tree" && "${MAKE:-make}" BUILD=build "PREFIX_MAPS=$tree_maps" "$@") >"$tree_log" 2>&1
}
