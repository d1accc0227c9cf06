# flags.mk - what differs in a build for Windows by MinGW-w64; Makefile includes it.

# windows/posix.h gives all files what is left of POSIX.
# gcc aligns what it spills to 16 bytes there, also of 32 (its bug 54412): the assembler takes moves
# that need no alignment.
CODE += -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64 -D_WIN32_WINNT=0x0a00 -Wa,-muse-unaligned-vector-move \
	-include windows/posix.h
# printf is GNU's here, while gcc takes it for Microsoft's; the other system's build checks formats.
WARN += -Wno-format -Wno-pedantic -Wno-shadow
# The system's own probes of the stack are always there, and with both gcc 12 gives up.
HARDEN := $(filter-out -fstack-clash-protection,$(HARDEN))
# Without optional libraries nothing is loaded.
$(OUT)/obj/base/library.o: CPPFLAGS += -DRL_CORE
LDLIBS += -lssp
