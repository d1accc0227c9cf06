#!/bin/sh
# install.sh BUILD PREFIX - installs into a scratch folder, builds and runs a
# program against what was installed, and uninstalls again.
#
# The program knows nothing but `pkg-config ridgeline`: what is missing there is
# missing for every user of the library.
set -u
build=$1
prefix=$2
passed=0
failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root

check()
{
    if [ -z "$2" ]; then
        passed=$((passed + 1))
        echo "ok $1"
    else
        failed=$((failed + 1))
        echo "not ok $1"
        printf '%s\n' "$2" | sed 's/^/    /'
    fi
}

# quietly COMMAND...: says nothing unless the command fails.
quietly()
{
    "$@" >"$scratch/log" 2>&1 || cat "$scratch/log" - <<END
$*: failed
END
}

version=$(sed -n 's/^#define RL_VERSION "\(.*\)"$/\1/p' include/ridgeline.h)

check 'make install succeeds' "$(quietly "${MAKE:-make}" -s install "DESTDIR=$root")"

expected="bin/ridgeline lib/libridgeline.a lib/pkgconfig/ridgeline.pc include/ridgeline.h
    include/ridgeline-map.h include/ridgeline.hpp lib/cmake/ridgeline/ridgelineConfig.cmake
    lib/cmake/ridgeline/ridgelineConfigVersion.cmake
    lib/libridgeline.so lib/libridgeline.so.1 lib/libridgeline.so.$version
    share/doc/ridgeline/README.md share/doc/ridgeline/LICENSE share/man/man1/ridgeline.1
    share/bash-completion/completions/ridgeline share/zsh/site-functions/_ridgeline
    share/fish/vendor_completions.d/ridgeline.fish"
for page in docs/*.[135] docs/*.in; do
    page=${page%.in}
    expected="$expected share/man/man${page##*.}/${page##*/}"
done
for file in docs/*.md samples/bot/* samples/scroller.c; do
    expected="$expected share/doc/ridgeline/$file"
done
for palette in palettes/*.gpl; do
    expected="$expected share/ridgeline/palettes/${palette##*/}"
done
if [ -f "$build/ridgeline-saver" ]; then
    expected="$expected bin/ridgeline-saver share/xscreensaver/config/ridgeline-saver.xml"
fi
check 'each expected file is installed' "$(for file in $expected; do
    [ -s "$root$prefix/$file" ] || echo "$prefix/$file: is missing or empty"
done)"

