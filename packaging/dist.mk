# dist.mk - what a release is made of, in build/dist; Makefile includes it.

DIST = $(OUT)/dist
ARCHIVE = $(OUT)/ridgeline-$(VERSION).tar.gz
archive: ## a source archive of the last commit
	@mkdir -p $(OUT)
	git archive --prefix=ridgeline-$(VERSION)/ HEAD | gzip -9n >$(ARCHIVE)

# The time of the last commit, so that two builds of it are equal.
COMMIT_TIME = $(shell git log -1 --format=%ct)
# FOLDER.tar.gz of a folder whose files have no owner, no order and no time of their own.
tar = tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --mtime=@$(COMMIT_TIME) -C $(1) -cf - $(2) | gzip -9n >$(3)

sbom: ## what the program is linked with, as SPDX 2.3: build/ridgeline-VERSION.spdx.json
	@mkdir -p $(OUT)
	sh packaging/sbom.sh $(VERSION) "$$(date -u -d @$(COMMIT_TIME) +%Y-%m-%dT%H:%M:%SZ)" \
		"urn:ridgeline:$(VERSION):$$(git rev-parse HEAD)" \
		$(foreach name,$(LIB_PACKAGES) $(CLI_PACKAGES),$(name)=$(shell $(PKG_CONFIG) --modversion $(name))) -- \
		$(foreach name,$(OPTIONAL),$(if $($(name)),$($(name))=$(shell $(PKG_CONFIG) --modversion $($(name))))) \
		>$(OUT)/ridgeline-$(VERSION).spdx.json
	@! command -v python3 >/dev/null || python3 -m json.tool $(OUT)/ridgeline-$(VERSION).spdx.json >/dev/null

dist: archive $(PAGES) wasm live web static deb sbom ## a release in build/dist: archive, pages, debs, static program, web (after deps-wasm deps-static)
	rm -rf $(DIST) && mkdir -p $(DIST)/work/man
	cp $(ARCHIVE) $(OUT)/ridgeline-$(VERSION).spdx.json $(LIVE) $(OUT)/deb/*.deb $(DIST)
	cp $(WASM)/libridgeline-$(VERSION).tgz $(DIST)
	cp $(STATIC_OUT)/ridgeline.static $(DIST)/ridgeline-$(VERSION)-x86_64-linux
	cp $(PAGES) $(DIST)/work/man
	$(call tar,$(DIST)/work,man,$(DIST)/ridgeline-man-$(VERSION).tar.gz)
	$(call tar,$(OUT),web,$(DIST)/ridgeline-playground-$(VERSION).tar.gz)
	rm -rf $(DIST)/work
	cd $(DIST) && sha256sum * >SHA256SUMS && cat SHA256SUMS

# PROOFS_OF_RELEASE='check check-wasm': these alone.
release: ## `make dist`, then all proofs; their figures go to docs/evidence.md (hours)
	+MAKE='$(MAKE)' sh packaging/release.sh $(OUT) $(VERSION) $(PROOFS_OF_RELEASE)

.PHONY: archive sbom dist release
