# ridgeline - GNU make (on BSD: gmake).  `make help` lists what can be made; the tests have
# their rules in tests/tests.mk.
#
# CC CFLAGS CPPFLAGS LDFLAGS LDLIBS AR INSTALL PKG_CONFIG PREFIX DESTDIR are the user's:
# what the project itself needs is added to them, nothing overwrites them.
#   make CC=clang          make WERROR=1          make BUILD=/tmp/other
#   make V=1               make SANITIZE=address,undefined check

CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
INSTALL ?= install
PREFIX ?= /usr/local
BUILD ?= build
# As many jobs as processors, where the user has not chosen a number; known in recipes only.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN || echo 1))

all:
# ---- set-up -----------------------------------------------------------------

# Flags depend on what is installed and are computed when make reads this file.  So beside
# `deps` the other goals wait for a second make, which sees what `deps` has just installed:
# `make deps demo`.
SETUP = $(filter deps deps-trust deps-oracles deps-engines deps-determinism deps-wasm deps-web deps-servers deps-windows deps-static deps-saver,$(MAKECMDGOALS))
ifneq ($(SETUP),)
REST = $(filter-out $(SETUP),$(MAKECMDGOALS))

deps: ## install what building and testing need, with the system's package manager
deps-trust: ## install what the proofs need: torture, fuzz, sanitizers, slices (clang, strace, valgrind)
deps-oracles: ## install the tools that give second opinions (check-oracles, bench), and those
deps-engines: ## install engines for browsers into build/engines, with npm (check-oracles; 300 MB)
deps-determinism: ## install compilers and emulators of other processors (Debian; 300 MB)
deps-windows: ## install what `make windows` and its tests need: MinGW-w64, zlib, Wine (Debian)
deps-wasm: ## install what `make wasm` and its tests need: clang, wasi-libc, binaryen, node, a browser
deps-web: ## install what `make check-web` needs: deps-wasm, and in build/web-deps what drives the browser, with npm
deps-servers: ## install into build/servers what bots post to: Bluesky's server, synapse, snac2 (Debian, npm; 1 GB)
deps-saver: ## install what `make saver` and its test need: headers of X11, Xvfb
deps-static: ## install musl's compiler, and sources of libraries into build/sources (Debian; make static)
$(SETUP):
	@sh .ci/deps.sh $(patsubst deps-%,%,$(@:deps=build))

rest: $(SETUP)
	+@$(MAKE) --no-print-directory $(JOBS) $(REST)
$(REST): rest
	@:

.PHONY: all deps deps-trust deps-oracles deps-engines deps-determinism deps-wasm deps-web deps-servers deps-windows deps-static deps-saver rest $(REST)
else

# ---- names ------------------------------------------------------------------

VERSION := $(shell sed -n 's/^.define RL_VERSION "\(.*\)"/\1/p' include/ridgeline.h)
SOVERSION = 1
bindir = $(PREFIX)/bin
libdir = $(PREFIX)/lib
includedir = $(PREFIX)/include
datadir = $(PREFIX)/share
mandir = $(datadir)/man
docdir = $(datadir)/doc/ridgeline
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
saverdir = $(datadir)/xscreensaver/config
fishdir = $(datadir)/fish/vendor_completions.d

ifneq ($(filter-out $(CURDIR),$(abspath $(BUILD))),)
# A sanitized build is kept beside the plain one.
OUT = $(BUILD)$(if $(SANITIZE),/sanitize)
else
$(error BUILD must name a folder of its own: `make clean` deletes it)
endif

# The system and the processor are those that the compiler makes code for.
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
IS_CLANG := $(shell $(CC) --version 2>/dev/null | grep -ci clang)
IS_WINDOWS := $(findstring mingw,$(MACHINE))
IS_I386 := $(filter i386-% i486-% i586-% i686-%,$(MACHINE))$(filter -m32,$(CC) $(CFLAGS))
STATIC = $(OUT)/libridgeline.a
PROGRAM = $(OUT)/ridgeline

