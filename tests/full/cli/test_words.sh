# What alt text says of pictures that are not of the usual kind: parts without sky or land,
# land of one kind, colours that run the other way.
. "$ROOT/tests/full/cli/common.sh"

# says NAME PATTERN ARG...: the words of that picture hold the pattern and are a sentence.
says()
{
    says_name=$1 says_pattern=$2
    shift 2
    run -q -s 320x180 -f null -o none.png --alt-text - "$@"
    if [ "$code" -eq 0 ] && grep -q -e "$says_pattern" "$T/out" &&
        awk 'length < 80 || length > 420 || !/^[A-Z][ -z]*[.]$/ { wrong = 1 } END { exit wrong || NR != 1 }' "$T/out"; then
        ok "$says_name"
    else
        not_ok "$says_name" "exit $code, wanted '$says_pattern'" "$(head -c 500 "$T/out" "$T/err")"
    fi
}

# ---- parts ------------------------------------------------------------------------

SKY='-w misty -m dusk --region 320x45+0+0' LAND='-w misty -m dusk --region 320x60+0+120'
# shellcheck disable=SC2086 # lists of arguments
{
    says 'sky alone, one way' 'fills the picture; there is no land in it' --seed 4 $SKY
    says 'sky alone, the other' 'is all there is to see, without any land' --seed 5 $SKY
    for seed in 4 5 6 7; do
        says "land alone, way $seed" 'with no sky in view' --seed $seed $LAND
        check "alt text of a map from above has no sky, way $seed" fails grep -q 'under\|stretches' "$T/out"
    done
    for seed in 4 5; do
        says "few pixels, way $seed" 'too small' --seed $seed -m dusk --region 320x10+0+0
    done
}

run -q -s 1280x720 --region 96x54+500+320 -f null -o none.png --alt-text - --seed 1 -w alpine -m noon
check 'alt text of a rock face says so' \
    grep -q 'land without a clear ridge, with no sky in view. Snow lies on the rocks' \
    "$T/out"

# ---- kinds of land ------------------------------------------------------------------

# kinds KIND...: the settings of so many ridges.
kinds()
{
    printf -- '-w forest --set ridgeline.ridges=%d' $#
    kinds_n=0
    for kind in "$@"; do
        kinds_n=$((kinds_n + 1))
        printf -- ' --set ridge.%d.kind=%s' $kinds_n "$kind"
    done
}

# shellcheck disable=SC2046 # lists of arguments
{
    says 'hills' 'hree ridges of wooded hills' --seed 4 -m dawn $(kinds roll hill roll)
    for tree in birch:irches oak:aks pine:ines bare:'are trees'; do
        says "a wood of one species: ${tree%:*}" "${tree#*:} line the nearest ridge" \
            --seed 4 -m dawn $(kinds roll hill roll) --set trees.species="${tree%:*}" --motif none
    done
    says 'the other way' ' wood of birches grows on the nearest ridge' --seed 3 -m dawn \
        $(kinds roll hill roll) --set trees.species=birch --motif none
    says 'a mixed wood' 'irches and poplars line the nearest ridge' --seed 4 -m dawn \
        $(kinds roll hill roll) --set trees.species='birch poplar' --motif none
    says 'woods behind meadows' 'pruces grow on the slopes' --seed 2 -w forest -m noon \
        --motif none --weather clear --set trees.species=spruce
    says '... the other way' 'oods of spruces cover the slopes' --seed 3 -w forest -m noon \
        --motif none --weather clear --set trees.species=spruce
    says 'hills without trees' 'hree ridges of hills' --seed 4 -m dawn $(kinds roll hill roll) \
        --set trees.height=0
    says 'mountains' 'wo mountain ridges' --seed 4 -m dawn $(kinds fractal range) --set trees.height=0
    says 'jagged mountains' 'wo jagged mountain ridges' --seed 4 -m dawn $(kinds alps alps) \
        --set trees.height=0
    says 'mountains and hills' 'wo ridges of mountains and hills' --seed 4 -m dawn \
        $(kinds fractal roll) --set trees.height=0
    says 'sand' 'hree lines of sand dunes' --seed 4 -m desert $(kinds dune dune dune)
    says 'sand and mountains' 'hree ridges of sand dunes and mountains' --seed 4 -m desert \
        $(kinds fractal dune dune)
    says 'one ridge' 'ne mountain ridge' --seed 4 -m dawn $(kinds fractal) --set trees.height=0
    says 'drawn lines' 'wo ridges fade' --seed 4 -m dawn $(kinds segment segment) \
        --set ridge.1.start_y=0.3 --set ridge.1.end_y=0.5
    says 'mesas' 'desert ridges with flat-topped mesas' --seed 4 -m desert --style desert
    says 'bands of rock' 'ands of rock show in the cliffs' --seed 4 -m desert --style desert \
        --set composition.strata=1
}

# ---- colours ------------------------------------------------------------------------

DARK='-w misty -m ember --set palette.ridge_1=#101010 --set palette.ridge_2=#606060 --set palette.ridge_3=#d0d0d0'
ONE='-w misty -m dawn --set ridgeline.ridges=1 --set ridge.1.kind=fractal'
# shellcheck disable=SC2086 # lists of arguments
{
    says 'light in front' 'run from [a-z -]*grey in front to [a-z -]* in the distance' --seed 4 \
        --set ridgeline.ridges=3 --set sky.haze=0 $DARK
    says 'light in front, as a remark' ', [a-z -]*grey in front and [a-z -]* in the distance' --seed 6 \
        --set ridgeline.ridges=3 --set sky.haze=0 $DARK
    says 'one ridge, one colour' 'ne mountain ridge in [a-z -]* under' --seed 4 $ONE
    says 'one colour, as a remark' 'ne mountain ridge, [a-z -]*, under' --seed 6 $ONE
}

# ---- the sun ------------------------------------------------------------------------

says 'a low sun' ', low over the land' --seed 4 -w forest -m dawn --set sun.lift=4
says 'half a sun' ', half hidden by the land' --seed 4 -w forest -m dawn --set sun.lift=0
says 'a high moon' ' moon [a-z ]*, high in the picture' --seed 4 -w forest -m moonlight --set sun.lift=12
says 'one at the edge' ', cut off by the edge' --seed 4 -w forest -m moonlight --set sun.y=0.99
