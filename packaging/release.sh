#!/bin/sh
# release.sh BUILD VERSION [PROOF...] - what is published, then every proof on the same commit; figures go
# to docs/evidence.md, which is committed with the release.  Fails when a proof did.
set -u
build=$1 version=$2
shift 2
[ $# -gt 0 ] || set -- check check-wasm check-live check-static check-look check-release check-oracles round-trips \
    brute mutants torture check-bot fuzz sanitizers determinism coverage
logs=$build/release-logs
mkdir -p "$logs"
if [ -n "$(git status --porcelain)" ]; then
    echo "release.sh: the work tree has changes: a release is of a commit" >&2
    exit 65
fi
"${MAKE:-make}" dist >"$logs/dist" 2>&1 || { tail -n 20 "$logs/dist" >&2; exit 1; }
page=$build/evidence.md
bad=0
{
    echo "# Evidence for $version"
    echo
    echo "Written by \`make release\` on commit $(git rev-parse --short HEAD), $(date -u +%F), $(nproc) processors."
    echo
    echo '| proof | result | last line | minutes |'
    echo '|---|---|---|---|'
} >"$page"
for proof in "$@"; do
    start=$(date +%s)
    if BROWSER=1 "${MAKE:-make}" "$proof" >"$logs/$proof" 2>&1; then
        result=passed
    else
        result=FAILED
        bad=$((bad + 1))
    fi
    last=$(grep -E '[0-9]+ passed, [0-9]+ failed|[0-9]+%: Checks' "$logs/$proof" | tail -n 1 | tr '|' ' ')
    [ -n "$last" ] || last=$(tail -n 1 "$logs/$proof" | cut -c1-100 | tr '|' ' ')
    echo "| \`make $proof\` | $result | $last | $((($(date +%s) - start + 59) / 60)) |" >>"$page"
    tail -n 1 "$page"
done
{
    echo
    echo '| file of the release | sha256 |'
    echo '|---|---|'
    sed 's/^\([0-9a-f]*\)  \(.*\)/| `\2` | `\1` |/' "$build/dist/SHA256SUMS"
} >>"$page"
cp "$page" docs/evidence.md
echo "$# proofs, $bad failed: docs/evidence.md"
[ "$bad" -eq 0 ]
