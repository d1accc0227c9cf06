#!/bin/sh
# deb.sh BUILD VERSION - Debian packages of BUILD/ridgeline-VERSION.tar.gz, by the
# distribution's own tools, in BUILD/deb.
#
# The same commit gives the same bytes: the changelog's date is the commit's.
set -eu
build=$1
version=$2
for tool in dpkg-buildpackage dh; do
    command -v "$tool" >/dev/null || { echo "deb.sh: no $tool: apt-get install dpkg-dev debhelper" >&2; exit 69; }
done
rm -rf "$build/deb"
mkdir -p "$build/deb"
cp "$build/ridgeline-$version.tar.gz" "$build/deb/ridgeline_$version.orig.tar.gz"
tar -xf "$build/ridgeline-$version.tar.gz" -C "$build/deb"
cd "$build/deb/ridgeline-$version"
cp -R packaging/debian debian
awk -f packaging/fill.awk packaging/addresses packaging/debian/control >debian/control
cat >debian/changelog <<END
ridgeline ($version-0local1) unstable; urgency=medium

  * What is new: CHANGELOG.md.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  ${SOURCE_DATE:?the date of the commit, as date -R prints it}
END
dpkg-buildpackage --no-sign --build=binary --jobs=auto
echo "made in $build/deb:"
ls ..
