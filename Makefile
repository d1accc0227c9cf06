# ridgeline - GNU make (on BSD: gmake).  `make help` lists what can be made.
#
# CC CFLAGS CPPFLAGS LDFLAGS LDLIBS AR PKG_CONFIG INSTALL PREFIX DESTDIR are
# honoured: what the project itself needs is added, nothing is overwritten.

VERSION = 0.1.0
SOVERSION = 0

CC ?= cc
CFLAGS ?= -O2 -g
AR ?= ar
PKG_CONFIG ?= pkg-config
INSTALL ?= install
PREFIX ?= /usr/local
BUILD ?= build

bindir = $(PREFIX)/bin
libdir = $(PREFIX)/lib
includedir = $(PREFIX)/include
datadir = $(PREFIX)/share
mandir = $(datadir)/man

# ---- flags ------------------------------------------------------------------

IS_CLANG := $(shell $(CC) --version 2>/dev/null | grep -ci clang)

# -ffp-contract=off and never -ffast-math: a pixel is the same on every CPU.
# -fno-math-errno: sqrt is the instruction, not a call into libm.
CODE = -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-math-errno \
	-fno-strict-aliasing -fno-common -fvisibility=hidden -fno-delete-null-pointer-checks \
	-ffile-prefix-map=$(CURDIR)=. -pthread
HARDEN = -fstack-protector-strong -fstack-clash-protection
ifeq ($(shell uname -m),x86_64)
HARDEN += -fcf-protection=full
endif
WARN = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wfloat-conversion \
	-Wdouble-promotion -Wshadow -Wundef -Wvla -Walloca -Wformat=2 -Wimplicit-fallthrough \
	-Wnull-dereference -Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wwrite-strings \
	-Wpointer-arith -Wno-overlength-strings
ifeq ($(IS_CLANG),0)
WARN += -Warith-conversion -Wclobbered -Wcast-align=strict -Wduplicated-cond -Wlogical-op
endif

ifdef SANITIZE
# A sanitized build lives beside the plain one.
override BUILD := $(BUILD)/sanitize
CODE += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
LINK_SANITIZE = -fsanitize=$(SANITIZE)
else
CODE += -U_FORTIFY_SOURCE $(if $(filter -O0,$(CFLAGS)),,-D_FORTIFY_SOURCE=2)
endif
ifdef WERROR
WARN += -Werror
endif

LIB_CFLAGS = $(shell $(PKG_CONFIG) --cflags libpng zlib)
LIB_LIBS = $(shell $(PKG_CONFIG) --libs libpng zlib)
INIH_LIBS = $(shell $(PKG_CONFIG) --libs inih 2>/dev/null || echo -linih)
INIH_CFLAGS = $(shell $(PKG_CONFIG) --cflags inih 2>/dev/null)
JANSSON_CFLAGS = $(shell $(PKG_CONFIG) --cflags jansson)
JANSSON_LIBS = $(shell $(PKG_CONFIG) --libs jansson)
CHECK_CFLAGS = $(shell $(PKG_CONFIG) --cflags check)
CHECK_LIBS = $(shell $(PKG_CONFIG) --libs check)

COMPILE = $(CC) $(CODE) $(HARDEN) $(WARN) -Iinclude -Isrc $(CPPFLAGS) $(CFLAGS)
LINK_HARDEN = -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,--as-needed

# ---- sources ----------------------------------------------------------------

ROOMS = base terrain scene frame paint encode decode io
LIB_SOURCES := $(sort $(foreach room,$(ROOMS),$(wildcard src/$(room)/*.c))) src/ridgeline.c
CLI_SOURCES := $(sort $(wildcard src/cli/*.c))
UNIT_SOURCES := $(sort $(wildcard tests/unit/*.c))
PALETTES := $(sort $(wildcard palettes/*.gpl))
SCENES := $(sort $(wildcard samples/scenes/*.ini))

GENERATED = $(BUILD)/gen/palettes.c $(BUILD)/gen/scenes.c
LIB_OBJECTS = $(LIB_SOURCES:src/%.c=$(BUILD)/obj/%.o) $(GENERATED:$(BUILD)/gen/%.c=$(BUILD)/obj/gen/%.o)
CLI_OBJECTS = $(CLI_SOURCES:src/%.c=$(BUILD)/obj/%.o)
UNIT_OBJECTS = $(UNIT_SOURCES:tests/%.c=$(BUILD)/obj/tests/%.o)

STATIC = $(BUILD)/libridgeline.a
SHARED = $(BUILD)/libridgeline.so
PROGRAM = $(BUILD)/ridgeline
UNIT = $(BUILD)/unit

# ---- products ---------------------------------------------------------------

all: $(PROGRAM) $(STATIC) $(SHARED)

$(STATIC): $(LIB_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(LIB_OBJECTS)

$(SHARED): $(LIB_OBJECTS)
	$(CC) -shared -Wl,-soname,libridgeline.so.$(SOVERSION) -pthread $(LINK_HARDEN) $(LINK_SANITIZE) \
		$(CFLAGS) $(LDFLAGS) -o $@ $(LIB_OBJECTS) $(LIB_LIBS) $(INIH_LIBS) $(LDLIBS)

$(PROGRAM): $(CLI_OBJECTS) $(STATIC)
	$(CC) -pie -pthread $(LINK_HARDEN) $(LINK_SANITIZE) $(CFLAGS) $(LDFLAGS) -o $@ $(CLI_OBJECTS) \
		$(STATIC) $(LIB_LIBS) $(INIH_LIBS) $(JANSSON_LIBS) $(LDLIBS)

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(COMPILE) $(LIB_CFLAGS) $(INIH_CFLAGS) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/obj/cli/%.o: src/cli/%.c
	@mkdir -p $(@D)
	$(COMPILE) $(JANSSON_CFLAGS) -DRL_DATADIR='"$(datadir)"' -fPIE -MMD -MP -c -o $@ $<

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/gen/palettes.c: $(PALETTES) src/scene/embed.sh
	@mkdir -p $(@D)
	sh src/scene/embed.sh palette $(PALETTES) >$@.tmp && mv $@.tmp $@

$(BUILD)/gen/scenes.c: $(SCENES) src/scene/embed.sh
	@mkdir -p $(@D)
	sh src/scene/embed.sh scene $(SCENES) >$@.tmp && mv $@.tmp $@

# ---- tests ------------------------------------------------------------------

# One runner holds every tests/unit/test_X.c, each of which defines suite_X().
$(BUILD)/gen/suites.h: $(UNIT_SOURCES) Makefile
	@mkdir -p $(@D)
	@for s in $(patsubst tests/unit/test_%.c,%,$(filter tests/unit/test_%,$(UNIT_SOURCES))); do \
		echo "SUITE($$s)"; done >$@

$(BUILD)/obj/tests/%.o: tests/%.c $(BUILD)/gen/suites.h
	@mkdir -p $(@D)
	$(COMPILE) $(LIB_CFLAGS) $(CHECK_CFLAGS) -I$(BUILD)/gen -Itests -MMD -MP -c -o $@ $<

$(UNIT): $(UNIT_OBJECTS) $(STATIC)
	$(CC) -pthread $(LINK_SANITIZE) $(CFLAGS) $(LDFLAGS) -o $@ $(UNIT_OBJECTS) $(STATIC) \
		$(LIB_LIBS) $(INIH_LIBS) $(CHECK_LIBS) $(LDLIBS)

check-unit: $(UNIT)
	$(UNIT)

check: check-unit

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

.PHONY: all check check-unit clean
.DELETE_ON_ERROR:
