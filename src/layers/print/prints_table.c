/* prints_table.c - the table of all kinds of prints: one row each, in the order of print.kind. */
#include "layers/print/print.h"

/* clang-format off */
#define PRINTS(row) \
    row(poster)     \
    row(woodblock)  \
    row(ink)        \
    row(papercut)   \
    row(engraving)
/* clang-format on */

#define DECLARED(name) extern const print_kind print_##name;
PRINTS(DECLARED)

#define LISTED(name) &print_##name,
const print_kind *const print_kinds[] = {PRINTS(LISTED)};
const int print_kind_count = sizeof print_kinds / sizeof *print_kinds;
