"""seeds.py - writes the named inputs of the fuzzers' corpora: good files, and every fault of
the kinds that broke programs of this field.  Inputs with other names were found by
libFuzzer.

    make fuzz-unpack && python3 tests/fuzz/seeds.py RIDGELINE && make fuzz-pack
"""
import os
import random
import struct
import subprocess
import sys
import zlib

CORPUS = 'build/fuzz/corpus'
RIDGELINE = sys.argv[1]


def seed(harness, name, content):
    if isinstance(content, str):
        content = content.encode()
    folder = os.path.join(CORPUS, harness)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), 'wb') as file:
        file.write(content)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def run(*arguments):
    return subprocess.run([RIDGELINE, *arguments], check=True, capture_output=True).stdout


# ---- scenes -------------------------------------------------------------------

def scenes():
    for name in sorted(os.listdir('samples/scenes')):
        seed('scene', 'good-' + name, read('samples/scenes/' + name))
    for number, (mood, style) in enumerate([('moonlight', 'lake'), ('aurora', 'alpine'), ('dawn', 'misty'),
                                            ('golden', 'desert'), ('storm', 'forest'), ('dusk', 'dunes')]):
        try:
            text = run('--seed', str(number), '-m', mood, '--style', style, '-s', '64x36', '-f', 'scene', '-o', '-')
        except subprocess.CalledProcessError:
            text = run('--seed', str(number), '--style', style, '-s', '64x36', '-f', 'scene', '-o', '-')
        seed('scene', f'good-{style}', text)
    maps = {'plain': [], 'voronoi': ['--pass', 'voronoi:points=9'],
            'hydraulic': ['--pass', 'hydraulic:iterations=3', '--pass', 'thermal:iterations=2'],
            'fast': ['--pass', 'hydraulic-fast:iterations=3', '--pass', 'thermal-fast:iterations=2',
                     '--pass', 'thermal-inverted:iterations=2'],
            'droplets': ['--pass', 'droplets:drops=50', '--pass', 'normalise'],
            'perturb': ['--pass', 'perturb', '--pass', 'combine'],
            'surface': ['--view', 'surface'], 'plate': ['--frame'], 'cells': ['--pass', 'voronoi:regions=3', '--view', 'cells']}
    for name, options in maps.items():
        seed('scene', 'good-map-' + name, run('map', '-s', '17', '--seed', '5', *options, '-f', 'scene', '-o', '-'))
    faults = {
        'empty': b'', 'nul': b'\0', 'nul-middle': b'[sky]\nhaze = 0\0.5\n',
        'bom': b'\xef\xbb\xbf[sky]\nhaze = 0.5\n', 'utf16': '\ufeff[sky]\nhaze = 0.5\n'.encode('utf-16-le'),
        'crlf': b'[sky]\r\nhaze = 0.5\r\n', 'cr': b'[sky]\rhaze = 0.5\r', 'no-newline': b'[sky]\nhaze = 0.5',
        'long-line': b'[sky]\n# ' + b'x' * 300 + b'\n', 'long-190': b'[sky]\n#' + b'x' * 189 + b'\nhaze = 0.1\n',
        'long-key': b'[sky]\n' + b'k' * 180 + b' = 1\n', 'rini-comment': b'[sky]\nkey1 # 100\n',
        'unclosed': b'[sky\nhaze = 1\n', 'no-name': b'[]\nhaze = 1\n', 'no-equals': b'[sky]\nhaze\n',
        'no-value': b'[sky]\nhaze =\n', 'twice-key': b'[sky]\nhaze = 0.1\nhaze = 0.2\n',
        'twice-section': b'[sky]\n[sun]\n[sky]\n', 'unknown-key': b'[sky]\nhase = 0.1\n',
        'unknown-section': b'[skyy]\n', 'ridge-0': b'[ridge 0]\n', 'ridge-65': b'[ridge 65]\n',
        'ridge-64': b'[ridge 64]\nkind = alps\n', 'ridge-huge': b'[ridge 99999999999999999999]\n',
        'ridge-no-number': b'[ridge]\n', 'sections': b''.join(b'[ridge %d]\n' % n for n in range(1, 70)),
        'include': b'include = /etc/passwd\n', 'path': b'[palette]\nname = ../../x\n',
        'dev-zero': b'[palette]\nname = /dev/zero\n', 'truncated': b'[ridge 1]\nkind = fra',
        'continued': b'[sky]\nhaze = 0.5\n  0.6\n', 'inline-comment': b'[sky]\nhaze = 0.5 ; half\n',
        'nan': b'[sun]\nx = nan\n', 'inf': b'[sun]\nx = inf\n', 'exponent': b'[sun]\nx = 57.1E2857\n',
        'comma': b'[sun]\nx = 0,75\n', 'hex': b'[sun]\nx = 0x10\n', 'minus-zero': b'[sun]\nx = -0.0\n',
        'denormal': b'[sun]\nx = 0.' + b'0' * 60 + b'49\n', 'digits': b'[sun]\nx = ' + b'9' * 150 + b'\n',
        'seed-max': b'[ridgeline]\nseed = 18446744073709551615\n', 'seed-over': b'[ridgeline]\nseed = 18446744073709551616\n',
        'seed-text': '[ridgeline]\nseed = Täler\n', 'size-max': b'[output]\nsize = 1000000x1000000\n',
        'size-over': b'[output]\nsize = 1000001x1\n', 'region': b'[output]\nsize = 64x64\nregion = 8x8+60+60\n',
        'region-out': b'[output]\nsize = 64x64\nregion = 2147483647x1+2147483647+0\n',
        'colours': b'[output]\ncolours = 256\nedges = hard\ndither = bayer\n', 'depth-16': b'[output]\ndepth = 16\n',
        'zoom': b'[output]\nzoom = 64\ncolours = 4\n', 'loop': b'[extent]\nkind = loop\noffset = -9223372036854775808\nphase = 1\n',
        'endless': b'[extent]\nkind = endless\noffset = 2199023255552\nclouds = 64\n',
        'iterations': b'[ridge 1]\niterations = 30\nspacing = 1000\n[ridge 2]\nspacing = 0.001\n',
        'period': b'[ridge 1]\nperiod = 1000000\nspacing = 0.001\niterations = 0\n',
        'segment': b'[ridge 1]\nkind = segment\nstart_x = 1000\nend_x = -1000\ndirection = perpendicular\niterations = 12\n',
        'stops': b'[palette]\nsky_1 = #000000\nsky_16 = #ffffff\nridge_64 = #123456\n',
        'stop-17': b'[palette]\nsky_17 = #000000\n', 'stop-0': b'[palette]\nridge_0 = #000000\n',
        'tint-stops': b'[ridgeline]\nkind = map\n[tint]\nstop_1 = 0 #000000\nstop_64 = 350m #ffffff\n',
        'map-samples': b'[land]\nslices = 1\n[map]\nsamples = 5\n', 'calm-night': b'[ridgeline]\ntime = 23:59\ncalm = top\nmood = moonlight\n',
        'bidi': '[sky]\nhaze = \u202e0.5\n', 'escape': b'[sky]\nhaze = \x1b]0;x\x07\n', 'c1': b'[sky]\nhaze = \xc2\x9b1\n',
        'bad-utf8': b'[sky]\nhaze = \xc0\x80\xff\n', 'percent': b'[%n%s%x]\n', 'version': b'[ridgeline]\nalgorithm = 2\n',
        'drops': b'[ridgeline]\nkind = map\n[pass 1]\nkind = droplets\ndrops = 100000000\nlifetime = 10000\n',
        'pass-32': b'[ridgeline]\nkind = map\n[pass 32]\nkind = normalise\n', 'pass-33': b'[pass 33]\n',
        'turkish': b'[SKY]\nHAZE = 1\nW\xc4\xb0DTH = I\n',
    }
    for name, text in faults.items():
        seed('scene', name, text)


