# ridgeline - GNU make (on BSD: gmake).  `make help` lists what can be made.
#
# CC CFLAGS CPPFLAGS LDFLAGS LDLIBS AR INSTALL PKG_CONFIG PREFIX DESTDIR are the
# user's: what the project itself needs is added to them, nothing overwrites them.
#   make CC=clang          make WERROR=1          make BUILD=/tmp/other
#   make V=1               make SANITIZE=address,undefined check

CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
INSTALL ?= install
PREFIX ?= /usr/local
BUILD ?= build

# As many jobs as processors, where the user has not said how many; recipes alone know that.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN || echo 1))

all:

# ---- set-up -----------------------------------------------------------------

# What is installed decides the flags below, and they are worked out when make
# reads this file.  So beside `deps` the other goals wait for a second make,
# which sees what `deps` has just installed: `make deps demo`.
SETUP = $(filter deps deps-trust deps-oracles deps-determinism,$(MAKECMDGOALS))
ifneq ($(SETUP),)
REST = $(filter-out $(SETUP),$(MAKECMDGOALS))

deps: ## install what building and testing need, with the system's package manager
	@sh .ci/deps.sh build

deps-trust: ## install what the proofs need: torture, fuzz, sanitizers, slices (clang, strace, valgrind)
	@sh .ci/deps.sh trust

deps-oracles: ## install the tools that give second opinions (check-oracles, bench), and those
	@sh .ci/deps.sh oracles

deps-determinism: ## install compilers and emulators of other processors (Debian; 300 MB)
	@sh .ci/deps.sh determinism

rest: $(SETUP)
	+@$(MAKE) --no-print-directory $(JOBS) $(REST)

$(REST): rest
	@:

.PHONY: all deps deps-trust deps-oracles deps-determinism rest $(REST)
else

# ---- names ------------------------------------------------------------------

VERSION := $(shell sed -n 's/^.define RL_VERSION "\(.*\)"/\1/p' include/ridgeline.h)
SOVERSION = 0

bindir = $(PREFIX)/bin
libdir = $(PREFIX)/lib
includedir = $(PREFIX)/include
datadir = $(PREFIX)/share
mandir = $(datadir)/man
docdir = $(datadir)/doc/ridgeline
palettedir = $(datadir)/ridgeline/palettes
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d

ifneq ($(filter-out $(CURDIR),$(abspath $(BUILD))),)
# A sanitized build lives beside the plain one.
OUT = $(BUILD)$(if $(SANITIZE),/sanitize)
else
$(error BUILD must name a folder of its own: `make clean` deletes it)
endif

STATIC = $(OUT)/libridgeline.a
PROGRAM = $(OUT)/ridgeline
UNIT = $(OUT)/unit

ifeq ($(shell uname -s),Darwin)
SHARED = $(OUT)/libridgeline.dylib
SHARED_NAMES = libridgeline.$(VERSION).dylib libridgeline.$(SOVERSION).dylib libridgeline.dylib
LINK_SHARED = -dynamiclib -install_name $(libdir)/libridgeline.$(SOVERSION).dylib \
	-compatibility_version $(SOVERSION) -current_version $(VERSION)
else
SHARED = $(OUT)/libridgeline.so
SHARED_NAMES = libridgeline.so.$(VERSION) libridgeline.so.$(SOVERSION) libridgeline.so
LINK_SHARED = -shared -Wl,-soname,libridgeline.so.$(SOVERSION) $(if $(SANITIZE),,-Wl,-z,defs)
LINK = -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,-z,separate-code -Wl,--as-needed
LINK_PROGRAM = -pie
endif

# ---- flags ------------------------------------------------------------------

# The flags of $(1) that the compiler knows: one try when it knows all of them.
known = $(shell try() { $(CC) -Werror "$$@" -xc -S -o - /dev/null >/dev/null 2>&1; }; \
	if try $(1); then echo $(1); else for f in $(1); do if try $$f; then echo $$f; fi; done; fi)
# pkg-config's answer for $(2), or $(3) where a system has no .pc file for it.
package = $(shell $(PKG_CONFIG) $(1) $(2) 2>/dev/null || echo $(3))

IS_CLANG := $(shell $(CC) --version 2>/dev/null | grep -ci clang)
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
IS_I386 := $(filter i386-% i486-% i586-% i686-%,$(MACHINE))$(filter -m32,$(CC) $(CFLAGS))

# No path of this machine gets into a build; tests/proofs/mutants/run.sh says how its copy was made.
PREFIX_MAPS = -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(abspath $(OUT))=build

