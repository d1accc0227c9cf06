#!/usr/bin/env python3
"""random.py TREE: breaks the source by rule at places drawn by a seed, and prints what survives.

TREE is a copy of the project with its build (tests/support/tree.sh makes it; random.sh calls this).
For each place: the line is changed, the build brought up to date, and the tests that know the
file are run until one fails.  A mutant that does not compile is not counted; one whose objects
are equal is equivalent; one that runs for ever is caught.  Python, as a lexer of C and a draw by seed are
its standard library, and no product of the project needs it.

Environment: PLACES, SEED, FILES (globs), MAKE_ARGUMENTS, FULL=1 (then golden pixels and all suites, too).
"""
import fnmatch, glob, hashlib, os, random, re, shlex, signal, subprocess, sys

LIMIT = 240  # seconds of one test
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*'
                   r'|[A-Za-z_]\w*|(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|\d+\.?\d*(?:[eE][+-]?\d+)?)\w*'
                   r'|<<=|>>=|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|[^\s]', re.M | re.S)
COMPARE = {'<': '>=', '>': '<=', '<=': '>', '>=': '<', '==': '!=', '!=': '=='}
BOUNDARY = {'<': '<=', '>': '>=', '<=': '<', '>=': '>'}
SIGN = {'+': '-', '-': '+', '+=': '-=', '-=': '+=', '&&': '||', '||': '&&', '*': '/', '++': '--'}
STATEMENT = re.compile(r'^( +)(?!return|break|continue|goto|case|default|else|TRY\(|STEP\()'
                       r'([A-Za-z_][\w>.\[\]-]*(?:\(.*\)| [-+*/|&]?= [^;{]*)|[\w>.-]+(?:\+\+|--));$', re.M)
STATUS = re.compile(r'\b(TRY|STEP)\((?=[a-z])')
ARGUMENTS = re.compile(r'\b([a-z]\w*)\(([\w>.&-]+), ([\w>.&-]+)(?=[,)])')
KEYWORDS = {'if', 'for', 'while', 'switch', 'return', 'sizeof'}
# Folders of the program: the scripts that know them.  A library file: its header's suites.
SCRIPTS = {'bot': 'bot bot_pages seldom', 'wallpaper': 'wallpaper set daily theme', 'layers': 'layers',
           'map': 'map', 'animate': 'animate loop', 'picture': 'output formats pictures eink', 'sheet': 'sheet',
           'palette': 'palettes', 'info': 'info', 'help': 'help completion', 'words': 'alt_text words',
           'common': 'limits output config ridge errors bad_arguments layers bot'}


def places_of(name, text):
    """All changes of a file: (rule, begin, end, replacement)."""
    found, depth, before = [], 0, ''
    for match in TOKEN.finditer(text):
        token = match.group()
        if token[0] in '"\'' or token[:2] in ('//', '/*') or token.lstrip()[:1] == '#':
            continue
        depth += (token == '{') - (token == '}')
        inside = depth > 0
        binary = before[-1:].isalnum() or before[-1:] in ('_', ')', ']')
        if inside and token in COMPARE and binary:
            found.append(('comparison', match.start(), match.end(), COMPARE[token]))
            if token in BOUNDARY:
                found.append(('boundary', match.start(), match.end(), BOUNDARY[token]))
        if inside and token in SIGN and (binary or token == '++') and before not in KEYWORDS | {'char', 'void', 'int'}:
            found.append(('sign', match.start(), match.end(), SIGN[token]))
        if inside and re.fullmatch(r'\d+', token):
            found.append(('constant', match.start(), match.end(), str(int(token) + 1)))
        elif inside and re.fullmatch(r'\d+\.\d+[fF]?', token):
            kind = token[-1] if token[-1] in 'fF' else ''
            found.append(('constant', match.start(), match.end(), repr(float(token.rstrip('fF')) * 1.25 + 0.25) + kind))
        before = token
    for match in STATEMENT.finditer(text):
        found.append(('dropped statement', match.start(2), match.end() - 1, ''))
    for match in STATUS.finditer(text):
        found.append(('ignored status', match.start(), match.end(), '(void)('))
    for match in ARGUMENTS.finditer(text):
        if match.group(1) not in KEYWORDS and match.group(2) != match.group(3):
            found.append(('swapped arguments', match.start(2), match.end(3), match.group(3) + ', ' + match.group(2)))
    return [(rule, name, begin, end, new) for rule, begin, end, new in found]