# ---- palettes -----------------------------------------------------------------

def palettes():
    for name in ('classic', 'aurora', 'sunset', 'moonlight', 'mono'):
        path = f'palettes/{name}.gpl'
        if os.path.exists(path):
            seed('palette', f'good-{name}', b'\n' + read(path))
    for name in sorted(os.listdir('tests/support/data/palettes')):
        seed('palette', 'good-' + name, b'\n' + read('tests/support/data/palettes/' + name))
    gpl = b'GIMP Palette\nName: x\nColumns: 4\n#\n'
    jasc = b'JASC-PAL\r\n0100\r\n'
    three = b'0 0 0\r\n128 128 128\r\n255 255 255\r\n'
    riff = b'RIFF' + struct.pack('<I', 4 + 8 + 4 + 8) + b'PAL data' + struct.pack('<IHH', 12, 0x300, 2) + b'\1\2\3\0\4\5\6\0'
    scheme = b''.join(b'base%02X: "%06x"\n' % (n, n * 0x0a0b0c) for n in range(16))
    faults = {
        'typed-three': b'#112233,#445566,#ffcc88', 'typed-empty': b'#112233,,#445566', 'typed-17': b','.join([b'#123456'] * 17),
        'base16-gap': scheme[:-17], 'base16-open-quote': scheme[:-2], 'base16-escape': scheme[:-9] + b'"\\', 'base16-comment': b'#\n# x\n' + scheme.replace(b'"\n', b'" # y\n'),
        'pywal-flat': b'{"colors":{' + b','.join(b'"color%d":"#%06x"' % (n, n * 0x0a0b0c) for n in range(16)) + b'}}', 'pywal-open': b'{"color0":"',
        'gpl-none': gpl, 'gpl-one': gpl + b'1 2 3 one\n', 'gpl-two': gpl + b'10 20 30\n200 190 180 sky\n',
        'gpl-300': gpl + b''.join(b'%d %d %d\n' % (n % 256, n * 7 % 256, n * 3 % 256) for n in range(300)),
        'gpl-1025': gpl + b''.join(b'%d 1 2\n' % (n % 256) for n in range(1025)),
        'gpl-256': gpl + b'256 0 0\n1 1 1\n', 'gpl-minus': gpl + b'-1 0 0\n', 'gpl-half': gpl + b'1.5 0 0\n',
        'gpl-two-parts': gpl + b'1 2\n', 'gpl-columns-0': b'GIMP Palette\nColumns: 0\n1 2 3\n4 5 6\n',
        'gpl-columns-minus': b'GIMP Palette\nColumns: -1\n1 2 3\n4 5 6\n', 'gpl-columns-huge': b'GIMP Palette\nColumns: 2147483648\n1 2 3\n',
        'gpl-long-name': b'GIMP Palette\nName: ' + b'n' * 5000 + b'\n1 2 3\n4 5 6\n', 'gpl-name-bidi': 'GIMP Palette\nName: \u202eab\x1b[31m\n1 2 3\n99 98 97\n',
        'gpl-roles': gpl + b'1 2 3 sky.zenith\n40 50 60 sky.horizon\n9 9 9 ridge.far\n3 3 3 ridge.near\n250 240 90 sun\n1 1 1 aurora.2\n',
        'gpl-role-twice': gpl + b'1 2 3 sun\n4 5 6 sun\n', 'gpl-role-strange': gpl + b'1 2 3 sky.\n4 5 6 ridge.99\n7 8 9 sun.low.x\n',
        'gpl-cr': gpl.replace(b'\n', b'\r') + b'1 2 3\r4 5 6\r', 'gpl-bom': b'\xef\xbb\xbf' + gpl + b'1 2 3\n99 98 97\n',
        'gpl-no-newline': gpl + b'1 2 3\n99 98 97', 'gpl-nul': gpl + b'1 2\0 3\n', 'gpl-grey': gpl + b''.join(b'%d %d %d\n' % (n, n, n) for n in range(0, 256, 16)),
        'jasc-good': jasc + b'3\r\n' + three, 'jasc-0': jasc + b'0\r\n', 'jasc-few': jasc + b'3\r\n0 0 0\r\n1 1 1\r\n',
        'jasc-many': jasc + b'2\r\n' + three, 'jasc-huge': jasc + b'2147483648\r\n' + three, 'jasc-blank': jasc + b'\r\n' + three,
        'jasc-alpha': jasc + b'2\r\n1 2 3 255\r\n4 5 6 0\r\n', 'jasc-lf': (jasc + b'3\r\n' + three).replace(b'\r', b''),
        'jasc-version': b'JASC-PAL\r\n0200\r\n2\r\n1 2 3\r\n4 5 6\r\n', 'jasc-cut': b'JASC-PAL\r\n01',
        'riff': riff, 'riff-cut': riff[:22], 'riff-length': riff[:4] + b'\xff\xff\xff\xff' + riff[8:], 'riff-count': riff[:22] + b'\xff\xff' + riff[24:],
        'hex-good': b'000000\n808080\nffffff\n112233\n', 'hex-odd': b'00000\n', 'hex-hash': b'#123456\n#abcdef\n', 'hex-8': b'11223344\n',
        'hex-zz': b'zzzzzz\n', 'hex-no-newline': b'123456\n654321', 'hex-one': b'123456\n', 'hex-crlf': b'123456\r\nABCDEF\r\n',
        'empty': b'', 'nul': b'\0', 'image': b'\x89PNG\r\n\x1a\n', 'utf16': 'GIMP Palette\n'.encode('utf-16'),
    }
    for name, text in faults.items():
        seed('palette', name, b'\n' + (text.encode() if isinstance(text, str) else text))
    good = gpl + b''.join(b'%d %d %d c%d\n' % (n * 16, n * 9, 255 - n * 12, n) for n in range(12))
    for number, roles in enumerate(['sky=3-5,sun=6,ridge=0-2', 'sky=0', 'ridge=0-11', 'sky=5-3', 'sun=99', 'sky=-1', 'sky=0-99999999999',
                                    'sky=', '=', ',', 'sky=1,sky=2', 'nosuch=1', 'aurora=1-3', 'sun=1-2', 'sky=1-', 'sky=0-4,ridge=5-11,sun=1,mist=2,water=3']):
        seed('palette', f'roles-{number:02d}', roles.encode() + b'\n' + good)
    seed('palette', 'night', b'*\n' + good)
    seed('palette', 'no-option-line', b'x' * 300)