check 'scripts of the bot are programs, and other files are not' "$(
    for file in samples/bot/*; do
        installed=$root$prefix/share/doc/ridgeline/$file
        if [ -x "$file" ]; then [ -x "$installed" ]; else [ ! -x "$installed" ]; fi ||
            echo "$installed: its mode is not that of $file"
    done)"

links=$(readlink "$root$prefix/lib/libridgeline.so" "$root$prefix/lib/libridgeline.so.1" | tr '\n' ' ')
check "the links lead .so -> .so.1 -> .so.$version" \
    "$([ "$links" = "libridgeline.so.1 libridgeline.so.$version " ] || echo "they lead: $links")"

check 'installed program runs' "$(quietly "$root$prefix/bin/ridgeline" --version)"

# ---- a program of somebody else ---------------------------------------------

cat >"$scratch/use.c" <<'END'
#include <ridgeline-map.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    rl_scene *scene;
    rl_error error;
    uint64_t seed;
    if (rl_scene_new(&scene, NULL, &error) != RL_OK ||
        rl_scene_set(scene, "ridgeline.seed", "12", &error) != RL_OK ||
        !rl_scene_seed(scene, &seed) || seed != 12)
        return 1;
    rl_scene_free(scene);
    if (strcmp(rl_version(), RL_VERSION) != 0)
        return 2;
    return printf("%s\n", rl_version()) < 0;
}
END
ask()
{
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$root$prefix/lib/pkgconfig \
        ${PKG_CONFIG:-pkg-config} "$@" ridgeline
}

check '.pc file has prefix and version' "$(
    grep -qx "prefix=$prefix" "$root$prefix/lib/pkgconfig/ridgeline.pc" || echo "prefix is not $prefix"
    ask --modversion | grep -Fqx "$version" || echo "version: $(ask --modversion)")"

# Words of flags and of a compiler such as `gcc -m32` are split on purpose.
# shellcheck disable=SC2046,SC2086
check 'a program links to the shared library' "$(
    quietly ${CC:-cc} -o "$scratch/shared" "$scratch/use.c" $(ask --cflags --libs))"
check 'program linked to the shared library runs' "$(
    LD_LIBRARY_PATH=$root$prefix/lib quietly "$scratch/shared"
    LD_LIBRARY_PATH=$root$prefix/lib ldd "$scratch/shared" | grep -q "$root$prefix/lib/libridgeline.so.1" ||
        echo 'it does not load libridgeline.so.1 from there')"

# ---- C++ and CMake, where they are --------------------------------------------------

cat >"$scratch/use.cpp" <<'END'
#include <ridgeline.hpp>

int main()
{
    ridgeline::scene scene = ridgeline::scene().seed("hello").set("ridgeline.world", "lake");
    const ridgeline::frame frame(scene, 64, 36);
    if (frame.pixels().size() != 64 * 36 * 3 || frame.pixels(35).size() != 64 * 3)
        return 1;
    ridgeline::scene hazy = scene;
    hazy.set("sky.haze", "0.25");
    if (scene.text("sky.haze") != "auto" || hazy.number("sky.haze") != 0.25)
        return 3;
    scene = ridgeline::scene(rl_frame_scene(frame.get()));
    if (scene.text("output.size") != "64x36" || !scene.text("no.such").empty())
        return 4;
    try {
        scene.mood("noo");
    } catch (const ridgeline::error &error) {
        return error.status() != RL_BAD_ARGUMENT;
    }
    return 2;
}
END
cat >"$scratch/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(use CXX)
find_package(ridgeline ${version%.*} REQUIRED)
add_executable(use use.cpp)
target_compile_features(use PRIVATE cxx_std_17)
target_link_libraries(use ridgeline::ridgeline)
END
if command -v g++ >/dev/null; then
    # shellcheck disable=SC2046
    check 'ridgeline.hpp compiles without a warning' "$(
        quietly g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
            -o "$scratch/cpp" "$scratch/use.cpp" $(ask --cflags --libs))"
    check 'C++ program paints and catches errors' "$(LD_LIBRARY_PATH=$root$prefix/lib quietly "$scratch/cpp")"
fi
if command -v g++ >/dev/null && command -v cmake >/dev/null; then
    sed -i.old "s|\"$prefix/|\"$root$prefix/|" "$root$prefix/lib/cmake/ridgeline/ridgelineConfig.cmake"
    check 'CMake finds the installed library' "$(
        quietly cmake -S "$scratch" -B "$scratch/cmake" "-DCMAKE_PREFIX_PATH=$root$prefix"
        quietly cmake --build "$scratch/cmake")"
    check 'program built by CMake runs' "$(quietly "$scratch/cmake/use")"
    mv "$root$prefix/lib/cmake/ridgeline/ridgelineConfig.cmake.old" \
        "$root$prefix/lib/cmake/ridgeline/ridgelineConfig.cmake"
fi

# ---- Python, where it is ----------------------------------------------------------------

if command -v python3 >/dev/null; then
    # rl_view is written down again there: a field that moved would show in the pixels.
    check 'the Python module paints what the program paints' "$(
        RIDGELINE_LIBRARY=$root$prefix/lib/libridgeline.so.1 PYTHONPATH=packaging/python python3 -B -c '
import ridgeline, sys
rgb = ridgeline.render("hello", 64, 36, world="lake", mood="dusk", region=(8, 4, 40, 30), threads=2)
sys.stdout.buffer.write(b"P6\n40 30\n255\n" + bytes(rgb))
try:
    ridgeline.render(1, 64, 36, mood="noo")
except ridgeline.Error as error:
    if "no such mood" not in str(error): print(error, file=sys.stderr)
' >"$scratch/python.ppm" 2>&1
        "$root$prefix/bin/ridgeline" --no-config --seed hello -w lake -m dusk -s 64x36 --region 40x30+8+4 \
            -f ppm -o - | cmp - "$scratch/python.ppm" 2>&1)"
fi

# ---- programs that are shown to others ------------------------------------------

strict='-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror'

# scroll PROGRAM ARGUMENTS...: what it writes, with the installed library.
scroll()
{
    program=$scratch/$1
    shift
    LD_LIBRARY_PATH=$root$prefix/lib "$program" "$@"
}

# shellcheck disable=SC2046,SC2086
check 'samples/scroller.c compiles without a warning' "$(
    quietly ${CC:-cc} $strict -o "$scratch/scroller" samples/scroller.c $(ask --cflags --libs)
    quietly ${CC:-cc} $strict -DCHUNK_MOST=32 -o "$scratch/scroller-32" samples/scroller.c \
        $(ask --cflags --libs))"

# 600 pixels of camera: chunks are left behind, and rings are filled anew.
scroll scroller 7 150 160x90 >"$scratch/frames.ppm"
check 'samples/scroller.c writes as many pictures as it was asked for' "$(
    size=$(wc -c <"$scratch/frames.ppm")
    [ "$size" -eq $((150 * (14 + 3 * 160 * 90))) ] || echo "150 pictures of 160x90 are $size bytes")"
check 'pictures of samples/scroller.c differ' "$(
    split -b $((14 + 3 * 160 * 90)) "$scratch/frames.ppm" "$scratch/frame-"
    cksum "$scratch"/frame-* | cut -d ' ' -f 1 | sort | uniq -d)"
# Where chunks join depends on their size: a seam that shows would make a difference.
check 'pictures of samples/scroller.c join without a seam' "$(
    scroll scroller-32 7 150 160x90 | cmp "$scratch/frames.ppm" - 2>&1)"
# The walker, white, is in the middle column; its feet are on land a sixth to a third of the picture high.
check 'walker of samples/scroller.c stands on the ground of every seed' "$(
    for seed in 7 18 66; do
        scroll scroller $seed 1 160x90 | tail -c +15 | od -An -v -t u1 -w480 |
            awk -v seed=$seed '$241 == 240 && $242 == 240 && $243 == 240 { feet = NR }
                END { if (feet < 60 || feet > 76) print "seed " seed ": feet in row " feet + 0 " of 90" }'
    done)"
check 'samples/scroller.c goes on until its pipe closes' "$(
    [ "$(scroll scroller 7 0 64x36 2>/dev/null | head -c 100000 | wc -c)" -eq 100000 ] ||
        echo 'FRAMES 0 ended by itself')"

# ends CODE ARGUMENTS...: says so when the scroller ends in another way.
ends()
{
    code=$1
    shift
    scroll scroller "$@" >"${output:-/dev/null}" 2>"$scratch/log"
    ended=$?
    [ "$ended" -eq "$code" ] || echo "scroller $*: ended with $ended instead of $code"
    [ "$(wc -l <"$scratch/log")" -eq $((code > 0)) ] || cat "$scratch/log"
}
check 'samples/scroller.c reports its errors' "$(
    ends 0 hello 1 1x1
    ends 64 7
    ends 64 '' 1
    ends 64 7 -1
    ends 64 7 1 64x36x
    ends 64 7 1 0x36
    [ ! -c /dev/full ] || output=/dev/full ends 74 7 1 64x36)"

sed -n '/^\.\\" quick.c begins/,/^\.\\" quick.c ends/p' docs/libridgeline.3 | grep -v '^\.' |
    sed -e 's/^\\&//' -e 's/\\e/\\/g' >"$scratch/quick.c"
# shellcheck disable=SC2046,SC2086
check 'the example of libridgeline(3) compiles without a warning' "$(
    quietly ${CC:-cc} $strict -o "$scratch/quick" "$scratch/quick.c" $(ask --cflags --libs))"
check 'example of libridgeline(3) paints what the program paints' "$(
    cd "$scratch" || exit
    scroll quick hello hello.png 2>&1
    "$root$prefix/bin/ridgeline" hello.png -q -f scene -o read.ini 2>&1
    "$root$prefix/bin/ridgeline" --seed hello -s 1280x720 -q -f scene -o made.ini 2>&1
    cmp read.ini made.ini 2>&1
    scroll quick hello no/such/folder.png 2>/dev/null && echo 'no/such/folder.png: is no error')"

# block PAGE NUMBER: a block of C in a page.
block()
{
    awk -v wanted="$2" '/^```/ && !inside { inside = 1; count += /^```c$/; is_c = /^```c$/; next }
        /^```/ { inside = is_c = 0 }
        is_c && count == wanted' "$1"
}

{
    printf '#include <ridgeline.h>\n#include <stdio.h>\nint main(void)\n{\n'
    block README.md 1
    printf 'return error.status != RL_OK;\n}\n'
} >"$scratch/memory.c"
block docs/moving-from-0.2.md 2 >"$scratch/moved.c"
# `memory` is of README.md, `moved` of docs/moving-from-0.2.md.
for example in memory moved; do
    # shellcheck disable=SC2046,SC2086
    check "the C example $example of a page compiles without a warning, and runs" "$(
        quietly ${CC:-cc} $strict -o "$scratch/$example" "$scratch/$example.c" $(ask --cflags --libs)
        cd "$scratch" && scroll $example 2>&1)"
done
# ---- addresses of the project ----------------------------------------------

# fill FILE ADDRESSES: a file of packaging/ with these addresses.
fill()
{
    awk -v version=1.2.3 -f packaging/fill.awk "$2" "$1"
}
sed 's/^\([a-z]*\)=.*/\1=/' packaging/addresses >"$scratch/none"
sed 's|^\([a-z]*\)=.*|\1=https://\1.invalid|' packaging/addresses >"$scratch/all"
for file in npm/package.json debian/control arch/PKGBUILD rpm/ridgeline.spec homebrew/ridgeline.rb \
    appstream/ridgeline.metainfo.xml.in; do
    check "$file without addresses has no line of one" "$(
        fill packaging/$file "$scratch/none" | grep -nE '@(page|repository|issues|mail|version)@|https?://[a-z.]*(io|com|org)')"
    check "$file with addresses has the page" "$(
        fill packaging/$file "$scratch/all" | grep -q 'https://page.invalid' || echo 'no page')"
