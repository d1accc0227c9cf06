# fish completion for ridgeline(1); tests/full/cli compares it with the option table.

# The command that the line runs: its first word, or render.
function __ridgeline_on
    set -l words (commandline -opc)
    set -l command render
    if set -q words[2]; and contains -- $words[2] sheet map layers animate wallpaper bot palette info help
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
set -l layers '__ridgeline_on layers'
set -l wallpaper '__ridgeline_on wallpaper'
set -l folder '__ridgeline_on layers wallpaper'
set -l paint '__ridgeline_on render sheet layers'
set -l picture '__ridgeline_on render sheet layers animate wallpaper bot'
set -l seeds '__ridgeline_on render sheet'
set -l details '__ridgeline_on render layers'
set -l finish '__ridgeline_on render layers wallpaper'
set -l map '__ridgeline_on map'
set -l animate '__ridgeline_on animate'
set -l bot '__ridgeline_on bot'
set -l shape '__ridgeline_on map animate'
set -l picture '__ridgeline_on render sheet layers animate wallpaper bot'
set -l sizes hd fhd wuxga qhd wqxga 4k 5k 6k 8k uwfhd uwqhd uw4k suw uw5k phone phone-qhd \
    iphone iphone-max tablet thumb

complete -c ridgeline -n __ridgeline_first -a render -d 'Paint a landscape'
complete -c ridgeline -n __ridgeline_first -a sheet -d 'Thumbnails on one page'
complete -c ridgeline -n __ridgeline_first -a map -d 'A map from above'
complete -c ridgeline -n __ridgeline_first -a layers -d 'A parallax backdrop'
complete -c ridgeline -n __ridgeline_first -a animate -d 'Pictures in motion'
complete -c ridgeline -n __ridgeline_first -a wallpaper -d 'Sets for desktops'
complete -c ridgeline -n __ridgeline_first -a bot -d 'One run of an image bot'
complete -c ridgeline -n __ridgeline_first -a palette -d 'List, show, convert'
complete -c ridgeline -n __ridgeline_first -a info -d 'What a picture is made of'
complete -c ridgeline -n __ridgeline_first -a help -d 'Options of a command'
complete -c ridgeline -n '__ridgeline_on help' -f -a 'render sheet map layers animate wallpaper bot palette info' -d Command
complete -c ridgeline -n $picture -a '(__ridgeline_names Scenes)' -d Scene
complete -c ridgeline -n "$palette; and __ridgeline_second" -f -a 'list show convert'
complete -c ridgeline -n "$palette; and not __ridgeline_second" \
    -a '(ridgeline palette list 2>/dev/null)' -d Palette

complete -c ridgeline -n $files -s o -l output -r -F -d 'Write to a file'
complete -c ridgeline -n $folder -s o -l output -x -a '(__fish_complete_directories)' \
    -d 'The folder to write to'
complete -c ridgeline -n $render -s f -l format -x -a 'png ppm pam hash null scene csv json' \
    -d Format
complete -c ridgeline -n $sheet -s f -l format -x -a 'png ppm pam hash null' -d Format
complete -c ridgeline -n $animate -s f -l format -x -a 'png ppm pam hash null' -d Format
complete -c ridgeline -n $map -s f -l format -x \
    -a 'png png16 pgm r16 pfm asc ppm pam hash null scene' -d Format
complete -c ridgeline -n $palette -s f -l format -x -a 'gpl hex pal' -d Format
complete -c ridgeline -n $paint -s s -l size -x -a "$sizes" -d 'Size in pixels, WxH'
complete -c ridgeline -n $map -s s -l size -x -a "unity-513 unity-1025 unity-2049 unity-4097 \
    unreal-505 unreal-1009 unreal-2017 unreal-4033 unreal-8129 $sizes" -d 'Samples, N or WxH'
complete -c ridgeline -n $shape -l method -x -a 'diamond-square midpoint' -d 'What fills the grid'
complete -c ridgeline -n $shape -l noise -x -a 'uniform gauss' -d 'How displacements spread'
complete -c ridgeline -n $shape -l one-sided -d 'Noise only lifts'
complete -c ridgeline -n $shape -l spread -x -d 'Bound of the first noise'
complete -c ridgeline -n $shape -l persistence -x -d 'Bound of a level over the one before'
complete -c ridgeline -n $shape -l preset -x \
    -a 'none roughness-coefficient one-sided persistence spread' -d 'Conventions of an article'
