#!/bin/sh
# sbom.sh VERSION DATE NAMESPACE LINKED... -- LOADED... - an SPDX 2.3 document of the program: what it is
# linked with, and what it loads when it is there.  Each is NAME=VERSION, or NAME= where it is left out.
set -eu
version=$1 date=$2 namespace=$3
shift 3

# licence NAME - its licence as SPDX writes it, and where it comes from.
licence()
{
    case $1 in
    zlib) echo Zlib https://zlib.net ;;
    libpng) echo libpng-2.0 http://www.libpng.org/pub/png/libpng.html ;;
    jansson) echo MIT https://github.com/akheron/jansson ;;
    libtiff-4) echo libtiff https://libtiff.gitlab.io/libtiff/ ;;
    libjpeg) echo IJG https://libjpeg-turbo.org ;;
    libwebp) echo BSD-3-Clause https://chromium.googlesource.com/webm/libwebp ;;
    libavif) echo BSD-2-Clause https://github.com/AOMediaCodec/libavif ;;
    libjxl) echo BSD-3-Clause https://github.com/libjxl/libjxl ;;
    libdeflate) echo MIT https://github.com/ebiggers/libdeflate ;;
    *) echo "sbom.sh: $1: its licence must be in this script" >&2 && exit 1 ;;
    esac
}

# package NAME VERSION LICENCE HOME
package()
{
    printf '    {"name": "%s", "SPDXID": "SPDXRef-%s", "versionInfo": "%s", "licenseConcluded": "%s",
     "licenseDeclared": "%s", "copyrightText": "NOASSERTION", "homepage": "%s",
     "downloadLocation": "NOASSERTION", "filesAnalyzed": false}' "$1" "$1" "$2" "$3" "$3" "$4"
}

relation=DYNAMIC_LINK
packages=$(package ridgeline "$version" 'MIT AND CC0-1.0' NOASSERTION)
relations='    {"spdxElementId": "SPDXRef-DOCUMENT", "relatedSpdxElement": "SPDXRef-ridgeline", "relationshipType": "DESCRIBES"}'
for item in "$@"; do
    case $item in
    --) relation=OPTIONAL_COMPONENT_OF && continue ;;
    *=) continue ;;
    esac
    name=${item%%=*}
    words=$(licence "$name")
    packages="$packages,
$(package "$name" "${item#*=}" "${words% *}" "${words#* }")"
    # An optional part is named first, a linked one last.
    one=ridgeline other=$name
    [ "$relation" = DYNAMIC_LINK ] || { one=$name && other=ridgeline; }
    relations="$relations,
    {\"spdxElementId\": \"SPDXRef-$one\", \"relatedSpdxElement\": \"SPDXRef-$other\", \"relationshipType\": \"$relation\"}"
done
cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "ridgeline-$version",
  "documentNamespace": "$namespace",
  "creationInfo": {"created": "$date", "creators": ["Tool: ridgeline-sbom.sh"]},
  "packages": [
$packages
  ],
  "relationships": [
$relations
  ]
}
END
