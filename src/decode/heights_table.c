/* heights_table.c - the table of formats of heights; only this file names them. */
#include "decode/heights.h"

/* Formats that need a library; a core build (RL_CORE) has none of them. */
#ifdef RL_CORE
#define CODED(ROW)
#else
#define CODED(ROW)                                                                                 \
    ROW(png)                                                                                       \
    ROW(tiff)
#endif

/* All formats, in the order in which they are tried; each recognises files by their first bytes. */
#define FORMATS(ROW)                                                                               \
    CODED(ROW)                                                                                     \
    ROW(pgm)                                                                                       \
    ROW(asc)

#define DECLARE(name) extern const heights_format heights_##name;
#define ADDRESS(name) &heights_##name,

FORMATS(DECLARE)

static const heights_format *const formats[] = {FORMATS(ADDRESS)};

rl_status heights_read(heights_reader *self)
{
    if (self->size == 0)
        return heights_bad(self, 0, "an empty file",
                           "must be a grey PNG, a PGM, a TIFF or an ESRI .asc");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i]->is_one(self))
            return formats[i]->read(self);
    size_t shown = self->size < 8 ? self->size : 8;
    return heights_bad(self, 0, status_show((const char *)self->bytes, shown).text,
                       "must be a grey PNG, a PGM (P2, P5), a TIFF or an ESRI .asc");
}