ifneq ($(findstring darwin,$(MACHINE)),)
SHARED = $(OUT)/libridgeline.dylib
SHARED_NAMES = libridgeline.$(VERSION).dylib libridgeline.$(SOVERSION).dylib libridgeline.dylib
LINK_SHARED = -dynamiclib -install_name $(libdir)/libridgeline.$(SOVERSION).dylib \
	-compatibility_version $(SOVERSION) -current_version $(VERSION)
else ifneq ($(IS_WINDOWS),)
PROGRAM = $(OUT)/ridgeline.exe
LINK = -municode -static -s -Wl,--stack,8388608 # as much stack as on Linux
else
SHARED = $(OUT)/libridgeline.so
SHARED_NAMES = libridgeline.so.$(VERSION) libridgeline.so.$(SOVERSION) libridgeline.so
LINK_SHARED = -shared -Wl,-soname,libridgeline.so.$(SOVERSION) $(if $(SANITIZE),,-Wl,-z,defs)
LINK = -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,-z,separate-code -Wl,--as-needed
LINK_PROGRAM = -pie
endif

# ---- flags ------------------------------------------------------------------

# The flags of $(1) that the compiler accepts: one try when it accepts all of them.
known = $(shell try() { $(CC) -Werror "$$@" -xc -S -o - /dev/null >/dev/null 2>&1; }; \
	if try $(1); then echo $(1); else for f in $(1); do if try $$f; then echo $$f; fi; done; fi)
# pkg-config's answer for $(2), or $(3) where a system has no .pc file for it.
package = $(shell $(PKG_CONFIG) $(1) $(2) 2>/dev/null || echo $(3))

# No path of this machine gets into a build; tests/proofs/mutants/run.sh passes its own maps.
PREFIX_MAPS = -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(abspath $(OUT))=build

# -fno-math-errno: sqrt is the instruction, not a call into libm.
CODE = -std=c11 -D_POSIX_C_SOURCE=200809L -fno-math-errno \
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
HARDEN_TRY += $(if $(filter x86_64-%,$(MACHINE))$(IS_I386),-fcf-protection=full)
HARDEN_TRY += $(if $(filter aarch64-% arm64-%,$(MACHINE)),-mbranch-protection=standard)
ifneq ($(IS_I386),)
CODE += -msse2 -mfpmath=sse # x87 rounds twice
WARN += -Wno-psabi # vectors are passed to inlined functions only
endif
# Else gcc widens floats to doubles there.
CODE += $(if $(filter s390%,$(MACHINE)),$(if $(filter 0,$(IS_CLANG)),-fexcess-precision=fast))
HARDEN := $(call known,$(HARDEN_TRY))

ifneq ($(IS_WINDOWS),)
include packaging/windows/flags.mk
else ifdef SANITIZE
CODE += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
LINK += -fsanitize=$(SANITIZE)
WARN += $(if $(filter 0,$(IS_CLANG)),-Wno-maybe-uninitialized) # gcc guesses wrong in instrumented code
else ifneq ($(filter-out -O0,$(filter -O%,$(CFLAGS))),)
# It needs an optimizing compiler; a distribution's own level is kept.
ifeq ($(findstring _FORTIFY_SOURCE,$(CC) $(CPPFLAGS) $(CFLAGS)),)
HARDEN += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
endif
# No function of the program holds a scene of 24 KiB: the functions that it calls may need as
# much of a small stack.  (Sanitizers and -O0 widen every frame.)
CLI_FRAMES := $(call known,-Wframe-larger-than=20480)
endif
WARN += $(if $(filter-out 0,$(WERROR)),-Werror)

# Libraries that are loaded when they are needed, where they are there: `make TIFF= JXL=` builds
# without these two.  Each is its package's name; -DRL_HAS_TIFF is its version.
OPTIONAL = TIFF JPEG WEBP AVIF JXL DEFLATE
define optional
ifeq ($$(origin $(1)),undefined)
$(1) := $$(shell $(PKG_CONFIG) --exists '$(2)' 2>/dev/null && echo $(firstword $(2)))
endif
endef
$(eval $(call optional,TIFF,libtiff-4 >= 4.5))
$(eval $(call optional,JPEG,libjpeg))
$(eval $(call optional,WEBP,libwebp >= 1.0))
$(eval $(call optional,AVIF,libavif >= 0.11))
$(eval $(call optional,JXL,libjxl >= 0.7))
$(eval $(call optional,DEFLATE,libdeflate >= 1.0))
has = $(if $($(1)),-DRL_HAS_$(1)='"$(shell $(PKG_CONFIG) --modversion $($(1)))"')
LIB_PACKAGES = libpng zlib
CLI_PACKAGES = jansson
LIB_CFLAGS := $(call package,--cflags,$(LIB_PACKAGES) $(foreach name,$(OPTIONAL),$($(name)))) \
	$(foreach name,$(OPTIONAL),$(call has,$(name)))
