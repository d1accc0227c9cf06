#!/bin/sh
# release.sh BUILD - the release build BUILD, by gcc with the project's own flags, and another one
# made where nothing is alike but the source: the products must be equal to the byte, and
# hardened.
#
# What the compiler was told stands in the debug information of each object.
set -u
cd "$(dirname "$0")/../.." || exit 1
one=${1:?usage: release.sh BUILD}
work=$one/release
rm -rf "$work" # else objects of an earlier run would be compared
mkdir -p "$work" && work=$(cd "$work" && pwd) && one=$(cd "$one" && pwd) || exit 1
# shellcheck source=tests/support/verdict.sh
. tests/support/verdict.sh
need_tools gcc objdump readelf nm || exit 1
products='ridgeline libridgeline.a libridgeline.so'

# ---- another build -----------------------------------------------------------------

# copy FOLDER - what git knows, as it stands in the work tree.
copy()
{
    rm -rf "$1"
    mkdir -p "$1" && git ls-files | tar -cf - -T - | tar -xf - -C "$1"
}

# build FOLDER BUILD NAME=VALUE... - with nothing of the caller's own flags.
build()
{
    build_in=$1 build_out=$2
    shift 2
    (cd "$build_in" && env -u CFLAGS -u CPPFLAGS -u LDFLAGS -u LDLIBS -u MAKEFLAGS -u SANITIZE "$@" \
        "${MAKE:-make}" -s CC=gcc WERROR=1 "BUILD=$build_out" all)
}

two=$work/two/of-another/depth
verdict 'the source is copied' copy "$two"
# Names that sort in another order, dates of another year, another umask.
find "$two" -exec touch -d '2001-02-03 04:05:06' {} +
umask 077
verdict 'a build in another folder, zone, locale, umask, of older files' \
    build "$two" "$work/two/elsewhere" MAKEFLAGS=-j2 LC_ALL=tr_TR.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Kathmandu HOME=/nonexistent
umask 022

same_products()
{
    for product in $products; do
        cmp "$one/$product" "$work/two/elsewhere/$product" || return 1
    done
}

verdict 'both builds are equal to the byte' same_products

# none GREP-ARGUMENT... - the pattern stands in none of the files.
none()
{
    ! grep -a -l "$@"
}

verdict 'no product names the folder of its build' none -e "$work" -e "$one" \
    "$work/two/elsewhere/ridgeline" "$one/ridgeline" "$one/libridgeline.so" "$one/libridgeline.a"

# ---- what the compiler was told --------------------------------------------------

readelf --debug-dump=info "$one/ridgeline" "$one/libridgeline.so" 2>/dev/null |
    sed -n 's/.*DW_AT_producer *: *(.*): //p' >"$scratch/told"
objects=$(find src -name '*.c' ! -path 'src/cli/*' | wc -l)

verdict 'every object tells its flags' test "$(wc -l <"$scratch/told")" -ge $((2 * objects))
for flag in -O2 -std=c11 -ffp-contract=off -fno-strict-aliasing -fno-common -fvisibility=hidden \
    -fstack-protector-strong -fstack-clash-protection -fno-delete-null-pointer-checks \
    -ftrivial-auto-var-init=zero -fzero-call-used-regs=used-gpr -fPI; do
    verdict "each object was made with $flag" test "$(grep -c -e " $flag" "$scratch/told")" -eq \
        "$(wc -l <"$scratch/told")"
done
for flag in -ffast-math -Ofast -march=native -funsafe-math-optimizations; do
    verdict "none was made with $flag" none -e "$flag" "$scratch/told"
done

# ---- what the linker made -----------------------------------------------------------

is_hardened()
{
    readelf -hW "$1" | grep -q 'Type:.*DYN' || echo 'is not position independent'
    readelf -dW "$1" | grep -q BIND_NOW || echo 'is bound lazily'
    readelf -lW "$1" | grep -q GNU_RELRO || echo 'has no RELRO'
    readelf -lW "$1" | grep GNU_STACK | grep -q 'RW ' || echo 'has an executable stack'
    readelf -lW "$1" | awk '$1 == "LOAD"' | grep -q 'RWE' && echo 'has a segment to write and run'
    readelf -lW "$1" | awk '$1 == "LOAD"' | head -n 1 | grep -q 'R E' && echo 'mixes code and data'
    readelf -dW "$1" | grep -q TEXTREL && echo 'has text relocations'
    readelf -dW "$1" | grep -Eq 'RPATH|RUNPATH' && echo 'looks for libraries in a folder of its own'
    nm -D "$1" | grep -q __stack_chk_fail || echo 'has no stack protector'
    nm -D "$1" | grep -Eq '__[a-z]+_chk' || echo 'has no fortified calls'
}

# starts FILE - functions that other code may jump to and that do not begin with endbr64.
starts()
{
    objdump -d --no-show-raw-insn -j .text "$1" |
        awk '/^[0-9a-f]+ <rl_[a-z0-9_]*>:/ { name = $2; next } name != "" { if ($2 != "endbr64") print name; name = "" }'
}

for binary in ridgeline libridgeline.so; do
    is_hardened "$one/$binary" >"$scratch/loose"
    cat "$scratch/loose"
    verdict "$binary is hardened" test ! -s "$scratch/loose"
done
case $(uname -m) in
x86_64)
    starts "$one/libridgeline.so" >"$scratch/loose"
    cat "$scratch/loose"
    verdict 'each public function is a legal target of jumps (endbr64)' test ! -s "$scratch/loose"
    ;;
esac

# A program that is soft in every way: what is looked for above can be missed.
printf 'int rl_soft(int x) { return x; }\nint main(void) { return rl_soft(0); }\n' >"$scratch/soft.c"
gcc -no-pie -fcf-protection=none -fno-stack-protector -Wl,-z,norelro,-z,lazy,-z,execstack,-z,noseparate-code,-rpath,/x \
    -o "$scratch/soft" "$scratch/soft.c" 2>/dev/null
verdict 'a soft program is told as such, in eight ways' test "$(is_hardened "$scratch/soft" | wc -l)" -ge 8
[ "$(uname -m)" != x86_64 ] || verdict 'and its function, too' test -n "$(starts "$scratch/soft")"

verdicts_end
