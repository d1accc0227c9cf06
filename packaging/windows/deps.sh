#!/bin/sh
# deps.sh FOLDER [check] - libpng and jansson for Windows, static, into FOLDER; with `check` also
# Check, which the unit tests need.
#
# MinGW-w64 compiles them from Debian's source packages, which apt-get fetches and checks by their
# signed index.  zlib is the package libz-mingw-w64-dev.  FOLDER/pkgconfig has their flags.
set -eu
target=x86_64-w64-mingw32
cc=$target-gcc-posix
mkdir -p "$1/lists/partial" "$1/archives/partial" "$1/lib" "$1/include" "$1/pkgconfig"
folder=$(cd "$1" && pwd)

# The system's own list may name binary packages alone.
code=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
echo "deb-src http://deb.debian.org/debian $code main" >"$folder/sources.list"
apt()
{
    apt-get -qq -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/lists" -o Dir::Cache="$folder" -o APT::Sandbox::User=root "$@"
}

# unpack PACKAGE: its source in FOLDER/PACKAGE-source, the current folder then.
unpack()
{
    cd "$folder"
    if [ -z "$(find . -maxdepth 1 -name "$1_*.orig.tar.*")" ]; then
        [ -n "$(find lists -name '*Sources*')" ] || apt update
        apt source --download-only "$1"
    fi
    rm -rf "$1-source"
    mkdir "$1-source"
    tar -xf "$(ls "$1"_*.orig.tar.*)" -C "$1-source" --strip-components=1
    cd "$1-source"
}

# archive NAME FLAG... FILE...: compiles into lib/libNAME.a.
archive()
{
    name=$1
    shift
    mkdir objects
    (cd objects && $cc -O2 -c "$@")
    $target-ar qcs "$folder/lib/lib$name.a" objects/*.o
}

# describe NAME VERSION LIBS
describe()
{
    printf 'Name: %s\nDescription: for Windows\nVersion: %s\nCflags: -I%s/include\nLibs: -L%s/lib %s\n' \
        "$1" "$2" "$folder" "$folder" "$3" >"$folder/pkgconfig/$1.pc"
}

# defined MACRO FILE: the text that a header defines.
defined()
{
    sed -n "s/^# *define $1 *\"\(.*\)\"/\1/p" "$2"
}

png()
{
    unpack libpng1.6
    cp scripts/pnglibconf.h.prebuilt pnglibconf.h
    # shellcheck disable=SC2046 # names without blanks
    archive png -I.. -DPNG_INTEL_SSE_OPT=1 $(printf '../%s ' png.c png[a-z]*.c intel/*.c | sed 's/[^ ]*pngtest.c//')
    cp png.h pngconf.h pnglibconf.h "$folder/include/"
    describe libpng "$(defined PNG_LIBPNG_VER_STRING png.h)" '-lpng -lz -lm'
}

jansson()
{
    unpack jansson
    sed -e 's/@json_inline@/inline/' -e 's/@json_have_localeconv@/1/' -e 's/@json_have_[a-z_]*@/1/' \
        src/jansson_config.h.in >src/jansson_config.h
    printf '#define %s 1\n' HAVE_STDINT_H HAVE_INTTYPES_H HAVE_LOCALE_H HAVE_UNISTD_H \
        HAVE_SYS_TYPES_H HAVE_SYS_TIME_H HAVE_GETTIMEOFDAY HAVE_GETPID HAVE_STRTOLL HAVE_LOCALECONV \
        HAVE_ATOMIC_BUILTINS USE_WINDOWS_CRYPTOAPI >src/jansson_private_config.h
    # shellcheck disable=SC2046
    archive jansson -I../src -DHAVE_CONFIG_H $(printf '../%s ' src/*.c)
    cp src/jansson.h src/jansson_config.h "$folder/include/"
    describe jansson "$(defined JANSSON_VERSION src/jansson.h)" -ljansson
}

check()
{
    unpack check
    [ -x configure ] || autoreconf -fi
    ./configure --host=$target CC=$cc --prefix="$folder" --disable-shared --disable-subunit \
        --disable-timeout-tests
    make -j"$(getconf _NPROCESSORS_ONLN)" -C lib
    make -C src install
    cp "$folder/lib/pkgconfig/check.pc" "$folder/pkgconfig/"
}

for name in png jansson ${2:-}; do
    [ ! -f "$folder/lib/lib$name.a" ] || continue
    echo "deps.sh: $name"
    ($name) >"$folder/$name.log" 2>&1 || { tail -n 20 "$folder/$name.log" >&2; exit 1; }
done
describe zlib "$(defined ZLIB_VERSION "/usr/$target/include/zlib.h")" -lz
