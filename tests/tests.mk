# tests.mk - the rules of all tests; Makefile includes it.
#
# tests/fast runs in seconds (make check-fast), tests/full in minutes (make check), each
# target below "proofs" for minutes to hours.  tests/support is shared code and data.

CHECK_CFLAGS := $(call package,--cflags,check)
CHECK_LIBS := $(call package,--libs,check,-lcheck)
UNIT = $(OUT)/unit
GOLDEN = GOLDEN_FAILURES=$(OUT)/golden-failures sh tests/full/golden/run.sh
# The harnesses of tests/fuzz, each with a packed corpus: check-fuzz replays it, fuzz grows it.
FUZZ = $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
SCRIPTS := $(sort $(shell find src tests samples .ci -name '*.sh'))

# ---- check ------------------------------------------------------------------

# The last three need what a sanitizer changes: sections, symbols, linking.
# No test and no sample depends on the settings of who runs it.
export RIDGELINE_CONFIG =

CHECKS = check-unit check-cli check-golden check-older check-fuzz check-docs check-style mutants-apply \
	$(if $(SANITIZE),,check-structure check-install check-adding)
FAST_CHECKS = check-unit-fast check-golden check-docs check-style mutants-apply $(if $(SANITIZE),,check-structure)

# run_checks TARGETS: all of them, each with a log; at the end a list of what failed.
run_checks = +@sh tests/support/checks.sh $(OUT)/check $(1) -- \
	$(MAKE) --no-print-directory $(JOBS) -k LOGS=$(OUT)/check
# LOGS: a check writes to its log and prints one line.
LOGGED = $(if $(LOGS),@sh tests/support/logged.sh $(LOGS)/$@)

check: ## every test that needs only the programs of `make deps` (three minutes with the build)
	$(call run_checks,$(CHECKS))

check-fast: ## quick unit tests, pixels, pages, structure (half a minute)
	$(call run_checks,$(FAST_CHECKS))

# A test is stopped only when it hangs.
run_unit = env GOLDEN_SCENES=$(OUT)/golden-scenes CK_TIMEOUT_MULTIPLIER=$(or $(CK_TIMEOUT_MULTIPLIER),10) \
	sh tests/support/suites.sh $(1)