done
for addresses in none all; do
    check "package.json is JSON: $addresses" "$(fill packaging/npm/package.json "$scratch/$addresses" | jq -e .name 2>&1 |
        grep -vx '"libridgeline"')"
done

# With the .so gone, -lridgeline can only be the archive.
rm -f "$root$prefix"/lib/libridgeline.so*
# shellcheck disable=SC2046,SC2086
check 'a program links to the static library' "$(
    quietly ${CC:-cc} -o "$scratch/static" "$scratch/use.c" $(ask --cflags --libs --static))"
check 'program linked to the static library runs' "$(quietly "$scratch/static")"

# ---- and away ---------------------------------------------------------------

: >"$root$prefix/bin/other"
quietly "${MAKE:-make}" -s install "DESTDIR=$root" >/dev/null
check 'make uninstall succeeds' "$(quietly "${MAKE:-make}" -s uninstall "DESTDIR=$root")"
left=$(find "$root" ! -type d ! -path "$root$prefix/bin/other"; find "$root" -type d -name ridgeline)
check 'make uninstall leaves no installed file' "$left"
check 'make uninstall keeps files of others' "$([ -e "$root$prefix/bin/other" ] || echo 'bin/other is gone')"
check 'second make uninstall succeeds' "$(quietly "${MAKE:-make}" -s uninstall "DESTDIR=$root")"

astray=$("${MAKE:-make}" -n install DESTDIR=/dest PREFIX=/opt/here | tr ' ' '\n' | grep '^/' |
    grep -Ev "^(/dest/opt/here|$build)(/|\$)")
check 'PREFIX and DESTDIR move each file' "$astray"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