# ---- tints --------------------------------------------------------------------

def tints():
    faults = {
        'gdal': '0 0 0 128\n500 0 128 0\n1000 255 255 255\n', 'gdal-percent': '0% 0 0 0\n50% 128 128 128\n100% 255 255 255\n',
        'gdal-nv': 'nv 0 0 0 0\n0 10 20 30\n100 40 50 60\n', 'gdal-alpha': '0 1 2 3 255\n9 4 5 6 0\n', 'gdal-names': '0 black\n50 red\n100 white\n',
        'gdal-commas': '0,1,2,3\n10:4:5:6\n', 'gdal-comment': '# x\n0 1 2 3\n# y\n4 5 6 7\n', 'gdal-default': 'default 1 2 3\n0 1 2 3\n',
        'gdal-descending': '100 1 2 3\n0 4 5 6\n', 'gdal-equal': '5 1 2 3\n5 4 5 6\n', 'gdal-one': '5 1 2 3\n', 'gdal-none': '# nothing\n',
        'gdal-256': '0 256 0 0\n', 'gdal-minus': '0 -1 0 0\n', 'gdal-real': '0 1.5 2 3\n', 'gdal-nan': 'nan 1 2 3\n', 'gdal-inf': 'inf 1 2 3\n',
        'gdal-1e308': '-1e308 0 0 0\n1e308 255 255 255\n', 'gdal-1e400': '1e400 0 0 0\n', 'gdal-few': '0 1 2\n',
        'gdal-many': ''.join(f'{n} {n % 256} {n * 3 % 256} 9\n' for n in range(200)),
        'gdal-1025': ''.join(f'{n} 1 2 3\n' for n in range(1025)), 'gdal-percent-200': '200% 1 2 3\n', 'gdal-mixed': '0% 1 2 3\n100 4 5 6\n',
        'cpt': '# COLOR_MODEL = RGB\n0 0 0 0 1 255 255 255\nB 0 0 0\nF 255 255 255\nN 127 127 127\n',
        'cpt-slashes': '0 0/0/0 1 255/255/255\n', 'cpt-hsv': '# COLOR_MODEL = HSV\n0 0 1 1 1 360 1 1\n', 'cpt-plus-hsv': '#COLOR_MODEL = +HSV\n0 0-1-1 1 9-1-1\n',
        'cpt-nan': 'NaN 0 0 0 1 255 255 255\n', 'cpt-descending': '1 0 0 0 0 255 255 255\n', 'cpt-equal': '1 0 0 0 1 255 255 255\n',
        'cpt-gap': '0 0 0 0 1 9 9 9\n2 9 9 9 3 10 10 10\n', 'cpt-only-bfn': 'B 0 0 0\nF 1 1 1\nN 2 2 2\n', 'cpt-half': '0 0 0 0 1\n',
        'cpt-1e308': '-1e308 0 0 0 1e308 255 255 255\n', 'cpt-label': '0 0 0 0 1 255 255 255 ; label\n', 'cpt-annotation': '0 0 0 0 1 255 255 255 L\n',
        'cpt-hinge': '# HINGE = 0\n-1 0 0 80 0 80 80 255\n0 0 80 0 1 255 255 255\n', 'cpt-range': '# RANGE = -10/20\n0 0 0 0 1 255 255 255\n',
        'cpt-names': '0 black 1 white\n', 'cpt-hash': '0 #000000 1 #ffffff\n', 'cpt-grey': '0 0 1 255\n', 'cpt-denormal': '0 0 0 0 4.9e-324 1 1 1\n',
        'cpt-cr': '0 0 0 0 1 9 9 9\r1 9 9 9 2 0 0 0\r', 'cpt-many': ''.join(f'{n} 1 2 3 {n + 1} 4 5 6\n' for n in range(150)),
        'cpt-bom': '\ufeff0 0 0 0 1 9 9 9\n', 'cpt-tabs': '0\t0\t0\t0\t1\t9\t9\t9\n', 'empty': '', 'nul': '\0', 'nul-middle': '0 1 2\0 3\n',
        'long-word': '9' * 200 + ' 1 2 3\n', 'long-line': '0 1 2 3 ' + 'x ' * 500 + '\n', 'escape': '\x1b[31m 1 2 3\n', 'digits': '0.' + '1' * 60 + ' 1 2 3\n5 6 7 8\n',
        'zeros': '0' * 60 + ' 1 2 3\n5 6 7 8\n', 'signs': '+5 1 2 3\n--6 1 2 3\n', 'point': '. 1 2 3\n', 'exponent': '1e 1 2 3\n',
        'exponent-huge': '1e99999999999999999999 1 2 3\n',
    }
    for name, text in faults.items():
        seed('tint', name, text)


