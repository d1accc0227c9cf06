# bash completion for ridgeline(1); tests/cli compares it with the option table.

_ridgeline_formats='png ppm pam hash null scene csv json'
_ridgeline_sizes='hd fhd wuxga qhd wqxga 4k 5k 6k 8k uwfhd uwqhd uw4k suw uw5k phone phone-qhd
iphone iphone-max tablet thumb'

# The options of each command.
_ridgeline_options_of()
{
    case $1 in
    palette) echo '-o --output -f --format --roles --scheme --no-clobber --color -h --help
                   -V --version' ;;
    info) echo '--json -h --help -V --version' ;;
    help) echo '-h --help -V --version' ;;
    sheet) echo '-o --output -f --format -s --size --seeds --like --columns -m --mood
                 -p --palette --roles --scheme --style --calm --time --pixel-art --set --threads
                 --no-clobber -q --quiet -h --help -V --version' ;;
    *) echo '-o --output -f --format -s --size --region --seed --seeds -m --mood -p --palette
             --roles --scheme --style --calm --time --pixel-art --scale --set --depth --dither
             --metadata --title --threads --no-clobber -q --quiet -h --help -V --version' ;;
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

# The value of the option `$1`; fails when that takes none.
_ridgeline_value()
{
    local current=$2 command=$3
    case $1 in
    -o | --output) _ridgeline_files "$current" ;;
    -f | --format)
        if [ "$command" = palette ]; then
            _ridgeline_words 'gpl hex pal' "$current"
        elif [ "$command" = sheet ]; then
            _ridgeline_words 'png ppm pam hash null' "$current"
        else
            _ridgeline_words "$_ridgeline_formats" "$current"
        fi ;;
    -s | --size) _ridgeline_words "$_ridgeline_sizes" "$current" ;;
    -p | --palette)
        _ridgeline_words_and_files "$(ridgeline palette list 2>/dev/null)" "$current" ;;
    -m | --mood) _ridgeline_words "$(_ridgeline_names Moods)" "$current" ;;
    --style) _ridgeline_words "$(_ridgeline_names Styles)" "$current" ;;
    --calm) _ridgeline_words 'top left none' "$current" ;;
    --scheme) _ridgeline_words 'day night' "$current" ;;
    --depth) _ridgeline_words '8 16' "$current" ;;
    --dither) _ridgeline_words 'row 2x2 4x4 bayer blue none' "$current" ;;
    --metadata) _ridgeline_words 'full minimal none' "$current" ;;
    --color) _ridgeline_words 'auto always never' "$current" ;;
    --region | --seed | --seeds | --like | --columns | --roles | --time | --scale | --set | \
        --title | --threads) ;;
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
        _ridgeline_words_and_files "render sheet palette info help $(_ridgeline_names Scenes)" "$current"
    elif [ "$command" = palette ] && [ "$COMP_CWORD" -eq 2 ]; then
        _ridgeline_words 'list show convert' "$current"
    elif [ "$command" = palette ]; then
        _ridgeline_words_and_files "$(ridgeline palette list 2>/dev/null)" "$current"
    elif [ "$command" = help ]; then
        _ridgeline_words 'render sheet palette info' "$current"
    elif [ "$command" = info ]; then
        _ridgeline_files "$current"
    else
        _ridgeline_words_and_files "$(_ridgeline_names Scenes)" "$current"
    fi
}

complete -F _ridgeline ridgeline
