/* exporters.c - the table of exporters, and the text writer that they share. */
#include "cli/layers/exporter.h"

#include <stdarg.h>
#include <stdio.h>

/* One row an exporter: NAME is its `const exporter exporter_NAME`.  layers.json is the last:
 * a game that waits for it finds all other files. */
/* clang-format off */
#define ROWS(row) \
    row(ora) \
    row(tiled) \
    row(godot) \
    row(svg) \
    row(html) \
    row(csv) \
    row(json)
/* clang-format on */

#define DECLARE(name) extern const exporter exporter_##name;
#define POINTER(name) &exporter_##name,
ROWS(DECLARE)

const exporter *const exporters[] = {ROWS(POINTER) NULL};
_Static_assert(sizeof exporters / sizeof *exporters <= EXPORTERS_MAX + 1, "EXPORTERS_MAX is low");

static void send(text_out *out)
{
    if (out->status == RL_OK)
        out->status = rl_sink_write(out->sink, out->block, out->used, out->error);
    out->used = 0;
}

void text_put(text_out *out, const char *format, ...)
{
    va_list values;
    if (sizeof out->block - out->used < 512)
        send(out);
    va_start(values, format);
    out->used += (size_t)vsnprintf(out->block + out->used, 512, format, values);
    va_end(values);
}

rl_status text_end(text_out *out)
{
    send(out);
    return out->status;
}
