# Completions in real shells: options, values, keys of the scene and their values, files.
. "$ROOT/tests/full/cli/common.sh"

cp "$R" ridgeline
PATH=$PWD:$PATH
: >picture.png
mkdir folder
for shell in bash zsh fish; do
    good "completion script of $shell" help --completion=$shell
    cp "$T/out" "$T/ridgeline.$shell"
done

# offers SHELL - the words that the shell offers for the line in $line, one a line.
offers()
{
    case $1 in
    bash)
        bash --norc -c '. "$1"; line=$2
            IFS=" " read -r -a COMP_WORDS <<<"$(sed "s/\([=:]\)/ \1 /g" <<<"$line")"
            case $line in *" ") COMP_WORDS+=("") ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _ridgeline && printf "%s\n" "${COMPREPLY[@]}"' bash "$T/ridgeline.bash" "$line"
        ;;
    zsh)
        cat >"$T/drive.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -u -d $PWD/dump; source $1"
zpty -w shell "zstyle ':completion:*' list-prompt ''; LISTMAX=0; COLUMNS=200 LINES=200; unsetopt list_beep; stty columns 200 rows 200"
zpty -w shell "compadd() { local -a names; builtin compadd -A names \"\$@\"; print -rl -- \$names >>$PWD/zsh.out; builtin compadd \"\$@\" }"
zpty -w shell "print -r -- MARK"
local text=
while zpty -r shell text; do [[ $text == *MARK* && $text != *print* ]] && break; done
zpty -n -w shell "$2"$'\t'
repeat 50; do [[ -s zsh.out ]] && break; sleep .1; done
sleep .1
zpty -d shell
END
        rm -f zsh.out
        zsh -f "$T/drive.zsh" "$T/ridgeline.zsh" "$line" >/dev/null 2>&1
        cat zsh.out 2>/dev/null
        ;;
    fish)
        fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$T/ridgeline.fish" "$line" |
            sed 's/\t.*//'
        ;;
    esac
}

# offered LINE WORD... - each shell offers these words for the line; bash the part after = or :.
offered()
{
    line=$1
    shift
    current=${line##* }
    prefix=${current%"${current##*[=:]}"}
    for shell in bash zsh fish; do
        command -v $shell >/dev/null || { echo "skipped: no $shell"; continue; }
        offers $shell >"$T/offers" 2>"$T/err"
        for word in "$@"; do
            [ $shell != bash ] || word=${word#"$prefix"}
            check "$shell offers $word for '$line'" grep -Fxq -e "$word" "$T/offers"
        done
    done
}

# withheld LINE WORD - each shell offers some words for the line, but not this one.
withheld()
{
    line=$1
    for shell in bash zsh fish; do
        command -v $shell >/dev/null || { echo "skipped: no $shell"; continue; }
        offers $shell >"$T/offers" 2>"$T/err"
        check "$shell does not offer $2 for '$line'" awk -v word="$2" '$0 == word { found = 1 }
            END { exit found || NR == 0 }' "$T/offers"
    done
}

offered 'ridgeline ma' map
offered 'ridgeline --mo' --mood
offered 'ridgeline --mood d' dawn dusk
offered 'ridgeline -m a' autumn aurora
offered 'ridgeline --dither b' bayer blue
offered 'ridgeline -s ph' phone phone-qhd
offered 'ridgeline --palette no' noon
offered 'ridgeline --style f' forest
offered 'ridgeline --set sky.ho' sky.horizon=
offered 'ridgeline --set ridge.3.ki' ridge.3.kind=
offered 'ridgeline --set ridge.2.kind=fr' ridge.2.kind=fractal
offered 'ridgeline wallpaper --set sky.ho' sky.horizon=
offered 'ridgeline wallpaper --set --dark -m du' dusk
offered 'ridgeline wallpaper --desktop sw' sway swaybg swww
offered 'ridgeline map --pass dro' droplets
offered 'ridgeline map --pass droplets:life' droplets:lifetime=
offered 'ridgeline wallpaper -s 4k,ph' 4k,phone
withheld 'ridgeline wallpaper --kde --mo' --monitors # --kde excludes it
withheld 'ridgeline map --input picture.png --s' --spread
offered 'ridgeline help wa' wallpaper
offered 'ridgeline info pic' picture.png