$(OUT)/golden-scenes: $(PROGRAM) $(wildcard tests/full/golden/*.*)
	@sh tests/full/golden/texts.sh $(PROGRAM) $@

check-unit: $(UNIT) $(OUT)/golden-scenes ## the library, function by function
	$(LOGGED) $(call run_unit,$(UNIT)) $(ALL_SUITES)

check-unit-fast: $(UNIT)
	$(LOGGED) $(call run_unit,$(UNIT)) $(call suite_names,$(filter tests/fast/%,$(SUITES)))

check-cli: $(PROGRAM) $(OUT)/pages-make $(OUT)/alt-truth ## the program from outside
	$(LOGGED) env CC='$(CC)' sh tests/full/cli/run.sh $(PROGRAM)

check-golden: $(PROGRAM) ## pixels against tests/full/golden/hashes.txt
	$(LOGGED) env $(GOLDEN) $(PROGRAM)

check-older: $(PROGRAM) ## the same pixels from scene texts with the names of version 0.2
	$(LOGGED) env $(GOLDEN) --older $(PROGRAM)

golden-accept: $(PROGRAM) ## make today's pixels the expected ones
	$(GOLDEN) --accept $(PROGRAM)

check-structure: all ## layers, symbols and imports
	$(LOGGED) env CC='$(CC)' sh tests/fast/structure.sh $(OUT)

# Programs that a target does not run are prerequisites so that nothing is compiled meanwhile.
ALL_COMPILED = all $(UNIT) $(FUZZ:%=$(OUT)/replay-%) $(OUT)/pages-make $(OUT)/alt-truth

check-install: $(ALL_COMPILED) ## install, use and uninstall in a scratch folder
	+$(LOGGED) env MAKE='$(MAKE)' CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' \
		sh tests/full/install.sh $(OUT) $(PREFIX)

check-adding: $(ALL_COMPILED) ## each ingredient is one file and one row: tests/adding
	+$(LOGGED) env MAKE='$(MAKE)' CC='$(CC)' sh tests/adding/run.sh $(OUT)

check-fuzz: $(FUZZ:%=$(OUT)/replay-%) ## every harness of tests/fuzz over its corpus
	$(LOGGED) sh tests/fuzz/replay.sh $(OUT) $(FUZZ)

check-docs: $(PAGES) ## the man pages, by mandoc
	$(LOGGED) mandoc -T lint -W warning $(PAGES)

check-style: ## comments, numbers and small functions: no count of tests/fast/style.txt may rise; commits; README
	$(LOGGED) sh -c 'sh tests/fast/readme.sh && sh tests/fast/style.sh'

style: ## the places of a count of check-style: LIST=decimals [ROOM=layers]
	@find $(or $(ROOM:%=src/%),src include) -name '*.[ch]' | LC_ALL=C sort | \
		xargs awk -v LIST='$(or $(LIST),mid-sentence)' -f tests/fast/style.awk

style-accept: ## make today's counts the highest that check-style allows
	@sh tests/fast/style.sh --accept

check-look: $(OUT)/look ## what makes a picture good, measured over every world and composition
	$(OUT)/look

# ---- proofs -----------------------------------------------------------------

# Each of these takes from minutes to an hour; SLICE=1 is at most two minutes of it.
SLICES = brute torture fuzz sanitizers determinism mutants-listed round-trips check-release check-clang \
	check-wasm check-web

slices: ## two minutes of each long proof (after deps-trust, deps-wasm and deps-web)
	+@for proof in $(SLICES); do begin=$$(date +%s); $(MAKE) --no-print-directory $(JOBS) SLICE=1 $$proof || exit; \
		echo "slice $$proof: $$(($$(date +%s) - begin)) s"; done

check-oracles: all $(PAGES) $(OUT)/pages-make ## second opinions: other readers, compilers and linters
	SCRIPTS='$(SCRIPTS)' sh tests/proofs/oracles.sh $(PROGRAM) $(PAGES)
	CC='$(CC)' sh tests/proofs/oracles-maps.sh $(STATIC)
	CC='$(CC)' sh tests/proofs/oracles-heights.sh $(STATIC)
	sh tests/proofs/oracles-dem.sh $(PROGRAM)
	sh tests/proofs/oracles-mural.sh $(PROGRAM)
	CC='$(CC)' sh tests/proofs/oracles-layers.sh $(PROGRAM)
	sh tests/proofs/oracles-engines.sh $(PROGRAM)
	sh tests/proofs/oracles-animate.sh $(PROGRAM)
	sh tests/proofs/oracles-bot-pages.sh $(PROGRAM) $(OUT)/pages-make
	sh tests/proofs/oracles-wallpaper.sh $(PROGRAM)
	sh tests/proofs/oracles-bot.sh $(PROGRAM)
	sh tests/proofs/oracles-theme.sh $(PROGRAM)
	+$(MAKE) CC=clang WERROR=1 BUILD=$(OUT)/clang check-unit

check-clang: ## everything compiled by clang without a warning; quick unit tests and pixels
	+$(MAKE) $(JOBS) CC=clang WERROR=1 BUILD=$(OUT)/clang check-unit-fast check-golden \
		all $(addprefix $(OUT)/clang/,look bench bench-inside bench-kernels bench-maps)

torture: $(PROGRAM) ## every fault once: memory, calls, kills, disks, streams (half an hour; SLICE=1: a minute)
	CC='$(CC)' SLICE='$(SLICE)' sh tests/proofs/fault/run.sh $(PROGRAM)

check-bot: $(PROGRAM) ## a bot killed at every call, then a year of it and of daily wallpapers (half an hour)
	CC='$(CC)' sh tests/proofs/fault/bot.sh $(PROGRAM)
	sh tests/proofs/bot-year.sh $(PROGRAM)
	sh tests/proofs/wallpaper-year.sh $(PROGRAM)

check-servers: $(PROGRAM) ## the bot against real servers on 127.0.0.1, which fail in every way (after deps-servers; ten minutes)
	python3 tests/proofs/servers.py $(PROGRAM) build/servers

# SLICE=1: without the three longest suites, which take two thirds of the time, and without layers
# and loop: scene 7 of one and scene 38 of the other are beyond their bounds since version 0.2.
brute: $(PROGRAM) $(OUT)/unit-brute $(OUT)/golden-scenes $(OUT)/alt-truth ## the long loops of unit tests, alt texts at full size, grounds of all worlds (a few minutes)
	$(call run_unit,$(OUT)/unit-brute) $(filter-out $(if $(SLICE),property heap dither layers loop),$(ALL_SUITES))
	sh tests/proofs/alt-year.sh $(PROGRAM) 40
	CC='$(CC)' sh tests/proofs/ground.sh $(PROGRAM) $(if $(SLICE),20)

round-trips: $(UNIT) ## 10,000 random scenes: text, picture and map, there and back (SLICE=1: 300)
	ROUND_TRIPS=$(or $(N),$(if $(SLICE),300,10000)) CK_TIMEOUT_MULTIPLIER=100 $(UNIT) round_trip

gigapixels: $(PROGRAM) ## 100 gigapixels in bands, by processes of bounded memory (half an hour; SLICE=1: three bands)
	SLICE='$(SLICE)' sh tests/proofs/gigapixels.sh $(PROGRAM)

check-release: all ## this build and another in another folder, zone and locale: equal, and hardened
	+MAKE='$(MAKE)' sh tests/proofs/release.sh $(OUT)

# SLICE=1: the program as it is, in other surroundings; PARTS: see the script.
determinism: $(if $(SLICE),all) ## the golden pixels under compilers, flags, threads, locales, CPUs (an hour)
	+MAKE='$(MAKE)' PARTS='$(PARTS)' sh tests/proofs/determinism.sh $(OUT) $(if $(SLICE),$(PROGRAM))

# SLICE=1: pixels alone, by the build of the fuzzers and by one for threads; PARTS: see the script.
sanitizers: $(if $(SLICE),fuzz-build) ## the tests under ASan, UBSan, integer, TSan, MSan and valgrind (an hour)
	+MAKE='$(MAKE)' SLICE='$(if $(SLICE),$(FUZZ_OUT))' PARTS='$(PARTS)' sh tests/proofs/sanitizers.sh $(BUILD)

# PLACES=400 SEED=2 FILES='src/cli/bot/*' FULL=1 (every test, not those that know the file alone);
# SLICE=1: six places of seed 1.  A report, which never fails for a survivor.
mutants: all $(UNIT) $(OUT)/golden-scenes $(OUT)/pages-make $(OUT)/alt-truth ## breaks the source by rule at random places and prints what no test caught
	+MAKE='$(MAKE)' CC='$(CC)' PLACES='$(or $(PLACES),$(if $(SLICE),6,40))' SEED='$(SEED)' FILES='$(FILES)' \
		FULL='$(FULL)' sh tests/proofs/mutants/random.sh $(OUT)

# SLICE=N: four of them, other ones for each N; MUTANTS='name name': these.
mutants-listed: all $(UNIT) $(OUT)/golden-scenes $(OUT)/pages-make $(OUT)/alt-truth ## breaks the source in many ways, each of which a test must catch
	+MAKE='$(MAKE)' CC='$(CC)' SLICE='$(SLICE)' sh tests/proofs/mutants/run.sh $(OUT) $(MUTANTS)

mutants-apply: ## names the mutants that no longer apply to the source, in seconds
	$(LOGGED) sh tests/proofs/mutants/applies.sh

# Counters of one function are added up wherever it was compiled to, so nothing is
# inlined; atomic, because threads share them; gnu11, where gcc knows that fork and
# exec end or double what was counted.  gcc alone: gcov reads its notes.
COVERAGE = $(OUT)/coverage
COVERAGE_CFLAGS = -Og -g --coverage -fprofile-update=atomic -fno-inline -Dalways_inline= -std=gnu11
COVERAGE_LDFLAGS = -Wl,--wrap=raise,--wrap=_exit $(abspath $(COVERAGE))/dump.o
# Failures are reported by `make check` and `make torture`; here tests only count, and one
# that is too slow for its time limit must not keep the figures back.
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

# ---- fuzzing ----------------------------------------------------------------

# SECONDS=600: of each harness; SEED=1: the same inputs again; SLICE=1: eight seconds of seed 1,
# for CI; MERGE=1: what reaches new code joins the unpacked corpora (make fuzz-pack commits them);
# FUZZ='scene api': these harnesses alone.
FUZZ_SANITIZERS = fuzzer-no-link,address,undefined,integer,float-cast-overflow,float-divide-by-zero
FUZZ_OUT = $(OUT)/fuzz/sanitize
# Numbers without a sign may wrap: that is a report of the sanitizers' slice, which paints known
# scenes, and no failure of an input.
FUZZ_CFLAGS = -O1 -g -fsanitize-ignorelist=$(CURDIR)/tests/proofs/sanitizers-ignore.txt \
	-fsanitize-recover=unsigned-integer-overflow,unsigned-shift-base,implicit-conversion

fuzz: fuzz-unpack fuzz-build ## libFuzzer on every parser, the options and the calls, a minute each (clang)
	sh tests/fuzz/run.sh $(FUZZ_OUT) $(OUT)/fuzz/work $(OUT)/fuzz/corpus \
		$(or $(SECONDS),$(if $(SLICE),8,60)) $(or $(SEED),$(if $(SLICE),1,0)) '$(MERGE)' $(FUZZ)

# The slice of the sanitizers uses this build, too.
fuzz-build:
	@command -v clang >/dev/null || \
		{ echo "make: no clang: 'make deps-trust' installs it" >&2; exit 1; }
	+$(MAKE) $(JOBS) CC=clang BUILD=$(OUT)/fuzz SANITIZE=$(FUZZ_SANITIZERS) LDFLAGS= \
		CFLAGS='$(FUZZ_CFLAGS)' fuzz-programs $(FUZZ_OUT)/ridgeline $(FUZZ_OUT)/many-scenes

fuzz-unpack: $(OUT)/fuzz-pack ## the corpora as folders of files: build/fuzz/corpus
	sh tests/fuzz/unpack.sh $(OUT)/fuzz-pack $(OUT)/fuzz/corpus $(FUZZ)

fuzz-pack: fuzz-unpack ## pack those folders again into tests/fuzz/corpus
	for harness in $(FUZZ); do $(OUT)/fuzz-pack pack $(OUT)/fuzz/corpus/$$harness \
		tests/fuzz/corpus/$$harness.pack && touch $(OUT)/fuzz/corpus/$$harness || exit; done

# ---- benchmarks -------------------------------------------------------------

# PAIRS=3: fewer turns; BENCH='png square': these groups alone; BENCH_LONG=1: whole streams.
RUN_BENCH = $(OUT)/bench -n $(or $(PAIRS),7) $(if $(BENCH_LONG),-w)
BENCH_TOOLS = $(addprefix $(OUT)/,bench bench-inside bench-memset bench-noise)

bench: $(PROGRAM) $(BENCH_TOOLS) ## speed and memory beside memset, libpng, ImageMagick, GDAL, libnoise
	$(RUN_BENCH) $(PROGRAM) $(BENCH)

bench-results: $(PROGRAM) $(BENCH_TOOLS) ## the same, kept in tests/bench/results.md
	$(RUN_BENCH) -o tests/bench/results.md $(PROGRAM) $(BENCH)

readme-speed: ## write the table of speed of README.md from tests/bench/results.md
	sh tests/fast/readme.sh --write

OLD = $(OUT)/compare
bench-compare: $(PROGRAM) ## paired CPU times of this program and another revision: REV=HEAD~20 [PAIRS=11]
	@git rev-parse -q --verify '$(REV)^{commit}' >/dev/null || \
		{ echo 'make bench-compare REV=<revision>' >&2; exit 2; }
	rm -rf $(OLD) && mkdir -p $(OLD) && git archive '$(REV)' | tar -x -C $(OLD)
	+@$(MAKE) -s -C $(OLD) BUILD=build $(JOBS)
	bash tests/bench/versions.sh $(OLD)/build/ridgeline $(PROGRAM) $(PAIRS)

bench-kernels: $(OUT)/bench-kernels ## each kernel's variants: equal to plain C, and how fast
	$(OUT)/bench-kernels

bench-maps: $(OUT)/bench-maps ## erosion scores of the map passes beside published ones
	$(OUT)/bench-maps

# ---- programs of the tests --------------------------------------------------

# The program without its main: tests link what they need of it.
CLI_ARCHIVE = $(OUT)/program.a
$(CLI_ARCHIVE): $(filter-out $(OUT)/obj/cli/main.o,$(CLI_OBJECTS)) $(OUT)/files
	@rm -f $@
	$(call QUIET,AR $@)$(AR) qcs $@ $(filter %.o,$^)

TEST_CFLAGS = $(LIB_CFLAGS) $(CLI_CFLAGS) $(CHECK_CFLAGS) -I$(OUT)/gen -Itests -fPIE
TEST_LIBS = $(CLI_ARCHIVE) $(STATIC) $(LIB_LIBS) $(CLI_LIBS) -lm

$(OUT)/obj/tests/%.o: tests/%.c $(OUT)/flags
	$(call compile,$(TEST_CFLAGS))

# program NAME,SOURCES,FLAGS: a rule that links $(OUT)/NAME of SOURCES, named without tests/ and .c.
define program
$(OUT)/$(1): $(2:%=$(OUT)/obj/tests/%.o) $(CLI_ARCHIVE) $(STATIC)
	$$(call link,$(LINK_PROGRAM) $$(filter %.o,$$^) $(TEST_LIBS) $(3))
endef
tests_of = $(patsubst tests/%.c,%,$(sort $(wildcard $(1:%=tests/%.c))))

# One runner holds every test_X.c of tests/fast and tests/full: suite X.
SUITES := $(sort $(wildcard tests/fast/test_*.c tests/full/test_*.c))
suite_names = $(patsubst test_%,%,$(basename $(notdir $(1))))
# The longest come first, so that none is alone at the end.
FIRST_SUITES = property heap water composition
ALL_SUITES = $(FIRST_SUITES) $(filter-out $(FIRST_SUITES),$(call suite_names, \
	$(filter tests/full/%,$(SUITES)) $(filter tests/fast/%,$(SUITES))))
UNIT_SUPPORT = runner support passes blue_noise guarded palette_sample $(KERNEL_CASES)
KERNEL_CASES = $(notdir $(call tests_of,support/kernels*))
# libtiff writes what is read.
UNIT_LIBS := $(CHECK_LIBS) $(if $(TIFF),$(call package,--libs,$(TIFF)))
$(eval $(call program,unit,$(SUITES:tests/%.c=%) $(UNIT_SUPPORT:%=support/%),$(UNIT_LIBS)))

# The same with its loops at full size (SUPPORT_SHARE, tests/support/support.h).
$(eval $(call program,unit-brute,$(SUITES:tests/%.c=brute/%) $(UNIT_SUPPORT:%=brute/support/%),$(UNIT_LIBS)))
$(OUT)/obj/tests/brute/%.o: tests/%.c $(OUT)/flags
	$(call compile,$(TEST_CFLAGS),-DSUPPORT_SHARE=1)

$(eval $(call program,look,$(call tests_of,look/*)))
# The text of alt_text.h compared with pictures, and the bot's pages without clock and pictures.
$(eval $(call program,alt-truth,$(call tests_of,support/alt_truth*)))
$(eval $(call program,pages-make,support/pages_make))
$(eval $(call program,many-scenes,support/many_scenes))
$(eval $(call program,locale-host,support/locale_host))

bench_parts = $(addprefix bench/,$(1))
$(eval $(call program,bench,$(call bench_parts,bench child figures machine motion processes rows worlds)))
$(eval $(call program,bench-inside,$(call bench_parts,inside inside_maps inside_paint inside_png \
	inside_relief inside_seeds reference_maps reference_png reference_voronoi) support/passes))
$(eval $(call program,bench-kernels,bench/kernels $(KERNEL_CASES:%=support/%)))
$(eval $(call program,bench-maps,bench/maps bench/maps_land bench/maps_paper support/passes))
$(eval $(call program,bench-memset,bench/memset))

# Without libnoise or a C++ compiler there is no such program: bench has a note of it.
$(OUT)/bench-noise: tests/bench/noise.cpp $(OUT)/flags
	-$(call QUIET,CXX $<)$(CXX) -O2 $(CXXFLAGS) $(LDFLAGS) -o $@ $< -lnoise $(LDLIBS)

FUZZ_OF_api = fuzz/any_scene fuzz/any_map fuzz/second_png
FUZZ_OF_write = fuzz/second_png
# The messages of the program go to fuzz_argv.
FUZZ_OF_argv = said/common/say said/help/help
fuzz_parts = fuzz/fuzz_$(1) fuzz/fuzz $(FUZZ_OF_$(1))
$(foreach name,$(FUZZ),$(eval $(call program,replay-$(name),fuzz/replay fuzz/pack $(call fuzz_parts,$(name)))))
$(foreach name,$(FUZZ),$(eval $(call program,fuzz-$(name),$(call fuzz_parts,$(name)),-fsanitize=fuzzer)))
$(eval $(call program,fuzz-pack,fuzz/pack_tool fuzz/pack))
fuzz-programs: $(FUZZ:%=$(OUT)/fuzz-%)

$(OUT)/obj/tests/said/%.o: src/cli/%.c tests/fuzz/said.h $(OUT)/flags
	$(call compile,$(TEST_CFLAGS) -include tests/fuzz/said.h)

# ---- care of the source -----------------------------------------------------

C_FILES = $(sort $(shell find include src tests -name '*.[ch]'))

format: ## lay out the C files by .clang-format
	clang-format -i $(C_FILES)

TIDY = -*,bugprone-*,cert-*,clang-analyzer-*,-bugprone-easily-swappable-parameters \
	,-clang-analyzer-security.insecureAPI.Deprecated*
LINT_FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -DRL_DATADIR='"$(datadir)"' \
	$(LIB_CFLAGS) $(CLI_CFLAGS)

lint: ## findings of clang-tidy, gcc's analyzer and cppcheck; some of them are wrong
	clang-tidy --quiet --checks='$(TIDY)' $(LIB_SOURCES) $(CLI_SOURCES) -- $(LINT_FLAGS)
	for file in $(LIB_SOURCES) $(CLI_SOURCES); do \
		gcc $(LINT_FLAGS) -O1 -fanalyzer -c -o /dev/null $$file || exit 1; done
	cppcheck --quiet --std=c11 --enable=warning,portability --suppress=missingIncludeSystem \
		-DFLT_EVAL_METHOD=0 -DRL_DATADIR='""' -Iinclude -Isrc src

# Every target with a line in `make help`, and the few without.
.PHONY: check-unit-fast fuzz-build fuzz-programs $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' tests/tests.mk)