# ---- motifs -------------------------------------------------------------------

def motifs():
    for name in ('cabin', 'swans', 'torii', 'geese'):
        seed('motif', name, read(f'data/motifs/{name}.svg'))
    path = "<path class='dark' d='%s'/>"
    svg = "<svg viewBox='0 0 10 10'%s>%s</svg>"
    curves = {
        'lines': 'M0 0H5V5h-5z', 'cubic': 'M1 1C2 2 3 3 4 1S5 5 6 6', 'quadratic': 'm1 1q2 2 4 0t2 2 3-1.5.5-1e-1z', 'arc': 'M0 0A5 5 0 0 1 5 5',
        'nan': 'M0 nan', 'inf': 'M0 inf', '1e999': 'M0 1e999', 'huge': 'M0 ' + '9' * 400, 'tiny': 'M0 1e-999L1 0.' + '0' * 400 + '1 2 2', 'no-m': 'L1 1',
        'after-z': 'M1 1h2v2zh-1v1zl3 3 1 1z', 'beyond': 'M0 0L99 99', 'commas': 'M1,1,2,,3', 'many': 'M0 0' + 'C1 1 2 2 3 3' * 1500, 'empty-contours': 'M0 0' * 5000,
        'odd': 'M1 1L2', 'flags': 'M0 0a1 1 0 01.5.5', 'same': 'M1 1L1 1L1 1Z', 'flat': 'M0 5H10', 'bow': 'M0 0L9 9V0L0 9Z',
    }
    faults = {name: svg % ('', path % d) for name, d in curves.items()}
    faults.update({
        'bomb': "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>" + svg % ('', '&b;'), 'entity': svg % (" data-noun='&#x41;'", path % 'M0 0H1V1'),
        'nested': "<svg viewBox='0 0 1 1'>" * 200, 'groups': svg % ('', '<g>' * 1000), 'comments': '<!---->' * 400 + svg % ('', path % 'M0 0H1V1'),
        'paths': svg % ('', (path % 'M0 0H1V1') * 301), 'roles': svg % ('', path.replace('dark', 'red') % 'M0 0'), 'no-end': svg[:-6] % ('', path % 'M0 0H1V1'),
        'water': svg % (" data-place='water' data-worlds='lake' data-metres='2'", path.replace('dark', 'glow') % 'M0 0H9V9H0Z'),
        'sky': svg % (" data-place='sky' data-height='0.2' data-anchor='0'", path.replace('dark', 'mist') % 'M0 0H9V9H0Z'),
        'slim': "<svg viewBox='0 0 1 9'></svg>", 'box-nan': "<svg viewBox='0 0 nan 9'/>", 'bytes': svg % ('', '\x00\x1b[2J'), 'bom': '\ufeff' + svg % ('', path % 'M0 0H1V1'),
        'empty': '', 'title': svg % ('', '<title>a</title><desc>b</desc>' + path % 'M0 0H1V1'),
    })
    for name, text in faults.items():
        seed('motif', name, text)


# ---- heights of the user's own ------------------------------------------------

def profiles():
    trk = "<gpx version='1.1'><trk><trkseg>%s</trkseg></trk></gpx>"
    at = "<trkpt lat='%s' lon='%s'>%s</trkpt>"
    way = ''.join(at % (46 + i / 99, 179.9 + (i / 50 if i < 5 else i / 50 - 360), '<ele>%d</ele>' % (i * i % 17)) for i in range(30))
    texts = {
        'column': ''.join(f'{i * i % 97}\n' for i in range(60)), 'rows': 'km;m\n' + ''.join(f'{i * i / 7};{i % 5}\n' for i in range(30)),
        'many': ''.join(f'{i % 13}\n' for i in range(500)), 'commas': '# way\n0,1\n\n2,5\r\n2,7\n9,-1e2', 'tabs': 'd\th\n1\t.5\n2\t+7.\n',
        'step': '0,1\n1,1\n1,5\n1,1\n9,1\n', 'huge': '3e38\n-3e38\n3e38\n', 'far': '-3e38,1\n3e38,2\n', 'tiny': '1e-300\n2e-30\n0\n', 'same': '5\n5\n',
        'one': '5\n', 'empty': '', 'blank': '\n \t\n', 'bom': '\ufeff1\n2\n', 'nan': '1\nNaN\n', 'inf': '-Infinity\n2\n', 'comma': '0;1,5\n', 'three': '1;2;3\n',
        'fewer': '1;2\n3\n', 'down': '3;1\n2;1\n', 'place': '2;1\n2;2\n', 'names': 'a\nb\n1\n', 'nul': '1\n\x002\n', 'utf16': '\ufeff1\n2\n'.encode('utf-16-le'),
        'wild': ''.join(f'{i * 7919 % 101}\n' for i in range(300)), 'line': '1' * 5000 + '\n2\n',
        'gpx': trk % way, 'gpx10': '<?xml version="1.0"?><!DOCTYPE gpx><gpx>' + (trk % way).replace('trkpt', 'rtept') + '<!-- <trkpt> --></gpx>',
        'gpx-prefix': trk % way.replace('trkpt', 'g:trkpt').replace('ele>', 'g:ele>'), 'gpx-both': trk % (way + way.replace('trkpt', 'rtept')),
        'gpx-no-ele': trk % (way + at % (1, 2, '')), 'gpx-empty-ele': trk % (at % (1, 2, '<ele/>')), 'gpx-bare': "<gpx><trkpt lat='1' lon='2'/>",
        'gpx-lat': trk % (at % (91, 2, '<ele>1</ele>')), 'gpx-lon': trk % (at % (1, 'x', '<ele>1</ele>')), 'gpx-place': trk % (at % (1, 2, '<ele>1</ele>') * 3),
        'gpx-quotes': trk % way.replace("'", '"').replace('<ele>', '<time a=">"/><ele>'), 'gpx-cdata': trk % ('<![CDATA[<trkpt>]]>' + way), 'gpx-open': '<gpx><trkpt lat="1',
        'gpx-comment': '<gpx><!-- ', 'gpx-cut': (trk % way)[:200], 'gpx-nested': "<trkpt lat='1' lon='1'>" * 50, 'kml': '<kml><coordinates>1,2,3</coordinates></kml>', 'lt': '<',
        'gpx-no-value': '<gpx><trkpt lat lon=><ele>1</ele></trkpt>', 'gpx-entity': trk % (at % ('&a;', 2, '<ele>&lt;</ele>')),
    }
    for name, text in texts.items():
        seed('profile', name, text)


