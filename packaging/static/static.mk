# static.mk - the program in one file that needs no library, on musl; Makefile includes it.

STATIC_OUT = $(OUT)/static
STATIC_PC = $(abspath $(STATIC_OUT))/libraries/lib/pkgconfig

# Formats whose libraries are loaded when they are needed are left out: nothing loads them there.
static: ## the program on musl in one file without libraries: build/static/ridgeline (after deps-static)
	@[ -f $(STATIC_PC)/jansson.pc ] || sh packaging/static/libraries.sh build/sources $(STATIC_OUT)/libraries
	+PKG_CONFIG_LIBDIR=$(STATIC_PC) $(MAKE) --no-print-directory $(JOBS) BUILD=$(STATIC_OUT) CC=musl-gcc PKG_CONFIG=pkg-config \
		$(OPTIONAL:%=%=) LINK_PROGRAM='-static -no-pie' $(STATIC_OUT)/ridgeline
	strip -o $(STATIC_OUT)/ridgeline.static $(STATIC_OUT)/ridgeline

check-static: static ## that file: the golden pixels, a picture, no library
	! readelf -lW $(STATIC_OUT)/ridgeline.static | grep -q INTERP
	$(GOLDEN) $(STATIC_OUT)/ridgeline.static
	cd $(STATIC_OUT) && env -i ./ridgeline.static --seed 7 -s 320x180 -q -o land.png && env -i ./ridgeline.static info land.png >/dev/null
	! $(STATIC_OUT)/ridgeline.static --seed 7 -s 32x18 -q -o $(STATIC_OUT)/land.webp 2>$(STATIC_OUT)/refused
	grep -i webp $(STATIC_OUT)/refused

.PHONY: static check-static
