#!/bin/sh
# libraries.sh SOURCES FOLDER - zlib, libpng and jansson for musl, static, in FOLDER: lib, include and
# .pc files, from the distribution's sources that `make deps-static` puts into SOURCES.
set -eu
[ -d "$1" ] || { echo "libraries.sh: $1: no such folder: 'make deps-static' makes it" >&2; exit 69; }
sources=$(cd "$1" && pwd)
mkdir -p "$2/lib/pkgconfig" "$2/include" "$2/work"
target=$(cd "$2" && pwd)
cd "$target/work"

# unpack NAME - the newest source of that name, with the distribution's patches.
unpack()
{
    rm -rf "$1"
    dpkg-source --no-check -x "$(ls "$sources/$1"_*.dsc)" "$1" >"$1.log" 2>&1
    cd "$1"
}

# archive NAME FLAGS FILE... - a library of these files.
archive()
{
    name=$1 flags=$2
    shift 2
    # The words of $flags are options.
    # shellcheck disable=SC2086
    for file in "$@"; do
        musl-gcc -std=gnu11 -O2 -fPIC $flags "-ffile-prefix-map=$PWD=." -c "$file" -o "$(basename "$file" .c).o"
    done
    rm -f "$target/lib/$name.a"
    ar qcsD "$target/lib/$name.a" ./*.o
}

# describe PACKAGE VERSION LIBS
describe()
{
    printf 'Name: %s\nDescription: static\nVersion: %s\nCflags: -I%s\nLibs: -L%s %s\n' "$1" "$2" \
        "$target/include" "$target/lib" "$3" >"$target/lib/pkgconfig/$1.pc"
}

version_of()
{
    sed -n "s/^#define  *$2  *\"\([^\"]*\)\".*/\1/p" "$1" | head -n 1
}

unpack zlib
sh ./configure --static >../zlib.log 2>&1 # makes zconf.h
archive libz -D_LARGEFILE64_SOURCE=0 adler32.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c trees.c zutil.c
cp zlib.h zconf.h "$target/include"
describe zlib "$(version_of zlib.h ZLIB_VERSION)" -lz
cd ..

unpack libpng1.6
cp scripts/pnglibconf.h.prebuilt pnglibconf.h
archive libpng "-I$target/include -DPNG_INTEL_SSE_OPT=0 -DPNG_ARM_NEON_OPT=0" png.c pngerror.c pngget.c pngmem.c \
    pngpread.c pngread.c pngrio.c pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
cp png.h pngconf.h pnglibconf.h "$target/include"
describe libpng "$(version_of png.h PNG_LIBPNG_VER_STRING)" '-lpng -lz'
cd ..

unpack jansson
cp android/jansson_config.h src/
: >src/jansson_private_config.h # the options below are in it elsewhere
archive libjansson '-Isrc -DHAVE_STDINT_H -DHAVE_FCNTL_H -DHAVE_UNISTD_H -DHAVE_SYS_TIME_H -DUSE_URANDOM -DHAVE_OPEN -DHAVE_CLOSE -DHAVE_READ -DHAVE_GETPID -DHAVE_GETTIMEOFDAY -DHAVE_SCHED_YIELD' src/*.c
cp src/jansson.h src/jansson_config.h "$target/include"
describe jansson "$(version_of src/jansson.h JANSSON_VERSION)" -ljansson
