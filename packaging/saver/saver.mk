# saver.mk - the screensaver, the only program that needs X11; Makefile includes it.

X11_PACKAGES = x11 xext
X11_CFLAGS = $(call package,--cflags,$(X11_PACKAGES))
X11_LIBS = $(call package,--libs,$(X11_PACKAGES),-lXext -lX11)
SAVER = $(OUT)/ridgeline-saver
SAVER_OBJECTS = $(patsubst packaging/saver/%.c,$(OUT)/saver/%.o,$(wildcard packaging/saver/*.c))

$(OUT)/saver/%.o: packaging/saver/%.c $(OUT)/flags
	$(call compile,$(X11_CFLAGS) -D_XOPEN_SOURCE=700 -fPIE)
-include $(SAVER_OBJECTS:.o=.d)
$(SAVER): $(SAVER_OBJECTS) $(STATIC)
	$(call link,$(LINK_PROGRAM) $^ $(LIB_LIBS) $(X11_LIBS))

saver: ## a screensaver for xscreensaver: build/ridgeline-saver (after deps-saver)
	@$(PKG_CONFIG) --exists $(X11_PACKAGES) || \
		{ echo "make: pkg-config finds not all of $(X11_PACKAGES): 'make deps-saver' installs them" >&2; exit 1; }
	+@$(MAKE) --no-print-directory $(SAVER)

check-saver: saver ## that program under Xvfb: draws, ends, prints its rate
	sh tests/proofs/saver.sh $(SAVER)

.PHONY: saver check-saver
