# theme.awk - measures themes of kitty and base16: the contrast of text by WCAG 2.1, the hues that
# colours are named after, and how far apart they are in OKLab.  All of it is worked out here anew.
# Prints a line for each fault, and last the number of files and the least contrast and distance.
# Use: awk -f theme.awk kitty-dark.conf base16-dark.yaml gtk-dark.css ...

function digit(text, place) {
    return index("0123456789abcdef", substr(text, place, 1)) - 1
}

function byte(text, place) {
    return 16 * digit(text, place) + digit(text, place + 1)
}

function linear(value) {
    value /= 255
    return value <= 0.04045 ? value / 12.92 : exp(2.4 * log((value + 0.055) / 1.055))
}

function luminance(c) {
    return 0.2126 * linear(byte(c, 2)) + 0.7152 * linear(byte(c, 4)) + 0.0722 * linear(byte(c, 6))
}

function contrast(a, b, x, y) {
    x = luminance(a) + 0.05
    y = luminance(b) + 0.05
    return x > y ? x / y : y / x
}

function cube_root(x) {
    return x > 0 ? exp(log(x) / 3) : 0
}

# OKLab by its definition, in L, A and B.
function measure(c, r, g, b, l, m, s) {
    r = linear(byte(c, 2)); g = linear(byte(c, 4)); b = linear(byte(c, 6))
    l = cube_root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    m = cube_root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    s = cube_root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    L = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    A = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    B = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
}

function fault(text) {
    print name ": " text
}

# Text `one` on the ground `two`: names of colours.
function text(one, two, value) {
    if (!(one in colour) || !(two in colour)) {
        fault(one " or " two " is missing")
        return
    }
    value = contrast(colour[one], colour[two])
    least = !texts++ || value < least ? value : least
    if (value < 4.5)
        fault(one " " colour[one] " on " two " " colour[two] ": " value)
}

function hue(key, low, high, angle) {
    measure(colour[key])
    angle = atan2(B, A) * 57.29578
    angle += angle < 0 ? 360 : 0
    if (angle < low || angle > high)
        fault(key " " colour[key] ": its hue is " angle)
}

function apart(one, two, l, a, b, value) {
    measure(colour[one])
    l = L; a = A; b = B
    measure(colour[two])
    value = sqrt((L - l) ^ 2 + (A - a) ^ 2 + (B - b) ^ 2)
    nearest = !pairs++ || value < nearest ? value : nearest
    if (value < 0.045)
        fault(one " and " two " are " value " apart")
}

function judge(i, k) {
    if (name == "")
        return
    files++
    if (name ~ /kitty/) {
        for (i = 1; i < 16; i++) {
            text("color" i, "background")
            for (k = 0; k < i; k++)
                apart("color" k, "color" i)
        }
        text("foreground", "background")
        text("cursor", "background")
        text("url_color", "background")
        text("selection_foreground", "selection_background")
        text("active_tab_foreground", "active_tab_background")
        text("inactive_tab_foreground", "inactive_tab_background")
        for (i = 0; i < 16; i += 8) {
            hue("color" (1 + i), 10, 40)
            hue("color" (2 + i), 122, 155)
            hue("color" (3 + i), 74, 106)
            hue("color" (4 + i), 238, 274)
            hue("color" (5 + i), 300, 340)
            hue("color" (6 + i), 185, 214)
        }
    } else if (name ~ /base16/) {
        for (i = 3; i < 16; i++)
            text("base0" substr("0123456789ABCDEF", i + 1, 1), "base00")
        text("base05", "base01")
        text("base05", "base02")
        for (i = 1; i < 8; i++) # the ramp goes one way
            if ((luminance(colour["base0" i]) > luminance(colour["base0" (i - 1)])) != (name ~ /dark/))
                fault("base0" i " is no step of the ramp")
    } else {
        colour["window"] = name ~ /dark/ ? "#222226" : "#fafafb"
        text("accent_fg_color", "accent_bg_color")
        text("accent_color", "window")
    }
}

FNR == 1 {
    judge()
    name = FILENAME
    split("", colour)
}

match($0, /#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]/) {
    key = name ~ /css/ ? $2 : $1
    sub(/:$/, "", key)
    colour[key] = substr($0, RSTART, 7)
}

END {
    judge()
    printf "%d files, contrast from %.2f, %.3f apart\n", files, least, nearest
}