LIB_LIBS := $(call package,--libs,$(LIB_PACKAGES),-lpng -lz)
CLI_CFLAGS := $(call package,--cflags,$(CLI_PACKAGES))
CLI_LIBS := $(call package,--libs,$(CLI_PACKAGES),-ljansson)
# -ffp-contract=off: a pixel is the same on every CPU; behind the user's flags, as no macro tells of
# another one.  (Of -ffast-math one does: base/exact.h refuses it.)
COMPILE = $(CC) $(CODE) $(HARDEN) $(WARN) -Iinclude -Isrc $(CPPFLAGS) $(CFLAGS) -ffp-contract=off -MMD -MP
LINKER = $(CC) -pthread $(LINK) $(CFLAGS) $(LDFLAGS)
# Such a line is a thousand characters long: V=1 prints it, else $(1) is printed.
QUIET = $(if $(V),,@echo '  $(1)'; )
# compile FLAGS,KERNEL-FLAGS and link FILES-AND-FLAGS: the recipes of all objects and programs.
define compile
@mkdir -p $(@D)
$(call QUIET,CC $(strip $< $(2)))$(COMPILE) $(1) $(2) -c -o $@ $<
endef
link = $(call QUIET,LD $@)$(LINKER) -o $@ $(1) $(LDLIBS)

# ---- sources ----------------------------------------------------------------

OTHER_SYSTEM = $(if $(IS_WINDOWS),src/base/os.c src/cli/common/child.c src/cli/common/process.c,src/windows/%)
SOURCES := $(filter-out src/base/pool_alone.c $(OTHER_SYSTEM),$(sort $(shell find src -name '*.c')))
CLI_SOURCES := $(filter src/cli/% src/windows/program.c src/windows/child.c,$(SOURCES))
KERNELS := $(filter %_kernel.c,$(SOURCES))
LIB_SOURCES := $(filter-out $(CLI_SOURCES) $(KERNELS),$(SOURCES))
HEADERS := $(sort $(wildcard include/*.h include/*.hpp))
# The lists of options and keys in some pages, and the completions, are printed by the program.
PAGES := $(sort $(wildcard docs/*.[135]) $(patsubst docs/%.in,$(OUT)/docs/%,$(wildcard docs/*.in)))
COMPLETIONS = $(addprefix $(OUT)/completions/,ridgeline.bash _ridgeline ridgeline.fish)

# Folders of data whose files are compiled in: palettes/*.gpl as the table embedded_palettes.
DATA = $(wildcard palettes data/* samples/scenes)
DATA_NAMES = $(notdir $(DATA))
data_files = $(sort $(foreach folder,$(filter $(1) %/$(1),$(DATA)),$(wildcard $(folder)/*.gpl $(folder)/*.ini $(folder)/*.svg)))

# A kernel is compiled for each width of base/lanes.h.
WIDE_KERNELS := $(shell grep -l KERNEL_TABLE_WIDE $(KERNELS))
KERNEL_OBJECTS = $(foreach width,plain vector avx2,$(KERNELS:src/%_kernel.c=$(OUT)/obj/%_$(width).o)) \
	$(WIDE_KERNELS:src/%_kernel.c=$(OUT)/obj/%_avx512.o)
LIB_OBJECTS = $(LIB_SOURCES:src/%.c=$(OUT)/obj/%.o) $(KERNEL_OBJECTS) $(DATA_NAMES:%=$(OUT)/obj/gen/%.o)
FORMS := $(sort $(wildcard src/cli/*/*.in src/cli/*/*/*.in))
CLI_OBJECTS = $(CLI_SOURCES:src/%.c=$(OUT)/obj/%.o) $(OUT)/obj/gen/forms.o