complete -c ridgeline -n $shape -l corners -x -d 'Heights of the corners, A,B,C,D'
complete -c ridgeline -n $shape -l smooth -d 'Average with the neighbours once'
complete -c ridgeline -n $map -l wrap -d 'A seamless tile'
complete -c ridgeline -n $map -l raw -d 'Do not normalise the heights'
complete -c ridgeline -n $shape -l pass -x -a 'voronoi perturb thermal thermal-fast \
    thermal-inverted hydraulic hydraulic-fast droplets normalise combine help' -d 'Shape the map'
complete -c ridgeline -n $map -l input -r -F -d 'Shape these heights'
complete -c ridgeline -n $map -l cell -x -d 'Metres from sample to sample'
complete -c ridgeline -n $shape -l height -x -d 'Metres from the lowest to the highest'
complete -c ridgeline -n $shape -l tint -r -F -a '(ridgeline palette list 2>/dev/null)' \
    -d 'Colours of heights'
complete -c ridgeline -n $shape -l shade -x -a 'azimuth= altitude= exaggeration= amount=' -d Light
complete -c ridgeline -n $shape -l sea -x -d 'Height of the sea, 0..1'
complete -c ridgeline -n $map -l contours -x -d 'Metres between contour lines'
complete -c ridgeline -n $map -l rivers -x -d 'How many rivers, 0..1'
complete -c ridgeline -n $map -l frame -d 'A plate with margin and scale bar'
complete -c ridgeline -n $map -l view -x -a 'above surface cells azimuth= elevation=' -d 'How it is seen'
complete -c ridgeline -n $map -l stats -d 'Print erosion score and slopes'
complete -c ridgeline -n $map -l flip-y -d 'The bottom row of r16 first'
complete -c ridgeline -n $map -l big-endian -d 'The high byte of r16 first'
complete -c ridgeline -n $animate -s s -l size -x -a "$sizes" -d 'Size of a frame, WxH'
complete -c ridgeline -n $animate -l flight -d 'Fly once round a map'
complete -c ridgeline -n $animate -l scroll -d 'Layers pass, each in loops of its own'
complete -c ridgeline -n $animate -l turns -x -d 'Loops that the nearest layer passes, 1..64'
complete -c ridgeline -n $animate -l speed -x -d 'Loops that layers pass, LAYER=N,...'
complete -c ridgeline -n $animate -l pace -x -d 'Pixels a frame without an end'
complete -c ridgeline -n $animate -l day -d 'A day over the same land'
complete -c ridgeline -n $animate -l weather -d 'Clouds and mist drift, stars twinkle'
complete -c ridgeline -n $animate -l sweep -x -d 'A key of the scene there and back, KEY=A..B'
complete -c ridgeline -n $animate -l preview -d 'Also a slide show of the frames'
complete -c ridgeline -n $animate -l frames -x -d 'How many frames, 1..1024; 0: without an end'
complete -c ridgeline -n $animate -l fps -x -d 'Frames a second, 1..100'
complete -c ridgeline -n $animate -l map-size -x -a '256 512 1024 2048 4096' -d 'Samples along the map'
complete -c ridgeline -n $wallpaper -s s -l size -x -a "$sizes" -d 'Sizes, commas between'
complete -c ridgeline -n $wallpaper -l name -x -d 'What the files are called'
complete -c ridgeline -n $wallpaper -l dark -d 'Also the same land for dark desktops'
complete -c ridgeline -n $wallpaper -l timed -x -d 'Pictures of one day, 2..96'
complete -c ridgeline -n $wallpaper -l monitors -x -d 'One land across them, WxH+X+Y,...'
complete -c ridgeline -n $wallpaper -l each -d 'Another land on each monitor'
complete -c ridgeline -n $wallpaper -l kde -d 'As a package of KDE Plasma'
complete -c ridgeline -n $wallpaper -l now -x -d 'In place of the clock, @SECONDS'
complete -c ridgeline -n $render -l loop -d 'All repeats after the width'
complete -c ridgeline -n $details -l offset -x -d 'Look so many pixels farther along'
complete -c ridgeline -n $render -l region -x -d 'Only a part, WxH+X+Y'
complete -c ridgeline -n $single -l seed -x -d 'A number or any text'
complete -c ridgeline -n $seeds -l seeds -x -d 'One picture for each number A..B'
complete -c ridgeline -n $sheet -l like -x -d 'Variants of one seed'
complete -c ridgeline -n $sheet -l columns -x -d 'Thumbnails in a row, 1..100'
complete -c ridgeline -n $picture -s m -l mood -x -a '(__ridgeline_names Moods)' \
    -d 'Light and weather with their palette'
