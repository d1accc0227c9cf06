# bash completion for ridgeline(1); tests/full/cli compares it with the option table.

_ridgeline_formats='png ppm pam hash null scene csv json'
_ridgeline_sizes='hd fhd wuxga qhd wqxga 4k 5k 6k 8k uwfhd uwqhd uw4k suw uw5k phone phone-qhd
iphone iphone-max tablet thumb'
_ridgeline_map_sizes='unity-513 unity-1025 unity-2049 unity-4097 unreal-505 unreal-1009
unreal-2017 unreal-4033 unreal-8129'
_ridgeline_passes='voronoi perturb thermal thermal-fast thermal-inverted hydraulic
hydraulic-fast droplets normalise combine help'

# The options of each command.
_ridgeline_options_of()
{
    case $1 in
    palette) echo '-o --output -f --format --roles --scheme --no-clobber --color -h --help
                   -V --version' ;;
    info) echo '--json -h --help -V --version' ;;
    help) echo '-h --help -V --version' ;;
    sheet) echo '-o --output -f --format -s --size --seeds --like --columns -m --mood
                 -p --palette --roles --scheme --style --calm --time --pixel-art --set
                 --compress --limit --threads --no-clobber -q --quiet -h --help -V --version' ;;
    map) echo '-o --output -f --format -s --size --seed --method --noise --one-sided --spread
               --persistence --preset --corners --smooth --wrap --raw --pass --input --cell
               --height --tint --shade --sea --contours --rivers --frame --view --stats
               --flip-y --big-endian --set --metadata --title --compress --kernels --limit --threads
               --no-clobber -q --quiet -h --help -V --version' ;;
    layers) echo '-o --output -s --size --offset --seed -m --mood -p --palette --roles --scheme
                  --style --calm --time --from-map --pixel-art --scale --trim --pot --parallax
                  --set --dither --metadata --title --compress --kernels --limit --threads --no-clobber
                  -q --quiet -h --help -V --version' ;;
    wallpaper) echo '-o --output -s --size --name --dark --timed --monitors --each --kde --now
                     --seed -m --mood -p --palette --roles --scheme --style --calm --time
                     --pixel-art --scale --set --dither --metadata --title --compress --kernels
                     --limit --threads -q --quiet -h --help -V --version' ;;
    bot) echo '-o --output -s --size --name --every --now --keep --max-bytes --post --retry
               --catch-up --latitude --longitude --url -m --mood -p --palette --roles --scheme
               --style --calm --time --pixel-art --scale --set --dither --metadata --kernels
               --limit --threads -q --quiet -h --help -V --version' ;;
    animate) echo '-o --output -f --format -s --size --flight --scroll --turns --speed --pace
                   --day --weather --sweep --frames --fps --preview --map-size --seed -m --mood
                   -p --palette --roles --scheme --style --calm --time --pixel-art
                   --method --noise --one-sided --spread --persistence --preset --corners
                   --smooth --pass --height --tint --shade --sea --set --metadata --title
                   --limit --threads --no-clobber -q --quiet -h --help -V --version' ;;
    *) echo '-o --output -f --format -s --size --loop --offset --region --seed --seeds -m --mood
             -p --palette --roles --scheme --style --calm --time --pixel-art --scale --from-map
             --alt-text --set --depth --dither --metadata --title --compress --kernels --limit --threads --no-clobber -q --quiet
             -h --help -V --version' ;;
    esac
}

# The names that stand under "Moods:", "Styles:" or "Scenes:" in the help.
_ridgeline_names()
{
    ridgeline --help 2>/dev/null | sed -n "/^$1:/,/^\$/ { /^ /p; }"
}