# ---- products ---------------------------------------------------------------

all: $(PROGRAM) $(STATIC) $(SHARED) ## the program, the static and the shared library (default)

# `q`, not `r`: two folders may have files of one name, and `r` would keep one.
$(STATIC): $(LIB_OBJECTS) $(OUT)/files
	@rm -f $@
	$(call QUIET,AR $@)$(AR) qcs $@ $(LIB_OBJECTS)

$(SHARED): $(LIB_OBJECTS) $(OUT)/files $(OUT)/place
	$(call link,$(LINK_SHARED) $(LIB_OBJECTS) $(LIB_LIBS))
$(PROGRAM): $(CLI_OBJECTS) $(STATIC)
	$(call link,$(LINK_PROGRAM) $^ $(LIB_LIBS) $(CLI_LIBS))

$(OUT)/obj/cli/%.o: src/cli/%.c $(OUT)/flags
	$(call compile,$(CLI_FRAMES) $(CLI_CFLAGS) -fPIE -DRL_DATADIR='"$(datadir)"')
$(OUT)/obj/%.o: src/%.c $(OUT)/flags
	$(call compile,$(LIB_CFLAGS) -fPIC)

# base/cpu.c checks for AVX2 and AVX-512 before a kernel for it is called.  -mavx2 does not bring in
# FMA, which would round differently; -mavx512f has it, and -ffp-contract=off does not use it.
AVX2 = $(if $(filter x86_64-%,$(MACHINE)),-mavx2)
AVX512 = $(if $(filter x86_64-%,$(MACHINE)),-mavx512f -mavx512bw -mavx512dq -mavx512vl)
# Under sanitizers an optimising compiler takes up to a minute for each width of a kernel.
LEVEL = $(if $(SANITIZE),-O0 -U_FORTIFY_SOURCE)
$(OUT)/obj/%_plain.o: src/%_kernel.c $(OUT)/flags
	$(call compile,$(LIB_CFLAGS) -fPIC,-DLANES=1 $(LEVEL))
$(OUT)/obj/%_vector.o: src/%_kernel.c $(OUT)/flags
	$(call compile,$(LIB_CFLAGS) -fPIC,-DLANES=4 $(LEVEL))
$(OUT)/obj/%_avx2.o: src/%_kernel.c $(OUT)/flags
	$(call compile,$(LIB_CFLAGS) -fPIC,-DLANES=8 $(AVX2) $(LEVEL))
$(OUT)/obj/%_avx512.o: src/%_kernel.c $(OUT)/flags
	$(call compile,$(LIB_CFLAGS) -fPIC,-DLANES=16 $(AVX512) $(LEVEL))
$(OUT)/obj/gen/%.o: $(OUT)/gen/%.c $(OUT)/flags
	$(call compile,-fPIC)

define data
$(OUT)/gen/$(1).c: $(2) src/base/embed.sh $(OUT)/files
	@mkdir -p $$(@D)
	@sh src/base/embed.sh $(1:%s=%) $(2) >$$@
endef
$(foreach name,$(DATA_NAMES),$(eval $(call data,$(name),$(call data_files,$(name)))))
$(eval $(call data,forms,$(FORMS)))
# Only the files that use the data folder's path are compiled again for another PREFIX.
$(patsubst src/%.c,$(OUT)/obj/%.o,$(shell grep -rl RL_DATADIR src/cli --include='*.c' 2>/dev/null)): $(OUT)/place

# Each of these files holds what a build was made with and changes only with it,
# so that other flags, another compiler or a deleted source never mix with old objects.
$(OUT)/flags: export TEXT = $(shell $(CC) --version | head -n 1) $(COMPILE) \
	$(LIB_CFLAGS) $(CLI_CFLAGS) $(LINKER) $(LIB_LIBS) $(CLI_LIBS) $(LDLIBS)