# ---- PNG ----------------------------------------------------------------------

SIGNATURE = b'\x89PNG\r\n\x1a\n'


def chunk(kind, data=b''):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def head(width=4, height=3, bits=8, colour=2, rest=b'\0\0\0'):
    return chunk(b'IHDR', struct.pack('>IIBB', width, height, bits, colour) + rest)


def itxt(text, keyword=b'ridgeline', packed=0):
    return chunk(b'iTXt', keyword + bytes([0, packed, 0, 0, 0]) + text)


def data(width=4, height=3, step=3, filters=0):
    return chunk(b'IDAT', zlib.compress(b''.join(bytes([filters]) + bytes(width * step) for _ in range(height))))


SCENE = b'[ridgeline]\nscene = 1\nalgorithm = 1\nseed = 3\n'


def recipes():
    end = data() + chunk(b'IEND')
    for name, options in {'small': ['--seed', '3'], 'map': ['map', '--seed', '4', '--pass', 'thermal:iterations=1'],
                          'art': ['--seed', '5', '--pixel-art=8'], 'deep': ['--seed', '6', '--depth', '16'],
                          'minimal': ['--seed', '7', '--metadata', 'minimal']}.items():
        seed('recipe', 'good-' + name, run(*options, '-s', '8x8' if name != 'map' else '9', '-o', '-', '-f', 'png'))
    good = SIGNATURE + head() + itxt(SCENE) + end
    seed('recipe', 'good', good)
    faults = {
        'bytes-0': b'', 'bytes-7': SIGNATURE[:7], 'signature': SIGNATURE, 'jpeg': b'\xff\xd8\xff\xe0\0\x10JFIF\0',
        'bad-crc': good[:40] + bytes([good[40] ^ 1]) + good[41:], 'length-7f': good[:33] + b'\x7f\xff\xff\xff' + good[37:],
        'length-ff': good[:33] + b'\xff\xff\xff\xff' + good[37:], 'no-end': SIGNATURE + head() + itxt(SCENE) + data(),
        'no-data': SIGNATURE + head() + itxt(SCENE) + chunk(b'IEND'), 'no-head': SIGNATURE + itxt(SCENE) + end,
        'two-heads': SIGNATURE + head() + head() + end, 'size-max': SIGNATURE + head(2**31 - 1, 2**31 - 1) + itxt(SCENE) + end,
        'size-0': SIGNATURE + head(0, 0) + itxt(SCENE) + end, 'size-over': SIGNATURE + head(2**32 - 1, 1) + end,
        'bits-3': SIGNATURE + head(bits=3) + itxt(SCENE) + end, 'head-short': SIGNATURE + chunk(b'IHDR', b'\0\0\0\1') + end,
        'head-long': SIGNATURE + chunk(b'IHDR', bytes(20)) + end, 'two-recipes': SIGNATURE + head() + itxt(SCENE) + itxt(b'[sky]\n') + end,
        'after-data': SIGNATURE + head() + data() + itxt(SCENE) + chunk(b'IEND'), 'between-data': SIGNATURE + head() + data() + itxt(SCENE) + end,
        'keyword-0': SIGNATURE + head() + itxt(SCENE, b'') + end, 'keyword-80': SIGNATURE + head() + itxt(SCENE, b'k' * 80) + end,
        'no-nul': SIGNATURE + head() + chunk(b'iTXt', b'ridgeline') + end, 'itxt-cut': SIGNATURE + head() + chunk(b'iTXt', b'ridgeline\0\0\0de') + end,
        'packed': SIGNATURE + head() + chunk(b'iTXt', b'ridgeline\0\1\0\0\0' + zlib.compress(SCENE)) + end,
        'ztxt': SIGNATURE + head() + chunk(b'zTXt', b'ridgeline\0\0' + zlib.compress(SCENE)) + end,
        'text': SIGNATURE + head() + chunk(b'tEXt', b'ridgeline\0' + SCENE) + end, 'title': SIGNATURE + head() + chunk(b'tEXt', b'Title\0a title') + itxt(SCENE) + end,
        'software': SIGNATURE + head() + chunk(b'tEXt', b'Software\0ridgeline 0.1.0') + itxt('Täler'.encode(), b'Title') + itxt(SCENE) + end,
        'description': SIGNATURE + head() + itxt(b'what it shows', b'Description') + itxt(SCENE) + end,
        'many-chunks': SIGNATURE + head() + chunk(b'tEXt', b'a\0') * 1030 + itxt(SCENE) + end, 'many-empty': SIGNATURE + head() + chunk(b'juNk') * 200 + itxt(SCENE) + end,
        'huge-size': SIGNATURE + head() + itxt(SCENE + b'[output]\nsize = 32768x32768\n') + end, 'layers': SIGNATURE + head() + itxt(SCENE + b'ridges = 64\n') + end,
        'output-path': SIGNATURE + head() + itxt(SCENE + b'[output]\npath = /etc/passwd\n') + end, 'palette-path': SIGNATURE + head() + itxt(SCENE + b'[palette]\nname = /etc/passwd\n') + end,
        'algorithm-2': SIGNATURE + head() + itxt(SCENE.replace(b'algorithm = 1', b'algorithm = 2')) + end, 'trailing': good + b'more', 'polyglot': good + b'PK\3\4',
        'lower-case': SIGNATURE + head() + chunk(b'itxt', b'x') + end, 'bad-type': SIGNATURE + head() + chunk(b'\0\0\0\0', b'x') + end,
        'end-data': SIGNATURE + head() + itxt(SCENE) + data() + chunk(b'IEND', b'x'), 'empty-recipe': SIGNATURE + head() + itxt(b'') + end,
        'nul-in-recipe': SIGNATURE + head() + itxt(SCENE + b'\0[sky]\n') + end, 'drops': SIGNATURE + head() + itxt(SCENE.replace(b'seed', b'kind = map\nseed') + b'[pass 1]\nkind = droplets\ndrops = 100000000\n') + end,
        'large-text': SIGNATURE + head() + itxt(SCENE + b'#' * 66000) + end,
    }
    for name, content in faults.items():
        seed('recipe', name, content)
    for at in (9, 12, 20, 33, 34, 40, 60, len(good) - 5):
        seed('recipe', f'cut-{at:03d}', good[:at])