_ridgeline_words()
{
    local IFS=$' \t\n'
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_ridgeline_files()
{
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# Adds the files to the words that are offered.
_ridgeline_words_and_files()
{
    local -a files
    _ridgeline_words "$1" "$2"
    compopt -o filenames 2>/dev/null
    mapfile -t files < <(compgen -f -- "$2")
    COMPREPLY+=("${files[@]}")
}

# The names of a map's tints in the help, and the palettes.
_ridgeline_tints()
{
    ridgeline map --help 2>/dev/null | sed -n '/^Tints/,$ { /^ /p; }'
    ridgeline palette list 2>/dev/null
}

# The value of the option `$1`; fails when that takes none.
_ridgeline_value()
{
    local current=$2 command=$3
    case $1 in
    -o | --output | --post) _ridgeline_files "$current" ;;
    -f | --format)
        if [ "$command" = palette ]; then
            _ridgeline_words 'gpl hex pal' "$current"
        elif [ "$command" = sheet ] || [ "$command" = animate ]; then
            _ridgeline_words 'png ppm pam hash null' "$current"
        elif [ "$command" = map ]; then
            _ridgeline_words 'png png16 pgm r16 pfm asc ppm pam hash null scene' "$current"
        else
            _ridgeline_words "$_ridgeline_formats" "$current"
        fi ;;
    -s | --size)
        if [ "$command" = map ]; then
            _ridgeline_words "$_ridgeline_map_sizes $_ridgeline_sizes" "$current"
        else
            _ridgeline_words "$_ridgeline_sizes" "$current"
        fi ;;
    --method) _ridgeline_words 'diamond-square midpoint' "$current" ;;
    --noise) _ridgeline_words 'uniform gauss' "$current" ;;
    --preset)
        _ridgeline_words 'none roughness-coefficient one-sided persistence spread' "$current" ;;
    --pass) _ridgeline_words "$_ridgeline_passes" "$current" ;;
    --input | --alt-text) _ridgeline_files "$current" ;;
    --tint) _ridgeline_words_and_files "$(_ridgeline_tints)" "$current" ;;
    --shade) _ridgeline_words 'azimuth= altitude= exaggeration= amount=' "$current" ;;
    --view) _ridgeline_words 'above surface cells azimuth= elevation=' "$current" ;;
    -p | --palette)
        _ridgeline_words_and_files "$(ridgeline palette list 2>/dev/null)" "$current" ;;
    -m | --mood | --dark) _ridgeline_words "$(_ridgeline_names Moods)" "$current" ;;
    --style) _ridgeline_words "$(_ridgeline_names Styles)" "$current" ;;
    --calm) _ridgeline_words 'top left none' "$current" ;;
    --scheme) _ridgeline_words 'day night' "$current" ;;
    --depth) _ridgeline_words '8 16' "$current" ;;
    --dither) _ridgeline_words 'row 2x2 4x4 bayer blue none' "$current" ;;
    --metadata) _ridgeline_words 'full minimal none' "$current" ;;
    --compress) _ridgeline_words 'default fast small' "$current" ;;
    --kernels) _ridgeline_words 'best plain vector avx2' "$current" ;;
    --every) _ridgeline_words '30m 1h 3h 6h 1d' "$current" ;;
    --color) _ridgeline_words 'auto always never' "$current" ;;
    --offset | --region | --seed | --seeds | --like | --columns | --roles | --time | --scale | --set | \
        --title | --limit | --threads | --spread | --persistence | --corners | --cell | --height | --sea | \
        --contours | --rivers | --frames | --fps | --map-size | --turns | --pace | --parallax | --speed | \
        --sweep | --name | --timed | --monitors | --now | --keep | --max-bytes | --catch-up | --latitude | --longitude | \
        --url) ;;
    *) return 1 ;;
    esac
}

_ridgeline()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]}
    COMPREPLY=()
    # bash makes words of their own of the sign in --size=4k.
    if [ "$previous" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    elif [ "$current" = = ]; then
        current=
    fi
    _ridgeline_value "$previous" "$current" "$command" && return
    if [ "${current#-}" != "$current" ]; then
        _ridgeline_words "$(_ridgeline_options_of "$command")" "$current"
    elif [ "$COMP_CWORD" -eq 1 ]; then
        _ridgeline_words_and_files "render sheet map layers animate wallpaper bot palette info help $(_ridgeline_names Scenes)" "$current"
    elif [ "$command" = palette ] && [ "$COMP_CWORD" -eq 2 ]; then
        _ridgeline_words 'list show convert' "$current"
    elif [ "$command" = palette ]; then
        _ridgeline_words_and_files "$(ridgeline palette list 2>/dev/null)" "$current"
    elif [ "$command" = help ]; then
        _ridgeline_words 'render sheet map layers animate wallpaper bot palette info' "$current"
    elif [ "$command" = info ]; then
        _ridgeline_files "$current"
    else
        _ridgeline_words_and_files "$(_ridgeline_names Scenes)" "$current"
    fi
}

complete -F _ridgeline ridgeline