# -ffp-contract=off and never -ffast-math: a pixel is the same on every CPU.
# -fno-math-errno: sqrt is the instruction, not a call into libm.
CODE = -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-math-errno \
	-fno-strict-aliasing -fno-common -fvisibility=hidden -fno-delete-null-pointer-checks \
	$(PREFIX_MAPS) -pthread

WARN = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wfloat-conversion \
	-Wdouble-promotion -Wshadow -Wundef -Wvla -Walloca -Wformat=2 -Wimplicit-fallthrough \
	-Wnull-dereference -Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wwrite-strings \
	-Wpointer-arith -Wno-overlength-strings

HARDEN_TRY = -fstack-protector-strong -fstack-clash-protection
ifeq ($(IS_CLANG),0)
WARN += -Warith-conversion -Wclobbered -Wcast-align=strict -Wduplicated-cond -Wlogical-op
HARDEN_TRY += -ftrivial-auto-var-init=zero -fzero-call-used-regs=used-gpr
else
HARDEN_TRY += -ftrivial-auto-var-init=pattern
endif
ifneq ($(filter x86_64-%,$(MACHINE))$(IS_I386),)
HARDEN_TRY += -fcf-protection=full
endif
ifneq ($(filter aarch64-% arm64-%,$(MACHINE)),)
HARDEN_TRY += -mbranch-protection=standard
endif
ifneq ($(IS_I386),)
CODE += -msse2 -mfpmath=sse # x87 rounds twice
WARN += -Wno-psabi # of vectors that only inlined functions hand over
endif
ifneq ($(filter s390%,$(MACHINE)),)
CODE += $(if $(filter 0,$(IS_CLANG)),-fexcess-precision=fast) # else gcc takes floats for doubles
endif
HARDEN := $(call known,$(HARDEN_TRY))

ifdef SANITIZE
CODE += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
LINK += -fsanitize=$(SANITIZE)
WARN += $(if $(filter 0,$(IS_CLANG)),-Wno-maybe-uninitialized) # gcc guesses wrong in instrumented code
else ifneq ($(filter-out -O0,$(filter -O%,$(CFLAGS))),)
HARDEN += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 # needs an optimizing compiler
# No function of the program holds a scene of 24 KiB: what it calls may need as much of a small
# stack.  (Sanitizers and -O0 widen every frame.)
CLI_FRAMES := $(call known,-Wframe-larger-than=20480)
endif
ifneq ($(filter-out 0,$(WERROR)),)
WARN += -Werror
endif

LIB_CFLAGS := $(call package,--cflags,libpng zlib) $(call package,--cflags,inih)
LIB_LIBS := $(call package,--libs,libpng zlib,-lpng -lz) $(call package,--libs,inih,-linih)
CLI_CFLAGS := $(call package,--cflags,jansson) $(call package,--cflags,mxml) \
	$(call package,--cflags,minizip)
CLI_LIBS := $(call package,--libs,jansson,-ljansson) $(call package,--libs,mxml,-lmxml) \
	$(call package,--libs,minizip,-lminizip)
CHECK_CFLAGS := $(call package,--cflags,check)
CHECK_LIBS := $(call package,--libs,check,-lcheck)

COMPILE = $(CC) $(CODE) $(HARDEN) $(WARN) -Iinclude -Isrc $(CPPFLAGS) $(CFLAGS) -MMD -MP
LINKER = $(CC) -pthread $(LINK) $(CFLAGS) $(LDFLAGS)
# Such a line is a thousand characters long: V=1 shows it, else its essence is said.
QUIET = $(if $(V),,@echo '  $(1)'; )

# ---- sources ----------------------------------------------------------------