def grey(width, height, bits, rows, colour=0, interlace=0, extra=b''):
    return (SIGNATURE + head(width, height, bits, colour, bytes([0, 0, interlace])) + extra +
            chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND'))


def heights():
    chance = random.Random(1)
    for bits in (1, 2, 4, 8, 16):
        size = (5 * bits + 7) // 8
        rows = b''.join(bytes([n % 5]) + bytes(chance.randrange(256) for _ in range(size)) for n in range(4))
        seed('heights', f'png-{bits}', grey(5, 4, bits, rows))
    seed('heights', 'png-alpha', grey(2, 2, 8, b'\0\1\2\3\4\0\5\6\7\10', 4))
    seed('heights', 'png-alpha-16', grey(2, 1, 16, b'\0' + bytes(range(8)), 4))
    seed('heights', 'png-interlaced', grey(3, 3, 8, b'\0\1\0\2\0\3\0\4\5\0\6\7\10', 0, 1))
    seed('heights', 'png-colour', grey(1, 1, 8, b'\0\1\2\3', 2))
    seed('heights', 'png-palette', grey(1, 1, 8, b'\0\0', 3, 0, chunk(b'PLTE', b'\1\2\3')))
    seed('heights', 'png-trns', grey(2, 1, 8, b'\0\1\2', 0, 0, chunk(b'tRNS', b'\0\1')))
    seed('heights', 'png-texts', grey(2, 1, 8, b'\0\1\2', 0, 0, chunk(b'zTXt', b'a\0\0' + zlib.compress(bytes(9000))) * 3))
    seed('heights', 'png-profile', grey(2, 1, 8, b'\0\1\2', 0, 0, chunk(b'iCCP', b'a\0\0' + zlib.compress(bytes(500)))))
    seed('heights', 'png-gamma', grey(2, 1, 8, b'\0\1\2', 0, 0, chunk(b'gAMA', b'\0\0\0\0') + chunk(b'cHRM', bytes(32)) + chunk(b'sRGB', b'\x09')))
    seed('heights', 'png-huge', SIGNATURE + head(16385, 16385, 16, 0) + chunk(b'IDAT', zlib.compress(bytes(3000))) + chunk(b'IEND'))
    seed('heights', 'png-over', SIGNATURE + head(16386, 1, 8, 0) + chunk(b'IDAT', b'x') + chunk(b'IEND'))
    seed('heights', 'png-size-0', SIGNATURE + head(0, 1, 8, 0) + chunk(b'IEND'))
    seed('heights', 'png-bad-filter', grey(2, 1, 8, b'\7\1\2'))
    seed('heights', 'png-short-data', grey(5, 5, 8, b'\0\1\2'))
    seed('heights', 'png-long-data', grey(1, 1, 8, bytes(900)))
    seed('heights', 'png-bad-zlib', SIGNATURE + head(2, 1, 8, 0) + chunk(b'IDAT', b'\x78\x9c\xff\xff') + chunk(b'IEND'))
    seed('heights', 'png-no-data', SIGNATURE + head(2, 1, 8, 0) + chunk(b'IEND'))
    seed('heights', 'png-signature', SIGNATURE)
    whole = grey(3, 2, 8, b'\0\1\2\3\0\4\5\6')
    for at in (12, 30, 36, 45, len(whole) - 6):
        seed('heights', f'png-cut-{at}', whole[:at])
    seed('heights', 'png-bad-crc', whole[:31] + bytes([whole[31] ^ 1]) + whole[32:])
    texts = {
        'pgm-p2': 'P2\n3 2\n255\n0 1 2\n3 4 255\n', 'pgm-p2-comments': 'P2 # a\n#b\n1 1 # c\n9\n9\n', 'pgm-p2-over': 'P2 1 1 9 10\n', 'pgm-p2-few': 'P2 3 3 9 1 2\n',
        'pgm-p2-many': 'P2 1 1 9 1 2\n', 'pgm-max-0': 'P2 1 1 0 0\n', 'pgm-max-65536': 'P2 1 1 65536 0\n', 'pgm-minus': 'P2 1 1 9 -1\n', 'pgm-size-0': 'P5 0 1 255\n',
        'pgm-huge': 'P5 16385 16385 65535\n', 'pgm-over': 'P5 4294967297 1 255\nx', 'pgm-nothing': 'P5', 'pgm-cut': 'P5\n2 2\n255\nabc', 'pgm-p5': 'P5\n2 2\n255\nabcd',
        'pgm-p5-16': 'P5\n1 2\n65535\nabcd', 'pgm-p5-crlf': 'P5\r\n1 1\r\n255\r\na', 'pgm-p1': 'P1 1 1 1\n', 'pgm-p6': 'P6 1 1 255 abc',
        'asc': 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999\n1 2 3\n4 -9999 6\n',
        'asc-centre': 'NCOLS 2\nNROWS 1\nXLLCENTER 1.5\nYLLCENTER -2e3\nDX 1\nDY 2\n1.5 2.5\n', 'asc-no-nodata': 'ncols 1\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n5\n7\n',
        'asc-flat': 'ncols 2\nnrows 1\ncellsize 1\n5 5\n', 'asc-all-nodata': 'ncols 2\nnrows 1\ncellsize 1\nnodata_value 5\n5 5\n', 'asc-few': 'ncols 3\nnrows 3\ncellsize 1\n1 2\n',
        'asc-many': 'ncols 1\nnrows 1\ncellsize 1\n1 2 3\n', 'asc-nan': 'ncols 2\nnrows 1\ncellsize 1\nnan 1\n', 'asc-inf': 'ncols 2\nnrows 1\ncellsize 1\n1e999 -1e999\n',
        'asc-big': 'ncols 2\nnrows 1\ncellsize 1\n3.4e38 -3.4e38\n', 'asc-tiny': 'ncols 2\nnrows 1\ncellsize 1\n1e-45 0\n', 'asc-huge': 'ncols 16385\nnrows 16385\ncellsize 1\n1\n',
        'asc-over': 'ncols 99999999999\nnrows 1\n', 'asc-0': 'ncols 0\nnrows 0\ncellsize 1\n', 'asc-minus': 'ncols -1\nnrows 1\n', 'asc-twice': 'ncols 1\nncols 1\nnrows 1\n',
        'asc-bom': '\ufeffncols 1\nnrows 1\ncellsize 1\n1\n', 'asc-word': 'ncols 1\nnrows 1\ncellsize x\n1\n', 'asc-digits': 'ncols 1\nnrows 2\ncellsize 1\n' + '1' * 80 + '\n0.' + '0' * 80 + '1\n',
        'asc-exponent': 'ncols 1\nnrows 2\ncellsize 1\n1e+99999999999\n1e-99999999999\n', 'asc-nodata-nan': 'ncols 1\nnrows 1\ncellsize 1\nnodata_value nan\n1\n', 'empty': '', 'blank': ' \n', 'nul': '\0',
    }
    for name, text in texts.items():
        seed('heights', name, text)


# ---- photos -------------------------------------------------------------------

def photos():
    """JPEG and WebP are those of the program, and two that it does not write, by ImageMagick."""
    seed('photo', 'png-rgb', grey(3, 2, 8, b'\0' + bytes(range(9)) + b'\1' + bytes(range(9)), 2))
    seed('photo', 'png-rgba-16', grey(1, 2, 16, b'\0' + bytes(8) + b'\2' + bytes(8), 6))
    seed('photo', 'png-palette', grey(5, 2, 2, b'\0\x1b\0\0\xe4\0', 3, 0, chunk(b'PLTE', bytes(range(12))) + chunk(b'tRNS', b'\0\x80')))
    seed('photo', 'png-grey-1', grey(9, 3, 1, b'\0\xaa\x80' * 3))
    seed('photo', 'png-interlaced', grey(3, 3, 8, b'\0\1\0\2\0\3\0\4\5\0\6\7\10', 0, 1))
    seed('photo', 'png-huge', grey(32769, 1, 8, bytes(3000), 2))
    seed('photo', 'png-short', grey(8000, 8000, 8, bytes(3000), 2))
    for name, options in {'jpeg': ['-interlace', 'JPEG'], 'jpeg-grey': ['-colorspace', 'Gray'], 'jpeg-cmyk': ['-colorspace', 'CMYK']}.items():
        seed('photo', name, subprocess.run(['convert', '-size', '24x17', 'gradient:red-blue', '-strip', *options, 'jpg:-'], check=True, capture_output=True).stdout)
    for quality in '60', '100':
        seed('photo', 'webp-' + quality, run('--seed', '7', '-s', '16x9', '-f', 'webp', '--quality', quality, '--metadata', 'none', '-o', '-'))
    seed('photo', 'avif', b'\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf')
    seed('photo', 'empty', b'')


# ---- command lines ------------------------------------------------------------

def command_lines():
    lines = {
        'plain': 'render', 'size': 'render -s 640x360 -o a.png', 'size-0': 'render -s 0x1', 'size-minus': 'render -s -1x1', 'size-2-32': 'render -s 4294967297x1',
        'size-long': 'render -s 99999999999999999999x1', 'size-over': 'render -s 1000001x1', 'size-name': 'render -s 4k', 'size-exponent': 'render -s 1e9x1',
        'size-hex': 'render -s 0x10', 'size-plus': 'render -s +640x360', 'size-wide': 'render -s ６４０x360', 'set-nan': 'render --set sun.x=nan', 'set-inf': 'render --set sun.x=inf',
        'set-exponent': 'render --set sun.x=57.1E2857', 'set-comma': 'render --set sun.x=0,75', 'set-zero': 'render --set sun.x=-0.0', 'set-key': 'render --set sun=1',
        'set-none': 'render --set =', 'set-ridge': 'render --set ridge.2.roughness=1.0000001 --set ridge.64.kind=alps', 'seed-max': 'render --seed 18446744073709551615', 'seed-over': 'render --seed 18446744073709551616',
        'seed-text': 'render --seed Täler', 'seeds': 'render --seeds 1..24 -o w-{seed}-{index}.png', 'seeds-down': 'render --seeds 9..1', 'seeds-all': 'render --seeds 0..18446744073709551615',
        'output-none': 'render -o', 'output-empty': 'render -o ', 'output-percent': 'render -o %n%s%x', 'output-braces': 'render -o {nosuch}{', 'twice': 'render -s 4k -s 8k',
        'dashes': 'render -- -x', 'unknown': 'render --sise 4k', 'ambiguous': 'render --se 4', 'short': 'render -z', 'clustered': 'render -qqs4k', 'equals': 'render --size=64x36 --quiet=1',
        'optional': 'render --pixel-art --pixel-art=16', 'region': 'render -s 64x64 --region 8x8+4+4', 'region-out': 'render --region 1000000x1000000+1000000+1000000', 'loop': 'render --loop --offset -9223372036854775808',
        'offset': 'render --offset 9223372036854775808', 'mood': 'render -m moonlight --style lake --time 24:00 --calm top', 'mood-near': 'render -m moonligt', 'time': 'render --time 24:01',
        'palette': 'render -p sunset --roles sky=0-1 --scheme night', 'roles-alone': 'render --roles sky=0', 'depth': 'render --depth 16 --dither none --scale 64', 'threads': 'render --threads 257', 'kernels': 'render --kernels avx2 --compress small',
        'from-map': 'render --from-map seed', 'alt': 'render --alt-text - -o -', 'title': 'render --title Täler', 'title-escape': 'render --title \x1b[31m', 'help': 'render --help', 'version': 'sheet -V',
        'builtin': 'render classic -f csv', 'builtin-near': 'render clasic', 'sheet': 'sheet --like 7 --columns 100', 'columns': 'sheet --columns 101', 'map': 'map -s unity-513 --pass voronoi:points=9,c1=-1 --pass thermal',
        'map-size': 'map -s 16386', 'pass-help': 'map --pass help', 'pass-key': 'map --pass thermal:nosuch=1', 'pass-twice': 'map --pass thermal:talus=1,talus=2', 'pass-none': 'map --pass :', 'pass-many': 'map' + ' --pass normalise' * 33,
        'shade': 'map --shade azimuth=315,altitude=45,z=2,amount=0.5', 'view': 'map --view surface --view azimuth=10', 'view-keys': 'map --view azimuth=10,elevation=4', 'corners': 'map --corners 0.1,0.2,0.3,0.4', 'corners-3': 'map --corners 1,2,3',
        'corners-5': 'map --corners 1,2,3,4,5', 'corners-long': 'map --corners ' + '1,' * 100, 'tint': 'map --tint atlas --sea 0.5 --contours 100 --rivers 1', 'cell': 'map --cell 1e308',
        'flight': 'animate --flight --frames 10 --fps 100 --map-size 64', 'frames-0': 'animate --scroll --frames 0 --pace 4', 'scroll': 'animate --scroll --turns 64 --speed sky=1,ridge-1=-2', 'sweep': 'animate --sweep sun.x=-1..1',
        'sweep-seed': 'animate --sweep ridgeline.seed=1..99999999999999999999999.5', 'sweep-bad': 'animate --sweep sun.x=..', 'two-motions': 'animate --day --weather', 'frame-names': 'animate --day -o f-{frame}.png --preview',
        'layers': 'layers -o d -s 640x360 --parallax 0.1..0.9 --trim --pot', 'wallpaper': 'wallpaper -o d -s 4k,1080x1920,phone --dark --timed 8', 'monitors': 'wallpaper -o d --monitors 1920x1080+0+0,2560x1440+1920+0 --each',
        'monitors-far': 'wallpaper -o d --monitors 1000000x1000000+1000000+1000000,1x1+0+0', 'sizes-65': 'wallpaper -o d -s ' + ','.join(f'{n}x9' for n in range(10, 76)), 'kde': 'wallpaper -o d --kde --dark=moonlight',
        'bot': 'bot -o d --name b --every 3h --now @1795000000 --keep 0 --latitude 52.5 --longitude 13.4', 'bot-every': 'bot -o d --name b --every h --now @0', 'bot-every-0': 'bot -o d --name b --every 0m --now @0',
        'bot-year': 'bot -o d --name b --every 367d --now @0', 'bot-now': 'bot -o d --name b --now @-1', 'bot-10000': 'bot -o d --name b --now @253402300800', 'bot-url': 'bot -o d --name b --now @9 --url https://a.example/b/',
        'bot-post': 'bot -o d --name b --now @9 --post true --retry --catch-up 9 --max-bytes 18446744073709551615', 'palette-list': 'palette list', 'palette-show': 'palette show sunset --color always', 'palette-convert': 'palette convert x.hex -f pal -o -',
        'info': 'info a.png --json', 'help-all': 'help render', 'help-two': 'help a b', 'help-bad': 'help rendr', 'stdin': 'render -', 'deep': 'render ' + '-q ' * 60, 'escape-name': 'render \x1b]0;x\x07\n', 'bidi': 'render --style \u202eenil',
    }
    for name, line in lines.items():
        seed('argv', name, line.replace(' ', '\0'))
    seed('argv', 'bad-utf8', b'render\0--title\0\xff\xfe\xc0\x80')
    seed('argv', 'long', b'render\0--set\0' + b'x' * 3000 + b'=1')
    seed('argv', 'long-option', b'render\0--' + b'y' * 3000)
    seed('argv', 'empty', b'')
    seed('argv', 'empty-word', b'render\0\0\0')
    seed('argv', 'every-empty', b'bot\0-o\0d\0--name\0b\0--now\0@5\0--every\0')


# ---- calls --------------------------------------------------------------------

def calls():
    chance = random.Random(8)
    for number in range(60):
        seed('api', f'chance-{number:02d}', bytes(chance.randrange(256) for _ in range(20 + 6 * number)))
    # Every product of a frame at once; then a mood and a style; then steps by chance.
    for number in range(40):
        flags = bytes([(number * 32) & 0xfc, 0x1f | (number << 5 & 0xe0), 20 + number, 15 + number, number % 6, 0])
        steps = bytes([number]) + bytes([1, 0, number, 1, 3, number]) + bytes(chance.randrange(256) for _ in range(40))
        seed('api', f'land-{number:02d}', flags + steps)
    for kind in range(10):
        flags = bytes([4 * kind & 0xfc, 0x1f, 16, 16, kind % 6, 0])
        seed('api', f'map-{kind}', flags + bytes([kind, 8, 1, 4, 0, kind + 1, 0, kind % 8, 3, 8, 1]) + bytes(chance.randrange(256) for _ in range(20)))
    for kind in range(4):
        for number in range(12):
            options = bytes([kind, 1 + number * 6, 3 + number * 5]) + bytes(chance.randrange(256) for _ in range(6))
            body = {0: bytes(50), 1: bytes(range(200)), 2: bytes(chance.randrange(4) for _ in range(300))}[number % 3]
            seed('write', f'kind-{kind}-{number:02d}', options + body)


scenes()
palettes()
tints()
motifs()
profiles()
recipes()
heights()
photos()
command_lines()
calls()
