#!/bin/bash
# versions.sh OLD NEW [PAIRS] - two builds of the program side by side: CPU seconds of the same
# job, old and new in turn, and the median of the ratios new/old.  Exit status 0 whatever the
# ratios are: a timed test never fails the suite.
set -u
LC_ALL=C
TIMEFORMAT='%U %S'
old=$1 new=$2 pairs=${3:-11}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# cpu PROGRAM ARGUMENT... - user and system seconds of one run.
cpu() {
    { time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>&1 | awk '{ print $1 + $2 }'
}

# row NAME ARGUMENT... - {} stands for an output file or folder.
row() {
    name=$1
    shift
    arguments=("${@/\{\}/$scratch/result}")
    for program in "$old" "$new"; do # this warms up
        rm -rf "$scratch/result"*
        "$program" "${arguments[@]}" >"$scratch/out" 2>"$scratch/err" && continue
        printf '%-34s not done: %s\n' "$name" "$(head -n 1 "$scratch/err")"
        return
    done
    for ((i = 0; i < pairs; i++)); do
        rm -rf "$scratch/result"* && a=$(cpu "$old" "${arguments[@]}")
        rm -rf "$scratch/result"* && b=$(cpu "$new" "${arguments[@]}")
        echo "$a $b"
    done | awk -v name="$name" '
        { old[NR] = $1; new[NR] = $2; ratio[NR] = $1 > 0 ? $2 / $1 : 1 }
        function middle(list, n,   i, j, t) {
            for (i = 2; i <= n; i++)
                for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
                    t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
                }
            return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
        }
        END {
            m = middle(ratio, NR)
            printf "%-34s %8.1f ms %8.1f ms  %.3fx  (%.2f..%.2f)\n", name,
                1e3 * middle(old, NR), 1e3 * middle(new, NR), m, ratio[1], ratio[NR]
        }'
}

printf '%-34s %11s %11s  %s\n' job old new 'new/old (range)'
row 'classic 4K png' classic -s 4k --threads 1 -q -o {}.png
row 'gradient5 4K png' gradient5 -s 4k --threads 1 -q -o {}.png
row 'seed 66 4K png' --seed 66 -s 4k --threads 1 -q -o {}.png
row 'seed 2 4K png' --seed 2 -s 4k --threads 1 -q -o {}.png
row 'seed 14 lake 4K png' --seed 14 --style lake -s 4k --threads 1 -q -o {}.png
row 'seed 44 forest mist 4K null' --seed 44 --style forest -m mist -s 4k --threads 1 -q -f null -o {}
row 'seed 75 aurora lake 4K null' --seed 75 -m aurora --style lake -s 4k --threads 1 -q -f null -o {}
row 'seed 7 dunes 4K null' --seed 7 --style dunes -s 4k --threads 1 -q -f null -o {}
row 'prepare alone: 3840x2160, 1 row' --seed 66 -s 4k --region 3840x1+0+0 --threads 1 -q -f null -o {}
row 'region of 1/16' --seed 5 -s 4k --region 960x540+1440+810 --threads 1 -q -o {}.png
row 'pixel art 640x360' --seed 8 --pixel-art=24 -s 640x360 --threads 1 -q -o {}.png
row 'sheet of 24' sheet --seeds 1..24 -q -o {}.png
row 'layers 1920x1088' layers --seed 66 -s 1920x1080 -q -o {}
row 'animate scroll 48 frames' animate --scroll --seed 66 -s 512x288 --frames 48 -q -o {}.png
row 'map 4097 png16' map --seed 7 -s 4097 --threads 1 -q -f png16 -o {}.png
row 'map 2049 plate png' map --seed 7 -s 2049 --threads 1 -q -o {}.png
row 'map 1025 thermal' map --seed 7 -s 1025 --pass thermal --threads 1 -q -f null -o {}
row 'map 1025 hydraulic' map --seed 7 -s 1025 --pass hydraulic --threads 1 -q -f null -o {}
row 'map 2049 voronoi perturb' map --seed 7 -s 2049 --pass voronoi --pass perturb --threads 1 -q -f null -o {}
row 'map 513 droplets' map --seed 7 -s 513 --pass droplets --threads 1 -q -f null -o {}
row 'animate scroll 1920x1080 null' animate --scroll --seed 66 -s 1920x1080 --frames 60 --threads 1 -q -f null -o {}
row 'animate weather 1920x1080 null' animate --weather --seed 66 -s 1920x1080 --frames 24 --threads 1 -q -f null -o {}
row 'animate day 960x540, 24 frames' animate --day --seed 66 -s 960x540 --frames 24 --threads 1 -q -f null -o {}
row 'seed 66 640x360 null' --seed 66 -s 640x360 --threads 1 -q -f null -o {}
row 'ice 4K null' -w ice --seed 7 -s 4k --threads 1 -q -f null -o {}
row 'alt text 1280x720' --seed 66 -s 1280x720 --alt-text {}.txt --threads 1 -q -o {}.png
row 'version' --version
