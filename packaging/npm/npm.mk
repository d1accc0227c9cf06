# npm.mk - the library as WebAssembly and the npm package `libridgeline` around it; Makefile
# includes it.  clang, wasi-libc and binaryen of the distribution make it: `make deps-wasm`.

WASM = $(OUT)/wasm
NPM = $(WASM)/package
WASM_CC = clang --target=wasm32-wasi
# The core needs libc alone: what needs libraries, threads or files is left out (RL_CORE).
CORE_SOURCES = src/base/pool_alone.c $(filter-out src/base/pool.c \
	src/base/os.c $(addprefix src/io/,sink_file.c temp_file.c file_read.c) \
	$(addprefix src/encode/,apng.c avif.c best.c codec.c jpeg.c jxl.c png.c png16.c png_file.c rgba.c webp.c) \
	src/encode/deflate/% src/decode/grey_png.c src/decode/photo% src/decode/tiff.c,$(LIB_SOURCES))
WASM_SOURCES = packaging/npm/binding.c $(CORE_SOURCES)
WASM_KERNELS = $(filter-out src/encode/%,$(KERNELS))
# Small where a picture spends no time; kernels once, at one width; what prepares a landscape is
# not made of kernels and takes as long as they do.
WASM_BUSY = $(addprefix src/,base/exact.c map/flight.c frame/profile.c paint/block.c paint/tiles.c ridge/displacement.c ridge/line.c \
	ridge/noise.c ridge/ridge.c ridge/families/alps.c ridge/families/meadow.c ridge/families/spur.c \
	$(addprefix layers/,common/drawing.c water/lake.c plants/plants.c land/relief.c land/ridge_paint.c \
	plants/species/leaves.c plants/stand.c plants/stand_paint.c plants/woods.c \
	plants/planting.c plants/clumps.c sky/deck.c))
wasm_level = $(if $(filter $(WASM_BUSY) packaging/npm/binding.c,$(1)),-O2,-Oz)
WASM_COMPILE = $(WASM_CC) -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-math-errno \
	-fno-strict-aliasing -fvisibility=hidden -fno-delete-null-pointer-checks -Wall -Wextra -Wshadow \
	-DRL_CORE -DKERNEL_ALONE -Iinclude -Isrc -MMD -MP
WASM_LINK = $(WASM_CC) -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576 -Wl,--strip-all -lc-printscan-no-floating-point

# wasm NAME,LANES,FLAGS,FEATURES: the rules of $(NPM)/NAME.wasm.  The features are FLAGS once more,
# for wasm-opt (2 % fewer bytes, and a little faster).
define wasm
$(WASM)/$(1)/%_kernel.o: %_kernel.c $(OUT)/flags packaging/npm/npm.mk
	@mkdir -p $$(@D)
	$$(call QUIET,CC $$< $(1))$(WASM_COMPILE) $(3) $$(WASM_KERNEL_FLAGS) -DLANES=$(2) -c -o $$@ $$<
$(WASM)/$(1)/%.o: %.c $(OUT)/flags packaging/npm/npm.mk
	@mkdir -p $$(@D)
	$$(call QUIET,CC $$< $(1))$(WASM_COMPILE) $(3) $$(call wasm_level,$$<) -c -o $$@ $$<
$(WASM)/$(1)/gen/%.o: $(OUT)/gen/%.c $(OUT)/flags packaging/npm/npm.mk
	@mkdir -p $$(@D)
	$$(call QUIET,CC $$< $(1))$(WASM_COMPILE) -Oz -c -o $$@ $$<
$(NPM)/$(1).wasm: $(patsubst %.c,$(WASM)/$(1)/%.o,$(WASM_SOURCES) $(WASM_KERNELS)) $(DATA_NAMES:%=$(WASM)/$(1)/gen/%.o)
	@mkdir -p $$(@D)
	$$(call QUIET,LD $$@)$(WASM_LINK) -o $(WASM)/$(1).linked $$(filter %.o,$$^)
	@wasm-opt -O3 $(4) -o $$@ $(WASM)/$(1).linked
endef
WASM_KERNEL_FLAGS = -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize
$(eval $(call wasm,ridgeline,1))
# Engines with SIMD have these, too.
$(eval $(call wasm,ridgeline-simd,4,-msimd128 -mnontrapping-fptoint -msign-ext -mbulk-memory,--enable-simd \
	--enable-nontrapping-float-to-int --enable-sign-ext --enable-bulk-memory))
-include $(shell find $(WASM) -name '*.d' 2>/dev/null)

NPM_FILES = $(addprefix $(NPM)/,index.js index.d.ts package.json README.md ridgeline.wasm ridgeline-simd.wasm)
$(NPM)/package.json: packaging/npm/package.json $(FILL) include/ridgeline.h
	@mkdir -p $(@D)
	@$(call fill,$<) >$@
$(NPM)/%: packaging/npm/%
	@mkdir -p $(@D)
	@cp $< $@

wasm: $(NPM_FILES) ## the library as WebAssembly in an npm package: build/wasm/package (after deps-wasm)
	@cd $(NPM) && npm pack --silent --pack-destination .. >/dev/null
	@for module in $(NPM)/*.wasm; do echo "$$module: $$(gzip -9c "$$module" | wc -c) bytes gzipped"; done

# SLICE=1: the pixels of one module, in half a minute.
check-wasm: wasm $(PROGRAM) $(OUT)/golden-scenes ## the package from its tarball: pixels in node, types, a bundle (BROWSER=1: and pixels in Chromium)
	SLICE='$(SLICE)' sh tests/proofs/wasm.sh $(OUT) $(PROGRAM)

.PHONY: wasm check-wasm
