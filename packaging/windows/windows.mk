# windows.mk - the program and the library for Windows, made by MinGW-w64 and tried by Wine;
# Makefile includes it.  `make deps-windows` installs both.

WINDOWS = $(BUILD)/windows
WINDOWS_CC = x86_64-w64-mingw32-gcc-posix
WINDOWS_MAKE = $(MAKE) --no-print-directory $(JOBS) CC='$(if $(filter ccache,$(CC)),ccache )$(WINDOWS_CC)' AR=x86_64-w64-mingw32-ar \
	BUILD=$(WINDOWS) PKG_CONFIG='env PKG_CONFIG_LIBDIR=$(abspath $(WINDOWS))/deps/pkgconfig pkg-config' PREFIX=

windows: ## ridgeline.exe and libridgeline.a for Windows: build/windows (after deps-windows)
	@sh packaging/windows/deps.sh $(WINDOWS)/deps
	+@$(WINDOWS_MAKE) all
	@echo "$(WINDOWS)/ridgeline.exe: $$(wc -c <$(WINDOWS)/ridgeline.exe) bytes"

check-windows: windows $(PROGRAM) ## ridgeline.exe under Wine: golden pixels (ALL=1: of all scenes), whole files, paths
	sh tests/proofs/windows.sh $(BUILD) $(PROGRAM)

.PHONY: windows check-windows
