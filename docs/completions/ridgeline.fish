# fish completion for ridgeline(1); tests/cli compares it with the option table.

# The command that the line runs: its first word, or render.
function __ridgeline_on
    set -l words (commandline -opc)
    set -l command render
    if set -q words[2]; and contains -- $words[2] sheet palette info help
        set command $words[2]
    end
    contains -- $command $argv
end

function __ridgeline_first
    test (count (commandline -opc)) -eq 1
end

function __ridgeline_second
    test (count (commandline -opc)) -eq 2
end

# The names that stand under "Moods:", "Styles:" or "Scenes:" in the help.
function __ridgeline_names
    ridgeline --help 2>/dev/null | sed -n "/^$argv[1]:/,/^\$/ { /^ /p; }" | string split -n ' '
end

set -l render '__ridgeline_on render'
set -l palette '__ridgeline_on palette'
set -l info '__ridgeline_on info'
set -l sheet '__ridgeline_on sheet'
set -l paint '__ridgeline_on render sheet'
set -l both '__ridgeline_on render sheet palette'
set -l sizes hd fhd wuxga qhd wqxga 4k 5k 6k 8k uwfhd uwqhd uw4k suw uw5k phone phone-qhd \
    iphone iphone-max tablet thumb

complete -c ridgeline -n __ridgeline_first -a render -d 'Paint a landscape'
complete -c ridgeline -n __ridgeline_first -a sheet -d 'Thumbnails on one page'
complete -c ridgeline -n __ridgeline_first -a palette -d 'List, show, convert'
complete -c ridgeline -n __ridgeline_first -a info -d 'What a picture is made of'
complete -c ridgeline -n __ridgeline_first -a help -d 'Options of a command'
complete -c ridgeline -n '__ridgeline_on help' -f -a 'render sheet palette info' -d Command
complete -c ridgeline -n $paint -a '(__ridgeline_names Scenes)' -d Scene
complete -c ridgeline -n "$palette; and __ridgeline_second" -f -a 'list show convert'
complete -c ridgeline -n "$palette; and not __ridgeline_second" \
    -a '(ridgeline palette list 2>/dev/null)' -d Palette

complete -c ridgeline -n $both -s o -l output -r -F -d 'Write to a file'
complete -c ridgeline -n $render -s f -l format -x -a 'png ppm pam hash null scene csv json' \
    -d Format
complete -c ridgeline -n $sheet -s f -l format -x -a 'png ppm pam hash null' -d Format
complete -c ridgeline -n $palette -s f -l format -x -a 'gpl hex pal' -d Format
complete -c ridgeline -n $paint -s s -l size -x -a "$sizes" -d 'Size in pixels, WxH'
complete -c ridgeline -n $render -l region -x -d 'Only a part, WxH+X+Y'
complete -c ridgeline -n $render -l seed -x -d 'A number or any text'
complete -c ridgeline -n $paint -l seeds -x -d 'One picture for each number A..B'
complete -c ridgeline -n $sheet -l like -x -d 'Variants of one seed'
complete -c ridgeline -n $sheet -l columns -x -d 'Thumbnails in a row, 1..100'
complete -c ridgeline -n $paint -s m -l mood -x -a '(__ridgeline_names Moods)' \
    -d 'Light and weather with their palette'
complete -c ridgeline -n $paint -s p -l palette -r -F -a '(ridgeline palette list 2>/dev/null)' \
    -d Colours
complete -c ridgeline -n $both -l roles -x -d 'Colours by index'
complete -c ridgeline -n $both -l scheme -x -a 'day night' -d 'Sky of a palette without roles'
complete -c ridgeline -n $paint -l style -x -a '(__ridgeline_names Styles)' -d 'Kind of land'
complete -c ridgeline -n $paint -l calm -x -a 'top left none' -d 'Keep a part quiet'
complete -c ridgeline -n $paint -l time -x -d 'Time of day, HH:MM'
complete -c ridgeline -n $paint -l pixel-art -d 'Hard edges and few colours'
complete -c ridgeline -n $render -l scale -x -d 'Write each pixel NxN times, 1..64'
complete -c ridgeline -n $paint -l set -x -d 'One key of the scene, KEY=VALUE'
complete -c ridgeline -n $render -l depth -x -a '8 16' -d 'Bits per sample'
complete -c ridgeline -n $render -l dither -x -a 'row 2x2 4x4 bayer blue none' \
    -d 'Pattern that hides the steps'
complete -c ridgeline -n $render -l metadata -x -a 'full minimal none' \
    -d 'What a PNG says about itself'
complete -c ridgeline -n $render -l title -x -d 'Title of the PNG'
complete -c ridgeline -n $paint -l threads -x -d 'Number of threads, 1..256'
complete -c ridgeline -n $both -l no-clobber -d 'Refuse to replace a file'
complete -c ridgeline -n $palette -l color -x -a 'auto always never' -d 'Colours of show'
complete -c ridgeline -n $info -l json -d 'Print one JSON object'
complete -c ridgeline -n $paint -s q -l quiet -d 'No progress, no seeds or arguments'
complete -c ridgeline -s h -l help -d 'Show help'
complete -c ridgeline -s V -l version -d 'Show the versions'