def run(command, limit=LIMIT):
    """Exit code; 124 = it ran for ever."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          start_new_session=True) as child:
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            return 124
        finally:  # also when this tool itself is stopped
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def objects(name):
    """What the compiler made of a source, without its lines."""
    stem = 'build/obj/' + name[4:-2].replace('_kernel', '')
    total = hashlib.sha256()
    for path in sorted(glob.glob(stem + '.o') + (glob.glob(stem + '_*.o') if '_kernel' in name else [])):
        subprocess.run(['objcopy', '--strip-debug', path, 'build/stripped.o'], check=True)
        with open('build/stripped.o', 'rb') as file:
            total.update(file.read())
    return total.hexdigest()


def tests_of(name):
    """Commands that know the file, the quickest first."""
    parts = name.split('/')
    header = os.path.dirname(name)[4:] + '/' + os.path.basename(name)[:-2]
    suites = []
    for test in sorted(glob.glob('tests/f*/test_*.c')):
        with open(test, encoding='utf-8') as file:
            text = file.read()
        if '"' + header + '.h"' in text or os.path.basename(test)[5:-2] in parts[-1]:
            suites.append(os.path.basename(test)[5:-2])
    commands = [['build/unit', *suites]] if suites else []
    if parts[1] == 'cli':
        folder = parts[2] if len(parts) > 3 else 'common'
        for script in SCRIPTS.get(folder, SCRIPTS['common']).split():
            commands.append(['sh', 'tests/full/cli/run.sh', 'build/ridgeline', f'test_{script}.sh'])
    else:
        commands.append(['sh', 'tests/full/golden/run.sh', 'build/ridgeline'])
    if os.environ.get('FULL') or parts[1] != 'cli':
        commands.append(['build/unit'])
    if os.environ.get('FULL'):
        commands += [['sh', 'tests/full/golden/run.sh', 'build/ridgeline'],
                     ['sh', 'tests/full/cli/run.sh', 'build/ridgeline']]
    return commands


def attempt(place, make):
    """One mutant: what became of it."""
    _, name, begin, end, new = place
    with open(name, encoding='utf-8') as file:
        text = file.read()
    if not attempt.known.get(name):
        attempt.known[name] = objects(name)
    try:
        with open(name, 'w', encoding='utf-8') as file:
            file.write(text[:begin] + new + text[end:])
        if run([*make, 'build/ridgeline'], 600) != 0:
            return 'does not compile'
        if objects(name) == attempt.known[name]:
            return 'equivalent'
        if run([*make, 'build/unit', 'build/pages-make', 'build/alt-truth'], 900) != 0:
            return 'does not compile'
        for command in tests_of(name):
            code = run(command, LIMIT * (4 if command == ['build/unit'] else 1))
            if code != 0:
                return 'caught' if code != 124 else 'caught (time)'
        return 'SURVIVES'
    finally:
        with open(name, 'w', encoding='utf-8') as file:
            file.write(text)


attempt.known = {}


def main():
    os.chdir(sys.argv[1])
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    os.environ.update(GOLDEN_SCENES='build/golden-scenes', CK_TIMEOUT_MULTIPLIER='10')
    seed, most = int(os.environ.get('SEED') or 1), int(os.environ.get('PLACES') or 40)
    globs = (os.environ.get('FILES') or 'src/*').split()
    make = shlex.split(os.environ['MAKE_COMMAND'])
    all_places = {}
    for name in sorted(glob.glob('src/**/*.c', recursive=True)):
        if any(fnmatch.fnmatch(name, pattern) for pattern in globs):
            with open(name, encoding='utf-8') as file:
                for place in places_of(name, file.read()):
                    all_places.setdefault(place[0], []).append(place)
    if not all_places:
        sys.exit('random.py: FILES: no place in them')
    chance, counts, rules = random.Random(seed), {}, sorted(all_places)
    print(f'seed {seed}: {most} of {sum(map(len, all_places.values()))} places', flush=True)
    drawn = 0
    for _ in range(min(3 * most, sum(map(len, all_places.values())))):
        if drawn >= most:
            break
        rule = chance.choice([rule for rule in rules if all_places[rule]] or sys.exit('random.py: no more places'))
        place = all_places[rule].pop(chance.randrange(len(all_places[rule])))
        with open(place[1], encoding='utf-8') as file:
            text = file.read()
        line = text.count('\n', 0, place[2]) + 1
        became = attempt(place, make)
        drawn += became != 'does not compile'
        counts[became] = counts.get(became, 0) + 1
        print(f'{became}: {place[1]}:{line}: {place[0]}: {text[place[2]:place[3]]} -> {place[4] or "nothing"}: '
              + text.split('\n')[line - 1].strip(), flush=True)
    caught = sum(count for became, count in counts.items() if became.startswith('caught'))
    print(f'seed {seed}: {caught} caught, {counts.get("SURVIVES", 0)} survive, {counts.get("equivalent", 0)} equivalent, '
          f'{counts.get("does not compile", 0)} do not compile')


main()