SOURCES := $(sort $(shell find src -name '*.c'))
CLI_SOURCES := $(filter src/cli/%,$(SOURCES))
KERNELS := $(filter %_kernel.c,$(SOURCES))
LIB_SOURCES := $(filter-out $(CLI_SOURCES) $(KERNELS),$(SOURCES))
SUITES := $(sort $(wildcard tests/fast/test_*.c tests/full/test_*.c))
UNIT_SOURCES := $(SUITES) $(addprefix tests/support/,blue_noise.c guarded.c palette_sample.c runner.c support.c)
LOOK_SOURCES := $(sort $(wildcard tests/look/*.c))
PALETTES := $(sort $(wildcard palettes/*.gpl))
SCENES := $(sort $(wildcard samples/scenes/*.ini))
PAGES := $(sort $(wildcard docs/*.[135]))
SCRIPTS := $(sort $(shell find src tests samples .ci -name '*.sh'))

# A kernel is compiled for each width of base/lanes.h.
KERNEL_OBJECTS = $(foreach width,plain vector avx2,$(KERNELS:src/%_kernel.c=$(OUT)/obj/%_$(width).o))
LIB_OBJECTS = $(LIB_SOURCES:src/%.c=$(OUT)/obj/%.o) $(KERNEL_OBJECTS) $(OUT)/obj/gen/palettes.o $(OUT)/obj/gen/scenes.o
CLI_OBJECTS = $(CLI_SOURCES:src/%.c=$(OUT)/obj/%.o)
# Of the program, what is numbers alone.
UNIT_OBJECTS = $(UNIT_SOURCES:tests/%.c=$(OUT)/obj/tests/%.o) \
	$(patsubst %,$(OUT)/obj/cli/%.o,$(addprefix bot/,bot_choice bot_mood bot_sun bot_time))
PAGES_OBJECTS = $(OUT)/obj/tests/support/pages_make.o \
	$(patsubst %,$(OUT)/obj/cli/%.o,bot/bot_feed bot/bot_index bot/bot_time common/html_out common/xml)
# The words of alt_text.h held to pictures: alt_truth.c says how.
ALT_OBJECTS := $(patsubst tests/%.c,$(OUT)/obj/tests/%.o,$(wildcard tests/support/alt_truth*.c)) \
	$(patsubst %,$(OUT)/obj/cli/%.o,$(addprefix common/,alt_text alt_details alt_words colour_words))
LOOK_OBJECTS = $(LOOK_SOURCES:tests/%.c=$(OUT)/obj/tests/%.o)
bench_objects = $(patsubst %,$(OUT)/obj/tests/bench/%.o,$(1))
BENCH_OBJECTS = $(call bench_objects,bench child figures machine processes rows)
INSIDE_OBJECTS = $(call bench_objects,inside inside_maps inside_png inside_seeds \
	reference_maps reference_png reference_voronoi)
BENCH_KERNEL_OBJECTS = $(call bench_objects,kernels kernels_bytes kernels_pictures kernels_rows \
	kernels_whole)
# The harnesses of tests/fuzz, each with a corpus: check-fuzz replays it, fuzz grows it.
FUZZ = $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/*.c))
FUZZ_OBJECTS = $(FUZZ_SOURCES:tests/%.c=$(OUT)/obj/tests/%.o)
fuzz_objects = $(patsubst %,$(OUT)/obj/tests/fuzz/%.o,fuzz_$(1) fuzz $(FUZZ_OF_$(1)))
FUZZ_OF_api = any_scene any_map second_png
FUZZ_OF_write = second_png
# fuzz_argv hears what the program would say; fuzz_write looks into its archives.
SAID = common/say help
FUZZ_CLI_argv = $(filter-out $(patsubst %,$(OUT)/obj/cli/%.o,main $(SAID)),$(CLI_OBJECTS)) \
	$(patsubst %,$(OUT)/obj/tests/said/%.o,$(SAID))
FUZZ_CLI_write = $(OUT)/obj/cli/layers/ora.o
BENCH_TOOLS = $(addprefix $(OUT)/,bench bench-inside bench-memset bench-noise)

# ---- products ---------------------------------------------------------------

all: $(PROGRAM) $(STATIC) $(SHARED) ## the program, the static and the shared library (default)

# `q`, not `r`: two rooms may have files of one name, and `r` would keep one.
$(STATIC): $(LIB_OBJECTS) $(OUT)/files
	@rm -f $@
	$(call QUIET,AR $@)$(AR) qcs $@ $(LIB_OBJECTS)

$(SHARED): $(LIB_OBJECTS) $(OUT)/files $(OUT)/place
	$(call QUIET,LD $@)$(LINKER) $(LINK_SHARED) -o $@ $(LIB_OBJECTS) $(LIB_LIBS) $(LDLIBS)

$(PROGRAM): $(CLI_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(CLI_OBJECTS) $(STATIC) $(LIB_LIBS) $(CLI_LIBS) $(LDLIBS)

$(OUT)/obj/cli/%.o: src/cli/%.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC $<)$(COMPILE) $(CLI_FRAMES) $(CLI_CFLAGS) -fPIE -DRL_DATADIR='"$(datadir)"' -c -o $@ $<

$(OUT)/obj/%.o: src/%.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC $<)$(COMPILE) $(LIB_CFLAGS) -fPIC -c -o $@ $<

# base/cpu.c asks for AVX2 before a kernel for it is called (-mavx2 does not bring in FMA,
# which would round differently).
AVX2 = $(if $(filter x86_64-%,$(MACHINE)),-mavx2)
kernel = $(call QUIET,CC $< $(1))$(COMPILE) $(1) $(LIB_CFLAGS) -fPIC -c -o $@ $<

$(OUT)/obj/%_plain.o: src/%_kernel.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call kernel,-DLANES=1)

$(OUT)/obj/%_vector.o: src/%_kernel.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call kernel,-DLANES=4)

$(OUT)/obj/%_avx2.o: src/%_kernel.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call kernel,-DLANES=8 $(AVX2))

$(OUT)/obj/gen/%.o: $(OUT)/gen/%.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC $<)$(COMPILE) -fPIC -c -o $@ $<

$(OUT)/gen/palettes.c: $(PALETTES) src/base/embed.sh $(OUT)/files
	@mkdir -p $(@D)
	@sh src/base/embed.sh palette $(PALETTES) >$@

$(OUT)/gen/scenes.c: $(SCENES) src/base/embed.sh $(OUT)/files
	@mkdir -p $(@D)
	@sh src/base/embed.sh scene $(SCENES) >$@

# Only the files that speak of the data folder are compiled again for another PREFIX.
$(patsubst src/%.c,$(OUT)/obj/%.o,$(shell grep -rl RL_DATADIR src/cli --include='*.c' 2>/dev/null)): $(OUT)/place

# Each of these files holds what a build was made with and changes only with it,
# so that other flags, another compiler or a deleted source never mix with old objects.
$(OUT)/flags: export TEXT = $(shell $(CC) --version | head -n 1) $(COMPILE) \
	$(LIB_CFLAGS) $(CLI_CFLAGS) $(LINKER) $(LIB_LIBS) $(CLI_LIBS) $(LDLIBS)
$(OUT)/files: export TEXT = $(LIB_SOURCES) $(CLI_SOURCES) $(UNIT_SOURCES) $(PALETTES) $(SCENES)
$(OUT)/place: export TEXT = $(PREFIX) $(datadir) $(libdir)
$(OUT)/flags $(OUT)/files $(OUT)/place: needs
	@mkdir -p $(@D)
	@printf '%s\n' "$$TEXT" | cmp -s - $@ || printf '%s\n' "$$TEXT" >$@

needs:
	@command -v $(firstword $(CC)) >/dev/null || \
		{ echo "make: no C compiler '$(firstword $(CC))': 'make deps' installs one" >&2; exit 1; }
	@$(PKG_CONFIG) --exists libpng zlib inih jansson mxml minizip 2>/dev/null || \
		echo "make: pkg-config does not know all of libpng zlib inih jansson mxml minizip: 'make deps' installs them" >&2

-include $(patsubst %.o,%.d,$(LIB_OBJECTS) $(CLI_OBJECTS) $(UNIT_OBJECTS) $(LOOK_OBJECTS) \
	$(PAGES_OBJECTS) $(ALT_OBJECTS) \
	$(OUT)/obj/tests/support/many_scenes.o $(OUT)/obj/tests/support/locale_host.o \
	$(BENCH_OBJECTS) $(INSIDE_OBJECTS) $(BENCH_KERNEL_OBJECTS) \
	$(FUZZ_OBJECTS) $(patsubst %,$(OUT)/obj/tests/said/%.o,$(SAID)))

# ---- first use --------------------------------------------------------------

demo: $(PROGRAM) ## render landscape.png
	$(PROGRAM) -o landscape.png
	@echo 'The picture: $(CURDIR)/landscape.png'
	@echo 'Another one: $(PROGRAM) --seed NUMBER -o another.png'

samples: $(PROGRAM) ## render the pictures of README again
	sh samples/make-samples.sh $(PROGRAM)

# ---- tests ------------------------------------------------------------------

# The last two look at what a sanitizer changes: sections, symbols, linking.
CHECKS = check-unit check-cli check-golden check-fuzz check-docs \
	$(if $(SANITIZE),,check-structure check-install)

check: ## every test that needs no other program than those of `make deps`
	+@$(MAKE) --no-print-directory $(JOBS) $(CHECKS)
	@echo 'make check: all of $(CHECKS) passed'

check-unit: $(UNIT) ## the library, function by function (only what hangs runs out of time)
	CK_TIMEOUT_MULTIPLIER=$(or $(CK_TIMEOUT_MULTIPLIER),10) $(UNIT)

check-cli: $(PROGRAM) $(OUT)/pages-make $(OUT)/alt-truth ## the program from outside
	CC='$(CC)' sh tests/full/cli/run.sh $(PROGRAM)

check-golden: $(PROGRAM) ## pixels against tests/full/golden/hashes.txt
	GOLDEN_FAILURES=$(OUT)/golden-failures sh tests/full/golden/run.sh $(PROGRAM)

golden-accept: $(PROGRAM) ## make today's pixels the expected ones
	sh tests/full/golden/run.sh --accept $(PROGRAM)

check-look: $(OUT)/look ## what makes a picture good, measured over 100 bare seeds
	$(OUT)/look 100

check-structure: all ## layers, symbols and imports
	CC='$(CC)' sh tests/fast/structure.sh $(OUT)

# The unit tests are a prerequisite only so that nothing is compiled meanwhile.
check-install: all $(UNIT) ## install, use and uninstall in a scratch folder
	+MAKE='$(MAKE)' CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' sh tests/full/install.sh $(OUT) $(PREFIX)

check-fuzz: $(addprefix $(OUT)/replay-,$(FUZZ)) ## every harness of tests/fuzz over its corpus
	sh tests/fuzz/replay.sh $(OUT) $(FUZZ)

check-docs: ## the man pages, by mandoc
	mandoc -T lint -W warning $(or $(PAGES),docs/ridgeline.1)

check-oracles: all $(OUT)/pages-make ## second opinions: other readers, compilers and linters
	SCRIPTS='$(SCRIPTS)' sh tests/proofs/oracles.sh $(PROGRAM) $(PAGES)
	CC='$(CC)' sh tests/proofs/oracles-maps.sh $(STATIC)
	CC='$(CC)' sh tests/proofs/oracles-heights.sh $(STATIC)
	sh tests/proofs/oracles-mural.sh $(PROGRAM)
	CC='$(CC)' sh tests/proofs/oracles-layers.sh $(PROGRAM) $(STATIC)
	sh tests/proofs/oracles-animate.sh $(PROGRAM)
	sh tests/proofs/oracles-bot-pages.sh $(PROGRAM) $(OUT)/pages-make
	sh tests/proofs/oracles-wallpaper.sh $(PROGRAM)
	sh tests/proofs/oracles-bot.sh $(PROGRAM)
	+$(MAKE) CC=clang WERROR=1 BUILD=$(OUT)/clang all check-unit

torture: $(PROGRAM) ## every fault once: memory, calls, kills, disks, streams (half an hour; SLICE=1: a minute)
	CC='$(CC)' SLICE='$(SLICE)' sh tests/proofs/fault/run.sh $(PROGRAM)

# Each of these takes from minutes to an hour; SLICE=1 is about a minute of it.
PROOFS = torture fuzz sanitizers determinism mutants round-trips check-release

slices: ## a minute of each long proof (after deps-trust)
	+for proof in $(PROOFS); do $(MAKE) --no-print-directory SLICE=1 $$proof || exit; done

check-bot: $(PROGRAM) ## a bot killed at every call, then a year of it in six time zones (half an hour)
	CC='$(CC)' sh tests/proofs/fault/bot.sh $(PROGRAM)
	sh tests/proofs/bot-year.sh $(PROGRAM)

round-trips: $(UNIT) ## 10,000 random scenes: text, picture and map, there and back (SLICE=1: 300)
	ROUND_TRIPS=$(or $(N),$(if $(SLICE),300,10000)) $(UNIT) round_trip

# PAIRS=3: fewer turns; BENCH='png square': these groups alone; BENCH_LONG=1: whole streams.
RUN_BENCH = $(OUT)/bench -n $(or $(PAIRS),7) $(if $(BENCH_LONG),-w)

bench: $(PROGRAM) $(BENCH_TOOLS) ## speed and memory beside memset, libpng, ImageMagick, GDAL, libnoise
	$(RUN_BENCH) $(PROGRAM) $(BENCH)

bench-results: $(PROGRAM) $(BENCH_TOOLS) ## the same, kept in tests/bench/results.md
	$(RUN_BENCH) -o tests/bench/results.md $(PROGRAM) $(BENCH)

bench-kernels: $(OUT)/bench-kernels ## each kernel's variants: equal to plain C, and how fast
	$(OUT)/bench-kernels

bench-maps: $(OUT)/bench-maps ## erosion scores of the map passes beside published ones
	$(OUT)/bench-maps

check-release: ## the release build twice, in other folders, zones, locales: equal, and hardened
	+MAKE='$(MAKE)' sh tests/proofs/release.sh $(OUT)

# SLICE=1: the program as it is, in other surroundings; PARTS: see the script.
determinism: $(if $(SLICE),all) ## the golden pixels under compilers, flags, threads, locales, CPUs (an hour)
	+MAKE='$(MAKE)' PARTS='$(PARTS)' sh tests/proofs/determinism.sh $(OUT) $(if $(SLICE),$(PROGRAM))

# SLICE=1: two builds and pixels alone; PARTS: see the script.
sanitizers: ## the tests under ASan, UBSan, integer, TSan, MSan and valgrind (an hour)
	+MAKE='$(MAKE)' SLICE='$(SLICE)' PARTS='$(PARTS)' sh tests/proofs/sanitizers.sh $(BUILD)

# SECONDS=600: of each harness; SLICE=1: eight, for CI; MERGE=1: what reaches new code joins
# the unpacked corpora (make fuzz-pack commits them); FUZZ='scene api': these harnesses alone.
FUZZ_SANITIZERS = fuzzer-no-link,address,undefined,float-cast-overflow,float-divide-by-zero

fuzz: fuzz-unpack ## libFuzzer on every parser, the options and the calls, a minute each (clang)
	@command -v clang >/dev/null || \
		{ echo "make: no clang: 'make deps-trust' installs it" >&2; exit 1; }
	+$(MAKE) CC=clang BUILD=$(OUT)/fuzz SANITIZE=$(FUZZ_SANITIZERS) CFLAGS='-O1 -g' \
		LDFLAGS= fuzz-programs
	sh tests/fuzz/run.sh $(OUT)/fuzz/sanitize $(OUT)/fuzz/work $(OUT)/fuzz/corpus \
		$(or $(SECONDS),$(if $(SLICE),8,60)) '$(MERGE)' $(FUZZ)

fuzz-unpack: $(OUT)/fuzz-pack ## the corpora as folders of files: build/fuzz/corpus
	sh tests/fuzz/unpack.sh $(OUT)/fuzz-pack $(OUT)/fuzz/corpus $(FUZZ)

fuzz-pack: fuzz-unpack ## pack those folders again into tests/fuzz/corpus
	for harness in $(FUZZ); do $(OUT)/fuzz-pack pack $(OUT)/fuzz/corpus/$$harness \
		tests/fuzz/corpus/$$harness.pack && touch $(OUT)/fuzz/corpus/$$harness || exit; done

# SLICE=N: four of them, other ones for each N; MUTANTS='name name': these.
mutants: all $(UNIT) $(OUT)/pages-make $(OUT)/alt-truth ## breaks the source in many ways, each of which a test must tell
	+MAKE='$(MAKE)' CC='$(CC)' SLICE='$(SLICE)' sh tests/proofs/mutants/run.sh $(OUT) $(MUTANTS)

# One runner holds every tests/fast/test_X.c and tests/full/test_X.c, each of which defines suite_X().
$(OUT)/gen/suites.h: $(OUT)/files
	@mkdir -p $(@D)
	@for suite in $(patsubst test_%,%,$(basename $(notdir $(SUITES)))); do \
		echo "SUITE($$suite)"; done >$@

$(OUT)/obj/tests/%.o: tests/%.c $(OUT)/gen/suites.h $(OUT)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC $<)$(COMPILE) $(LIB_CFLAGS) $(CLI_CFLAGS) $(CHECK_CFLAGS) -I$(OUT)/gen -Itests -fPIE -c -o $@ $<

$(OUT)/obj/tests/said/%.o: src/cli/%.c tests/fuzz/said.h $(OUT)/flags
	@mkdir -p $(@D)
	$(call QUIET,CC $<)$(COMPILE) $(CLI_CFLAGS) -include tests/fuzz/said.h -fPIE -c -o $@ $<

link_fuzz = $(LINKER) $(LINK_PROGRAM) $(1) -o $@ $(filter %.o,$^) $(STATIC) $(LIB_LIBS) $(CLI_LIBS) $(LDLIBS)

.SECONDEXPANSION:
$(addprefix $(OUT)/replay-,$(FUZZ)): $(OUT)/replay-%: $(OUT)/obj/tests/fuzz/replay.o $(OUT)/obj/tests/fuzz/pack.o \
		$$(call fuzz_objects,$$*) $$(FUZZ_CLI_$$*) $(STATIC)
	$(call QUIET,LD $@)$(link_fuzz)

$(addprefix $(OUT)/fuzz-,$(FUZZ)): $(OUT)/fuzz-%: $$(call fuzz_objects,$$*) $$(FUZZ_CLI_$$*) $(STATIC)
	$(call QUIET,LD $@)$(call link_fuzz,-fsanitize=fuzzer)

fuzz-programs: $(addprefix $(OUT)/fuzz-,$(FUZZ))

$(OUT)/fuzz-pack: $(addprefix $(OUT)/obj/tests/fuzz/,pack_tool.o pack.o)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $^ $(LDLIBS)

# pages_make: the program's own pages without its clock and its pictures.
$(OUT)/pages-make: $(PAGES_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(PAGES_OBJECTS) $(STATIC) $(LIB_LIBS) $(CLI_LIBS) $(LDLIBS)

$(OUT)/look: $(LOOK_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(LOOK_OBJECTS) $(STATIC) $(LIB_LIBS) $(LDLIBS)

$(OUT)/alt-truth: $(ALT_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(ALT_OBJECTS) $(STATIC) $(LIB_LIBS) -lm $(LDLIBS)

$(OUT)/bench: $(BENCH_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(BENCH_OBJECTS) $(STATIC) $(LIB_LIBS) $(LDLIBS)

$(OUT)/bench-inside: $(INSIDE_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(INSIDE_OBJECTS) $(STATIC) $(LIB_LIBS) -lm $(LDLIBS)

$(OUT)/bench-kernels: $(BENCH_KERNEL_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(BENCH_KERNEL_OBJECTS) $(STATIC) $(LIB_LIBS) $(LDLIBS)

$(OUT)/bench-memset: $(OUT)/obj/tests/bench/memset.o
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $< $(LDLIBS)

# Without libnoise or a C++ compiler there is no such program: bench says so and fails.
$(OUT)/bench-noise: tests/bench/noise.cpp $(OUT)/flags
	-$(call QUIET,CXX $<)$(CXX) -O2 $(CXXFLAGS) $(LDFLAGS) -o $@ $< -lnoise $(LDLIBS)

$(OUT)/bench-maps: $(OUT)/obj/tests/bench/maps.o $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $< $(STATIC) $(LIB_LIBS) $(LDLIBS)

$(OUT)/many-scenes $(OUT)/locale-host: $(OUT)/%: $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(filter %.o,$^) $(STATIC) $(LIB_LIBS) $(LDLIBS)

$(OUT)/many-scenes: $(OUT)/obj/tests/support/many_scenes.o
$(OUT)/locale-host: $(OUT)/obj/tests/support/locale_host.o

$(UNIT): $(UNIT_OBJECTS) $(STATIC)
	$(call QUIET,LD $@)$(LINKER) $(LINK_PROGRAM) -o $@ $(UNIT_OBJECTS) $(STATIC) $(LIB_LIBS) $(CHECK_LIBS) $(LDLIBS)

# ---- care of the source -----------------------------------------------------

C_FILES = $(sort $(shell find include src tests -name '*.[ch]'))

format: ## lay out the C files by .clang-format
	clang-format -i $(C_FILES)

TIDY = -*,bugprone-*,cert-*,clang-analyzer-*,-bugprone-easily-swappable-parameters \
	,-clang-analyzer-security.insecureAPI.Deprecated*

# Files in which gcc's analyzer finds paths to follow: kernels have hardly any.
ANALYZED = $(LIB_SOURCES) $(CLI_SOURCES)

lint: ## what clang-tidy, gcc's analyzer and cppcheck have to say; some of it is wrong
	clang-tidy --quiet --checks='$(TIDY)' \
		$(LIB_SOURCES) $(CLI_SOURCES) -- -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc \
		-DRL_DATADIR='"$(datadir)"' $(LIB_CFLAGS) $(CLI_CFLAGS)
	for file in $(ANALYZED); do gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -fanalyzer -Iinclude -Isrc \
		-DRL_DATADIR='"$(datadir)"' $(LIB_CFLAGS) $(CLI_CFLAGS) -c -o /dev/null $$file || exit 1; done
	cppcheck --quiet --std=c11 --enable=warning,portability --suppress=missingIncludeSystem \
		-DFLT_EVAL_METHOD=0 -DRL_DATADIR='""' -Iinclude -Isrc src

# Counters of one function are added up wherever it was compiled to, so nothing is
# inlined; atomic, because threads share them; gnu11, where gcc knows that fork and
# exec end or double what was counted.  gcc alone: gcov reads its notes.
COVERAGE = $(OUT)/coverage
COVERAGE_CFLAGS = -Og -g --coverage -fprofile-update=atomic -fno-inline -Dalways_inline= -DSUPPORT_SHARE=8 -std=gnu11
COVERAGE_LDFLAGS = -Wl,--wrap=raise,--wrap=_exit $(abspath $(COVERAGE))/dump.o

# What tests find is told by `make check` and `make torture`; here they only count, and one
# that waits too short a time for slow programs must not keep the figures back.
COVERAGE_RUN = GCOV_ERROR_FILE=$(abspath $(COVERAGE))/gcov.log

coverage: ## what the tests reach of src/, line by line: fails where it is too little (an hour)
	rm -rf $(COVERAGE)
	@mkdir -p $(COVERAGE)
	gcc -O1 -c -o $(COVERAGE)/dump.o tests/support/coverage_dump.c
	-+CK_FORK=no $(COVERAGE_RUN) $(MAKE) -k BUILD=$(COVERAGE) CC=gcc CFLAGS='$(COVERAGE_CFLAGS)' \
		LDFLAGS='$(COVERAGE_LDFLAGS)' check-unit check-cli check-golden
	-SLICE=1 POINTS=30 $(COVERAGE_RUN) sh tests/proofs/fault/heap.sh $(COVERAGE)/ridgeline | grep ' passed, '
	-SLICE=1 ONCE=1 POINTS=20 $(COVERAGE_RUN) sh tests/proofs/fault/calls.sh $(COVERAGE)/ridgeline | grep ' passed, '
	sh tests/proofs/coverage.sh $(COVERAGE)

# ---- installing -------------------------------------------------------------

D = $(DESTDIR)
INSTALL_DIRS = $(bindir) $(libdir)/pkgconfig $(includedir) $(palettedir) $(docdir) \
	$(mandir)/man1 $(mandir)/man3 $(mandir)/man5 $(bashdir) $(zshdir) $(fishdir)

install: all ## program, libraries, header, .pc, pages, palettes, completions (PREFIX, DESTDIR)
	$(INSTALL) -d $(addprefix $(D),$(INSTALL_DIRS))
	$(INSTALL) -m 755 $(PROGRAM) $(D)$(bindir)/ridgeline
	$(INSTALL) -m 644 $(STATIC) $(D)$(libdir)/libridgeline.a
	$(INSTALL) -m 755 $(SHARED) $(D)$(libdir)/$(word 1,$(SHARED_NAMES))
	ln -sf $(word 1,$(SHARED_NAMES)) $(D)$(libdir)/$(word 2,$(SHARED_NAMES))
	ln -sf $(word 2,$(SHARED_NAMES)) $(D)$(libdir)/$(word 3,$(SHARED_NAMES))
	$(INSTALL) -m 644 include/ridgeline.h $(D)$(includedir)/ridgeline.h
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@libdir@|$(libdir)|' -e 's|@includedir@|$(includedir)|' \
		-e 's|@version@|$(VERSION)|' src/ridgeline.pc.in >$(OUT)/ridgeline.pc
	$(INSTALL) -m 644 $(OUT)/ridgeline.pc $(D)$(libdir)/pkgconfig/ridgeline.pc
	for page in $(PAGES); do $(INSTALL) -m 644 $$page $(D)$(mandir)/man$${page##*.}/ || exit; done
	$(INSTALL) -m 644 $(PALETTES) $(D)$(palettedir)/
	$(INSTALL) -m 644 README.md LICENSE $(D)$(docdir)/
	$(INSTALL) -m 644 docs/completions/ridgeline.bash $(D)$(bashdir)/ridgeline
	$(INSTALL) -m 644 docs/completions/_ridgeline $(D)$(zshdir)/_ridgeline
	$(INSTALL) -m 644 docs/completions/ridgeline.fish $(D)$(fishdir)/ridgeline.fish

uninstall: ## remove what `make install` with the same PREFIX and DESTDIR put there
	rm -f $(D)$(bindir)/ridgeline $(addprefix $(D)$(libdir)/,libridgeline.a $(SHARED_NAMES)) \
		$(D)$(includedir)/ridgeline.h $(D)$(libdir)/pkgconfig/ridgeline.pc \
		$(foreach page,$(PAGES),$(D)$(mandir)/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
		$(PALETTES:palettes/%=$(D)$(palettedir)/%) $(D)$(docdir)/README.md $(D)$(docdir)/LICENSE \
		$(D)$(bashdir)/ridgeline $(D)$(zshdir)/_ridgeline $(D)$(fishdir)/ridgeline.fish
	for dir in $(D)$(palettedir) $(D)$(datadir)/ridgeline $(D)$(docdir); do \
		if [ -d $$dir ]; then rmdir $$dir || exit; fi; done

dist: ## a source archive of the last commit
	@mkdir -p $(OUT)
	git archive --prefix=ridgeline-$(VERSION)/ -o $(OUT)/ridgeline-$(VERSION).tar.gz HEAD

clean: ## delete what was built
	rm -rf $(OUT)

distclean: ## delete what was built and the demo's picture
	rm -rf $(BUILD) landscape.png

.PHONY: all bench bench-kernels bench-maps bench-results check $(CHECKS) check-structure \
	check-install check-oracles check-release clean coverage demo determinism dist distclean \
	format fuzz fuzz-pack fuzz-programs fuzz-unpack golden-accept install lint mutants needs round-trips samples sanitizers slices torture uninstall
endif

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' Makefile

.PHONY: help
.DELETE_ON_ERROR:
