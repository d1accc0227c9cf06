# web.mk - the playground: a folder that any static host serves; Makefile includes it.

WEB = $(OUT)/web
PORT ?= 8000
WEB_FILES = $(patsubst web/%,$(WEB)/%,$(wildcard web/*.css web/*.svg web/*.webmanifest web/js/*.js)) \
	$(WEB)/LICENSE.txt $(addprefix $(WEB)/ridgeline/,index.js ridgeline.wasm ridgeline-simd.wasm)
# What the page asks for, as seen from its folder.
WEB_NAMES = $(sort $(WEB_FILES:$(WEB)/%=%))

$(WEB)/ridgeline/%: $(NPM)/%
	@mkdir -p $(@D)
	@cp $< $@
$(WEB)/%: web/%
	@mkdir -p $(@D)
	@cp $< $@
$(WEB)/LICENSE.txt: LICENSE
	@mkdir -p $(@D)
	@cp $< $@
# What a link to the page shows elsewhere.
$(WEB)/preview.png: samples/dawn-alpine.png
	@mkdir -p $(@D)
	@cp $< $@
# Modules are fetched at once, not one after the other as they are found.
$(WEB)/index.html: web/index.html web/web.mk $(FILL) $(WEB_FILES)
	@$(call fill,$<) | sed 's|@preload@|$(foreach name,$(filter js/%,$(filter-out %worker.js,$(WEB_NAMES))) ridgeline/index.js,<link rel="modulepreload" href="$(name)">)|' >$@
$(WEB)/sw.js: web/sw.js web/web.mk $(WEB)/index.html
	@sed -e "s|@version@|$$(cd $(WEB) && cat index.html $(WEB_NAMES) | cksum | tr -d ' ')|" \
		-e "s|@files@|'./'$(foreach name,$(WEB_NAMES),, '$(name)')|" $< >$@

web: $(WEB)/sw.js $(WEB)/preview.png ## the playground in a folder for any static host: build/web (after deps-wasm)

web-run: web ## serve the playground here: http://localhost:8000/ (PORT)
	node web/serve.mjs $(WEB) $(PORT)

# SLICE=1: the rows that check.mjs lists, in a minute.
check-web: web $(PROGRAM) ## the playground in headless Chromium (after deps-web; WORD: rows with it in their name)
	SLICE='$(SLICE)' node tests/web/check.mjs $(OUT) $(PROGRAM) $(WORD)

.PHONY: check-web web web-run
