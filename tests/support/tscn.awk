# tscn.awk - a strict reader of Godot's scene text, format 3, as far as backdrops need it.
# Prints the first fault and exits 1; -v folder=DIR also looks for the textures.

function fault(what) { print FILENAME ":" FNR ": " what; bad = 1; exit 1 }

# The attributes of a head such as [node name="Sky" parent="."] into a[].
function read_head(text,    key, value) {
    delete a
    sub(/^\[[a-z_]+/, "", text)
    while (match(text, /^ [a-z_]+=("[^"]*"|[0-9]+)/)) {
        key = value = substr(text, 2, RLENGTH - 1)
        sub(/=.*/, "", key)
        sub(/^[a-z_]+=/, "", value)
        gsub(/"/, "", value)
        if (key in a)
            fault(key ": is given twice")
        a[key] = value
        text = substr(text, RLENGTH + 1)
    }
    if (text != "]")
        fault("'" text "': is no attribute")
}

function node_begin() {
    if (a["name"] !~ /^[A-Za-z0-9_]+$/)
        fault("'" a["name"] "': is no name of a node")
    if (nodes++ == 0) {
        if ("parent" in a)
            fault("the root has a parent")
        path = "."
    } else if (a["parent"] == ".")
        path = a["name"]
    else
        path = a["parent"] "/" a["name"]
    if (nodes > 1 && !(a["parent"] in seen))
        fault("parent '" a["parent"] "': comes later or never")
    if (path in seen)
        fault("'" path "': is there already")
    seen[path] = 1
    type = a["type"]
    if (type !~ /^(Node2D|Parallax2D|Sprite2D|StaticBody2D|CollisionPolygon2D)$/)
        fault("'" type "': is no type of a backdrop")
    split("", given)
}

BEGIN {
    number = "-?[0-9]+(\\.[0-9]+)?"
    vector = "^Vector2\\(" number ", " number "\\)$"
    form["z_index"] = "^-?[0-9]+$"; owner["z_index"] = "Parallax2D"
    form["scroll_scale"] = vector; owner["scroll_scale"] = "Parallax2D"
    form["repeat_size"] = vector; owner["repeat_size"] = "Parallax2D"
    form["limit_end"] = vector; owner["limit_end"] = "Parallax2D"
    form["repeat_times"] = "^[0-9]+$"; owner["repeat_times"] = "Parallax2D"
    form["texture_filter"] = "^[0-6]$"; owner["texture_filter"] = "Sprite2D"
    form["position"] = vector; owner["position"] = "Sprite2D"
    form["texture"] = "^(Ext|Sub)Resource\\(\"[^\"]+\"\\)$"; owner["texture"] = "Sprite2D"
    form["diffuse_texture"] = "^ExtResource\\(\"[^\"]+\"\\)$"; owner["diffuse_texture"] = "CanvasTexture"
    form["normal_texture"] = form["diffuse_texture"]; owner["normal_texture"] = "CanvasTexture"
    form["script"] = "^SubResource\\(\"[^\"]+\"\\)$"; owner["script"] = "StaticBody2D"
    form["polygon"] = "^PackedVector2Array\\(" number "(, " number ")+\\)$"; owner["polygon"] = "CollisionPolygon2D"
    form["centered"] = "^(true|false)$"; owner["centered"] = "Sprite2D"
}

# The text of a script ends with a line that is a quote.
is_script { is_script = $0 != "\""; next }
type == "GDScript" && /^script\/source = "/ { is_script = 1; next }

/^$/ { next }

FNR == 1 {
    read_head($0)
    if ($1 != "[gd_scene" || a["format"] != 3)
        fault("is no scene of format 3")
    steps = a["load_steps"]
    next
}

/^\[ext_resource / {
    read_head($0)
    if (nodes > 0)
        fault("a resource after the first node")
    if (a["type"] != "Texture2D" || a["id"] in resource)
        fault("a resource of another type, or of an id that is taken")
    if (folder != "" && (getline line < (folder "/" a["path"])) < 0)
        fault(a["path"] ": is no file")
    resource[a["id"]] = 1
    resources++
    next
}

/^\[sub_resource / {
    read_head($0)
    if (nodes > 0 || a["type"] !~ /^(CanvasTexture|GDScript)$/ || a["id"] in resource)
        fault("another resource than a CanvasTexture or a script, or an id that is taken")
    resource[a["id"]] = 1
    resources++
    type = a["type"]
    split("", given)
    next
}

/^\[node / { read_head($0); node_begin(); next }

/^[a-z_]+ = / {
    if (!($1 in form) || owner[$1] != type)
        fault("'" $1 "': is no property of " type)
    if ($1 in given)
        fault("'" $1 "': is given twice")
    given[$1] = 1
    value = $0
    sub(/^[a-z_]+ = /, "", value)
    if (value !~ form[$1])
        fault("'" value "': is no value of " $1)
    if ($1 ~ /texture$|^script$/) {
        gsub(/^(Ext|Sub)Resource\("|"\)$/, "", value)
        if (!(value in resource))
            fault("'" value "': is no resource")
        used[value]++
    }
    next
}

{ fault("'" $0 "': is nothing") }

END {
    if (bad)
        exit 1
    if (nodes == 0 || steps != resources + 1) {
        print "load_steps is not one more than the resources"
        exit 1
    }
    for (id in resource)
        if (used[id] != 1) {
            print "resource " id ": is not used once"
            exit 1
        }
    print resources " layers"
}