complete -c ridgeline -n $picture -s p -l palette -r -F -a '(ridgeline palette list 2>/dev/null)' \
    -d Colours
complete -c ridgeline -n $colours -l roles -x -d 'Colours by index'
complete -c ridgeline -n $colours -l scheme -x -a 'day night' -d 'Sky of a palette without roles'
complete -c ridgeline -n $picture -l style -x -a '(__ridgeline_names Styles)' -d 'Kind of land'
complete -c ridgeline -n $picture -l calm -x -a 'top left none' -d 'Keep a part quiet'
complete -c ridgeline -n $picture -l time -x -d 'Time of day, HH:MM'
complete -c ridgeline -n $picture -l pixel-art -d 'Hard edges and few colours'
complete -c ridgeline -n $render -l alt-text -r -F -d 'Also write what the picture shows'
complete -c ridgeline -n $details -l from-map -r -d 'Ridges are slices of a map: file or seed'
complete -c ridgeline -n $finish -l scale -x -d 'Write each pixel NxN times, 1..64'
complete -c ridgeline -n $layers -l trim -d 'Cut empty rows'
complete -c ridgeline -n $layers -l pot -d 'Round the size up to powers of two'
complete -c ridgeline -n $layers -l parallax -x -d 'Speeds of the first and the last ridge'
complete -c ridgeline -n $write -l set -x -d 'One key of the scene, KEY=VALUE'
complete -c ridgeline -n $render -l depth -x -a '8 16' -d 'Bits per sample'
complete -c ridgeline -n $finish -l dither -x -a 'row 2x2 4x4 bayer blue none' \
    -d 'Pattern that hides the steps'
complete -c ridgeline -n $single -l metadata -x -a 'full minimal none' \
    -d 'What a PNG says about itself'
complete -c ridgeline -n $single -l title -x -d 'Title of the PNG'
complete -c ridgeline -n $pictures -l compress -x -a 'default fast small' \
    -d 'What a PNG is made for'
complete -c ridgeline -n $scenes -l kernels -x -a 'best plain vector avx2' -d 'Inner loops'
complete -c ridgeline -n $write -l limit -x -d 'What a file may ask for'
complete -c ridgeline -n $write -l threads -x -d 'Number of threads, 1..256'
complete -c ridgeline -n $both -l no-clobber -d 'Refuse to replace a file'
complete -c ridgeline -n $palette -l color -x -a 'auto always never' -d 'Colours of show'
complete -c ridgeline -n $info -l json -d 'Print one JSON object'
complete -c ridgeline -n $write -s q -l quiet -d 'No progress, no seeds or arguments'
complete -c ridgeline -s h -l help -d 'Show help'
complete -c ridgeline -s V -l version -d 'Show the versions'

complete -c ridgeline -n $bot -s o -l output -x -a '(__fish_complete_directories)' \
    -d 'The folder to write to'
complete -c ridgeline -n $bot -s s -l size -x -a "$sizes" -d 'Size of the pictures, WxH'
complete -c ridgeline -n $bot -l name -x -d 'What the bot is called'
complete -c ridgeline -n $bot -l every -x -a '30m 1h 3h 6h 1d' -d 'A picture for each so much time'
complete -c ridgeline -n $bot -l now -x -d '@ and seconds since 1970, in place of the clock'
complete -c ridgeline -n $bot -l keep -x -d 'Pictures that stay, 0 all'
complete -c ridgeline -n $bot -l max-bytes -x -d 'Size of a picture at most'
complete -c ridgeline -n $bot -l post -r -F -d 'A program that publishes the picture'
complete -c ridgeline -n $bot -l retry -d 'Post what may not have been posted'
complete -c ridgeline -n $bot -l catch-up -x -d 'Make slots that were missed, 1..1000'
complete -c ridgeline -n $bot -l latitude -x -d 'Season and hour there lead the light'
complete -c ridgeline -n $bot -l longitude -x -d 'Degrees east of Greenwich'
complete -c ridgeline -n $bot -l url -x -d 'Where the folder is served'
complete -c ridgeline -n $bot -l scale -x -d 'Write each pixel NxN times, 1..64'
complete -c ridgeline -n $bot -l dither -x -a 'row 2x2 4x4 bayer blue none' -d Pattern
complete -c ridgeline -n $bot -l metadata -x -a 'full minimal none' -d 'What a PNG says about itself'
complete -c ridgeline -n $bot -l kernels -x -a 'best plain vector avx2' -d 'Inner loops'