$(OUT)/files: export TEXT = $(SOURCES) $(SUITES) $(FORMS) $(foreach name,$(DATA_NAMES),$(call data_files,$(name)))
$(OUT)/place: export TEXT = $(PREFIX) $(datadir) $(libdir)
$(OUT)/flags $(OUT)/files $(OUT)/place: needs
	@mkdir -p $(@D)
	@printf '%s\n' "$$TEXT" | cmp -s - $@ || printf '%s\n' "$$TEXT" >$@
needs:
	@command -v $(firstword $(CC)) >/dev/null || \
		{ echo "make: no C compiler '$(firstword $(CC))': 'make deps' installs one" >&2; exit 1; }
	@$(PKG_CONFIG) --exists $(LIB_PACKAGES) $(CLI_PACKAGES) 2>/dev/null || \
		echo "make: pkg-config finds not all of $(LIB_PACKAGES) $(CLI_PACKAGES): 'make deps' installs them" >&2
-include $(shell find $(OUT)/obj -name '*.d' 2>/dev/null)

# ---- texts that the program prints ------------------------------------------

$(OUT)/docs/%: docs/%.in $(PROGRAM)
	@mkdir -p $(@D)
	$(call QUIET,GEN $@)awk -v program=$(PROGRAM) '/^@[a-z]*@$$/ { gsub("@", ""); \
		part = program " help --man=" $$0; while ((part | getline line) > 0) print line; \
		if (close(part) != 0) exit 1; next } { print }' $< >$@

$(OUT)/completions/_ridgeline: SHELL_NAME = zsh
$(COMPLETIONS): $(PROGRAM)
	@mkdir -p $(@D)
	$(call QUIET,GEN $@)$(PROGRAM) help --completion=$(or $(SHELL_NAME),$(subst .,,$(suffix $@))) >$@

# ---- first use --------------------------------------------------------------

demo: $(PROGRAM) ## render landscape.png
	$(PROGRAM) -o landscape.png
	@echo 'Another one: $(PROGRAM) --seed NUMBER -o another.png'

samples: $(PROGRAM) ## render the pictures of README again
	sh samples/make-samples.sh $(PROGRAM)

# ---- installing -------------------------------------------------------------

