# live.mk - a live wallpaper: one HTML file that holds the library and makes no request;
# Makefile includes it.

LIVE = $(OUT)/live/ridgeline-live.html

# index.js as a script of a worker, which is no module of a file; the module of wasm packed.
$(LIVE): packaging/live/live.html $(NPM)/index.js $(NPM)/ridgeline-simd.wasm
	@mkdir -p $(@D)
	@sed -e 's/^export //' -e 's/import\.meta\.url/"about:blank"/g' $(NPM)/index.js >$(@D)/core.js
	@gzip -9nc $(NPM)/ridgeline-simd.wasm | base64 >$(@D)/module.txt
	$(call QUIET,GEN $@)sed -e '/^@core@$$/{r $(@D)/core.js' -e 'd;}' -e '/^@module@$$/{r $(@D)/module.txt' -e 'd;}' $< >$@

live: $(LIVE) ## a live wallpaper in one HTML file: build/live/ridgeline-live.html (after deps-wasm)

check-live: $(LIVE) ## that file in headless Chromium: paints, follows the clock, drifts, rests, asks for nothing
	node tests/proofs/wasm/live.mjs $(LIVE) $(SHOTS)

.PHONY: live check-live