D = $(DESTDIR)
# FOLDER:FILE of all that keeps its name and is no program.
INSTALLED = $(patsubst %,$(includedir):%,$(HEADERS)) \
	$(foreach page,$(PAGES),$(mandir)/man$(subst .,,$(suffix $(page))):$(page)) \
	$(patsubst %,$(datadir)/ridgeline/palettes:%,$(call data_files,palettes)) \
	$(docdir):README.md $(docdir):LICENSE $(patsubst %,$(docdir)/docs:%,$(wildcard docs/*.md)) \
	$(patsubst %,$(docdir)/samples/bot:%,$(wildcard samples/bot/*)) $(docdir)/samples:samples/scroller.c \
	$(libdir)/pkgconfig:$(OUT)/ridgeline.pc \
	$(patsubst packaging/cmake/%.in,$(libdir)/cmake/ridgeline:$(OUT)/%,$(wildcard packaging/cmake/*.in)) \
	$(zshdir):$(OUT)/completions/_ridgeline $(fishdir):$(OUT)/completions/ridgeline.fish
folder_of = $(firstword $(subst :, ,$(1)))
INSTALL_FOLDERS = $(sort $(bindir) $(libdir) $(bashdir) $(foreach row,$(INSTALLED),$(call folder_of,$(row))))
INSTALL_FILES = $(foreach row,$(INSTALLED),$(call folder_of,$(row))/$(notdir $(lastword $(subst :, ,$(row))))) \
	$(bindir)/ridgeline $(bashdir)/ridgeline $(addprefix $(libdir)/,libridgeline.a $(SHARED_NAMES)) \
	$(bindir)/ridgeline-saver $(saverdir)/ridgeline-saver.xml

install: all $(PAGES) $(COMPLETIONS) ## program, libraries, headers, .pc, pages, docs, samples, palettes, completions, a built screensaver (PREFIX, DESTDIR)
	for form in src/ridgeline.pc.in $(wildcard packaging/cmake/*.in); do name=$${form##*/}; \
		sed -e 's|@prefix@|$(PREFIX)|' -e 's|@libdir@|$(libdir)|' -e 's|@includedir@|$(includedir)|' \
			-e 's|@version@|$(VERSION)|' -e 's|@shared@|$(firstword $(SHARED_NAMES))|' \
			$$form >$(OUT)/$${name%.in} || exit; done
	$(INSTALL) -d $(addprefix $(D),$(INSTALL_FOLDERS))
	for row in $(addprefix $(D),$(INSTALLED)); do \
		$(INSTALL) -m $$(test -x "$${row#*:}" && echo 755 || echo 644) "$${row#*:}" "$${row%%:*}/" || exit; done
	$(INSTALL) -m 644 $(OUT)/completions/ridgeline.bash $(D)$(bashdir)/ridgeline
	$(INSTALL) -m 755 $(PROGRAM) $(D)$(bindir)/ridgeline
	$(INSTALL) -m 644 $(STATIC) $(D)$(libdir)/libridgeline.a
	$(INSTALL) -m 755 $(SHARED) $(D)$(libdir)/$(word 1,$(SHARED_NAMES))
	ln -sf $(word 1,$(SHARED_NAMES)) $(D)$(libdir)/$(word 2,$(SHARED_NAMES))
	ln -sf $(word 2,$(SHARED_NAMES)) $(D)$(libdir)/$(word 3,$(SHARED_NAMES))
	if [ -f $(SAVER) ]; then \
		$(INSTALL) -d $(D)$(saverdir) && $(INSTALL) -m 755 $(SAVER) $(D)$(bindir)/ridgeline-saver && \
		$(INSTALL) -m 644 packaging/saver/ridgeline-saver.xml $(D)$(saverdir)/; fi

uninstall: ## remove what `make install` with the same PREFIX and DESTDIR put there
	rm -f $(addprefix $(D),$(INSTALL_FILES))
	for dir in $(addprefix $(D),$(libdir)/cmake/ridgeline $(datadir)/ridgeline/palettes $(datadir)/ridgeline \
		$(addprefix $(docdir)/,docs samples/bot samples) $(docdir)); do \
		if [ -d $$dir ]; then rmdir $$dir || exit; fi; done
	@rmdir $(D)$(saverdir) $(D)$(datadir)/xscreensaver 2>/dev/null || : # others may have files there

# fill FILE: the file with the version, the date of the commit and the addresses of the project.
FILL = packaging/addresses packaging/fill.awk
fill = awk -v version=$(VERSION) -v date="$$(git log -1 --format=%cs)" -f packaging/fill.awk packaging/addresses $(1)
# What has placeholders; metainfo needs an id, and debian/ and npm/ are filled where they are made.
PACKAGE_FILES = $(filter-out %.md packaging/debian/% packaging/npm/% %.awk \
	$(if $(shell grep '^id=.' packaging/addresses),,packaging/appstream/%),\
	$(shell grep -rlE '@(version|page)@' packaging --exclude-dir=cmake))
packaging: ## the files of packaging/ for this version, in build/packaging
	@mkdir -p $(OUT)/packaging
	@for file in $(PACKAGE_FILES); do name=$${file##*/}; \
		$(call fill,$$file) >$(OUT)/packaging/$${name%.in} || exit; done
deb: archive ## Debian packages of the last commit, in build/deb
	SOURCE_DATE="$$(git log -1 --format=%cD)" sh packaging/deb.sh $(OUT) $(VERSION)
clean: ## delete what was built
	rm -rf $(OUT)
distclean: ## delete what was built and the demo's picture
	rm -rf $(BUILD) landscape.png
.PHONY: all clean deb demo distclean install needs packaging samples uninstall

include tests/tests.mk
include packaging/npm/npm.mk
include packaging/live/live.mk
include packaging/saver/saver.mk
include packaging/windows/windows.mk
include web/web.mk
include packaging/static/static.mk
include packaging/dist.mk
endif
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' Makefile tests/tests.mk packaging/npm/npm.mk packaging/live/live.mk packaging/saver/saver.mk packaging/windows/windows.mk web/web.mk packaging/static/static.mk packaging/dist.mk

.PHONY: help
.DELETE_ON_ERROR:
