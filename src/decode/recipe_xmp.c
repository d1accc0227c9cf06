/* recipe_xmp.c - reads recipe, title and size of a JPEG, WebP, AVIF or JPEG XL file without
 * decoding it.
 *
 * Files are untrusted.  The result is size, depth and pointers to texts of the XMP packet.  Each
 * format is walked from its first byte to its end, so that a file that was cut short is refused;
 * every length is checked against the bytes of the file, and nothing is allocated.
 *
 * The packet is where the format says; but in AVIF, whose items are found by tables of offsets, it
 * is searched by its first bytes (ISO 16684-1, packet wrapper).  Texts are plain or CDATA.  A
 * recipe with escapes, by another program, is refused, as a pointer into the file cannot undo them.
 */
#include "decode/recipe_xmp.h"

#include "base/bytes.h"
#include "base/status.h"
#include "encode/xmp.h"

#include <stdio.h>
#include <string.h>

typedef struct file {
    recipe_span all;
    const char *place;
    rl_recipe *recipe;
    recipe_span packet;
    rl_error *error;
} file;

static rl_status bad(const file *self, const char *what, const char *rule)
{
    return status_fail(self->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(self->place), what, rule);
}

static rl_status cut_short(const file *self)
{
    return bad(self, "cut short", "the file must be complete");
}

/* Returns the address of the first `word` in a span, or NULL. */
static const unsigned char *find(recipe_span text, const char *word)
{
    size_t length = strlen(word);
    const unsigned char *at = text.bytes, *end = at + text.size;
    while ((size_t)(end - at) >= length) {
        at = memchr(at, word[0], (size_t)(end - at) - length + 1);
        if (at == NULL || memcmp(at, word, length) == 0)
            return at;
        at++;
    }
    return NULL;
}

enum { MOST_BITS = 16 }; /* greatest number of bits of a sample in all formats */

/* Sets width, height and bits of the recipe, unless they are out of range. */
static void size_keep(const file *self, uint64_t width, uint64_t height, int bits)
{
    if (width < 1 || width > INT32_MAX || height < 1 || height > INT32_MAX || bits > MOST_BITS)
        return;
    self->recipe->width = (int)width;
    self->recipe->height = (int)height;
    self->recipe->bits = bits;
}

/* ---- JPEG (ITU-T T.81, annex B) ------------------------------------------------------------ */

enum { SOF0 = 0xc0, DHT = 0xc4, JPG = 0xc8, DAC = 0xcc, SOF15 = 0xcf, EOI = 0xd9, SOS = 0xda };
enum { APP1 = 0xe1 };

static int is_jpeg(recipe_span all)
{
    return all.size >= 3 && memcmp(all.bytes, "\xff\xd8\xff", 3) == 0;
}

static rl_status read_jpeg(file *self)
{
    const unsigned char *bytes = self->all.bytes;
    for (size_t offset = 2; self->all.size - offset >= 4;) {
        const unsigned char *data = bytes + offset + 4;
        int marker = bytes[offset + 1];
        size_t length = (size_t)bytes_get_be(bytes + offset + 2, 2);
        if (bytes[offset] != 0xff || marker < SOF0)
            return bad(self, "no marker", "a JPEG must have one after each segment");
        if (marker == 0xff) { /* a fill byte before the marker */
            offset++;
            continue;
        }
        if (length < 2 || length > self->all.size - offset - 2)
            return cut_short(self);
        int is_frame =
            marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC && length >= 8;
        if (is_frame)
            size_keep(self, bytes_get_be(data + 3, 2), bytes_get_be(data + 1, 2), data[0]);
        if (marker == APP1 && length > 2 + sizeof XMP_JPEG &&
            memcmp(data, XMP_JPEG, sizeof XMP_JPEG) == 0)
            self->packet = (recipe_span){data + sizeof XMP_JPEG, length - 2 - sizeof XMP_JPEG};
        offset += 2 + length;
        if (marker == SOS) { /* entropy-coded data follow, which cannot contain EOI */
            recipe_span rest = {bytes + offset, self->all.size - offset};
            return find(rest, "\xff\xd9") != NULL ? RL_OK : cut_short(self);
        }
    }
    return cut_short(self);
}

/* ---- WebP (WebP Container Specification) ------------------------------------------------------
 */

static int is_webp(recipe_span all)
{
    return all.size >= 12 && memcmp(all.bytes, "RIFF", 4) == 0 &&
           memcmp(all.bytes + 8, "WEBP", 4) == 0;
}

/* Reads the size from a chunk: VP8X, or without VP8X before it that of the pixels. */
static void webp_size(const file *self, const unsigned char *type, recipe_span data)
{
    const unsigned char *b = data.bytes;
    if (memcmp(type, "VP8X", 4) == 0 && data.size >= 10)
        size_keep(self, bytes_get_le(b + 4, 3) + 1, bytes_get_le(b + 7, 3) + 1, 8);
    if (self->recipe->width > 0)
        return;
    if (memcmp(type, "VP8 ", 4) == 0 && data.size >= 10)
        size_keep(self, bytes_get_le(b + 6, 2) & 0x3fff, bytes_get_le(b + 8, 2) & 0x3fff, 8);
    if (memcmp(type, "VP8L", 4) == 0 && data.size >= 5) {
        uint64_t both = bytes_get_le(b + 1, 4);
        size_keep(self, (both & 0x3fff) + 1, (both >> 14 & 0x3fff) + 1, 8);
    }
}

static rl_status read_webp(file *self)
{
    const unsigned char *bytes = self->all.bytes;
    uint64_t size = 8 + bytes_get_le(bytes + 4, 4); /* a size_t of 32 bits could overflow */
    if (size > self->all.size)
        return cut_short(self);
    size_t end = (size_t)size;
    for (size_t offset = 12; offset < end;) {
        if (end - offset < 8)
            return cut_short(self);
        const unsigned char *type = bytes + offset;
        recipe_span data = {type + 8, (size_t)bytes_get_le(type + 4, 4)};
        if (data.size > end - offset - 8)
            return cut_short(self);
        webp_size(self, type, data);
        if (memcmp(type, "XMP ", 4) == 0)
            self->packet = data;
        offset += 8 + data.size + (data.size % 2 != 0 && data.size < end - offset - 8);
    }
    return RL_OK;
}

/* ---- boxes (ISO 14496-12) ----------------------------------------------------------------- */

/* Moves the next box from the start of `rest` to `type` and `data` and returns 1; returns 0 if it
 * goes past the end. */
static int box_next(const unsigned char **type, recipe_span *data, recipe_span *rest)
{
    size_t head = 8;
    if (rest->size < head)
        return 0;
    uint64_t size = bytes_get_be(rest->bytes, 4);
    *type = rest->bytes + 4;
    if (size == 1) {
        head = 16;
        if (rest->size < head)
            return 0;
        size = bytes_get_be(rest->bytes + 8, 8);
    } else if (size == 0) { /* the box extends to the end */
        size = rest->size;
    }
    if (size < head || size > rest->size)
        return 0;
    *data = (recipe_span){rest->bytes + head, (size_t)size - head};
    *rest = (recipe_span){rest->bytes + size, rest->size - (size_t)size};
    return 1;
}

static int is_box(const unsigned char *type, const char *name)
{
    return memcmp(type, name, 4) == 0;
}

static int is_avif(recipe_span all)
{
    return all.size >= 12 && is_box(all.bytes + 4, "ftyp") &&
           (is_box(all.bytes + 8, "avif") || is_box(all.bytes + 8, "avis"));
}

/* Walks the boxes of an AVIF.  The first ispe property has the size of the picture. */
static rl_status read_avif(file *self)
{
    recipe_span rest = self->all, data;
    const unsigned char *type;
    int has_data = 0;
    while (rest.size > 0) {
        if (!box_next(&type, &data, &rest))
            return cut_short(self);
        has_data |= is_box(type, "mdat");
        const unsigned char *size = is_box(type, "meta") ? find(data, "ispe") : NULL;
        if (size != NULL && data.size - (size_t)(size - data.bytes) >= 16)
            size_keep(self, bytes_get_be(size + 8, 4), bytes_get_be(size + 12, 4), 8);
    }
    if (!has_data)
        return cut_short(self);
    const unsigned char *begin = find(self->all, XMP_BEGIN);
    if (begin != NULL)
        self->packet = (recipe_span){begin, self->all.size - (size_t)(begin - self->all.bytes)};
    return RL_OK;
}

/* ---- JPEG XL (ISO 18181) -------------------------------------------------------------------- */

static int is_jxl(recipe_span all)
{
    static const unsigned char box[12] = {0, 0, 0, 12, 'J', 'X', 'L', ' ', 13, 10, 0x87, 10};
    return (all.size >= 12 && memcmp(all.bytes, box, 12) == 0) ||
           (all.size >= 2 && memcmp(all.bytes, "\xff\x0a", 2) == 0);
}

/* Removes and returns the lowest `count` bits. */
static uint32_t take_bits(uint64_t *bits, int count)
{
    uint32_t value = (uint32_t)(*bits & ((UINT64_C(1) << count) - 1));
    *bits >>= count;
    return value;
}

/* Reads and returns a side in pixels: if `is_small`, 5 bits in units of 8 pixels; else two bits
 * choose the number of bits. */
static uint32_t jxl_side(uint64_t *bits, int is_small)
{
    static const int lengths[4] = {9, 13, 18, 30};
    if (is_small)
        return (take_bits(bits, 5) + 1) * 8;
    return take_bits(bits, lengths[take_bits(bits, 2)]) + 1;
}

/* Reads the size from the SizeHeader of a codestream (ISO 18181-1, D.2). */
static void jxl_size(const file *self, recipe_span stream)
{
    /* Width / height, by the field `ratio`; 0 = the width follows. */
    static const uint32_t ratios[8][2] = {{0, 0}, {1, 1},  {12, 10}, {4, 3},
                                          {3, 2}, {16, 9}, {5, 4},   {2, 1}};
    if (stream.size < 4 || memcmp(stream.bytes, "\xff\x0a", 2) != 0)
        return;
    /* The first part of a codestream in parts may be shorter than 10 bytes. */
    uint64_t bits = bytes_get_le(stream.bytes + 2, stream.size < 10 ? (int)stream.size - 2 : 8);
    int is_small = (int)take_bits(&bits, 1);
    uint64_t height = jxl_side(&bits, is_small);
    const uint32_t *ratio = ratios[take_bits(&bits, 3)];
    uint64_t width =
        ratio[0] > 0 ? height * ratio[0] / ratio[1] : (uint64_t)jxl_side(&bits, is_small);
    size_keep(self, width, height, 0);
}

static rl_status read_jxl(file *self)
{
    recipe_span rest = self->all, data;
    const unsigned char *type;
    if (rest.bytes[0] == 0xff) { /* a codestream without boxes */
        jxl_size(self, rest);
        return RL_OK;
    }
    int has_last = 0; /* 1 = the last part of the codestream was found */
    while (rest.size > 0) {
        if (!box_next(&type, &data, &rest))
            return cut_short(self);
        int is_part = is_box(type, "jxlp") && data.size >= 4;
        has_last |= is_box(type, "jxlc") || (is_part && (data.bytes[0] & 0x80) != 0);
        if (is_box(type, "xml "))
            self->packet = data;
        if (is_part && self->recipe->width == 0)
            jxl_size(self,
                     (recipe_span){data.bytes + 4, data.size - 4}); /* after the part's number */
        if (is_box(type, "jxlc"))
            jxl_size(self, data);
    }
    return has_last ? RL_OK : cut_short(self);
}

/* ---- the packet --------------------------------------------------------------------------- */

/* Returns the text of the first element `name`; if `inner` is not NULL, the text of the first
 * element `inner` in it. */
static recipe_span element(recipe_span packet, const char *name, const char *inner)
{
    char open[40], close[40];
    (void)snprintf(open, sizeof open, "<%s", name);
    (void)snprintf(close, sizeof close, "</%s>", name);
    const unsigned char *begin = find(packet, open), *end = packet.bytes + packet.size;
    if (begin != NULL)
        begin = memchr(begin, '>', (size_t)(end - begin));
    if (begin == NULL)
        return (recipe_span){NULL, 0};
    begin++;
    const unsigned char *last = find((recipe_span){begin, (size_t)(end - begin)}, close);
    if (last == NULL)
        return (recipe_span){NULL, 0};
    recipe_span text = {begin, (size_t)(last - begin)};
    return inner != NULL ? element(text, inner, NULL) : text;
}

/* Removes the marks of CDATA from a text and returns 1; returns 0 if the text has escapes. */
static int is_literal(recipe_span *text)
{
    size_t head = strlen(XMP_CDATA), tail = strlen(XMP_CDATA_END);
    if (text->size >= head + tail && memcmp(text->bytes, XMP_CDATA, head) == 0) {
        *text = (recipe_span){text->bytes + head, text->size - head};
        const unsigned char *end = find(*text, XMP_CDATA_END);
        if (end == NULL || (size_t)(end - text->bytes) + tail != text->size)
            return 0;
        text->size -= tail;
        return 1;
    }
    return text->size == 0 || (memchr(text->bytes, '&', text->size) == NULL &&
                               memchr(text->bytes, '<', text->size) == NULL);
}

static void keep(recipe_span text, const char **bytes, size_t *size)
{
    if (text.bytes == NULL)
        return;
    (void)is_literal(&text);
    *bytes = (const char *)text.bytes;
    *size = text.size;
}

static rl_status read_packet(const file *self)
{
    rl_recipe *found = self->recipe;
    recipe_span packet = self->packet;
    if (packet.bytes == NULL)
        return RL_OK;
    const unsigned char *end = find(packet, XMP_END);
    if (end != NULL)
        packet.size = (size_t)(end - packet.bytes);
    keep(element(packet, XMP_SOFTWARE, NULL), &found->software, &found->software_size);
    keep(element(packet, XMP_TITLE, "rdf:li"), &found->title, &found->title_size);
    keep(element(packet, XMP_DESCRIPTION, "rdf:li"), &found->description, &found->description_size);
    recipe_span recipe = element(packet, XMP_RECIPE, NULL);
    if (recipe.bytes == NULL)
        return RL_OK;
    if (!is_literal(&recipe))
        return bad(self, "the recipe was written again by another program",
                   "must be as ridgeline wrote it");
    found->scene = (const char *)recipe.bytes;
    found->scene_size = recipe.size;
    return RL_OK;
}

/* ---- all formats --------------------------------------------------------------------------- */

static const struct {
    int (*is)(recipe_span all);
    rl_status (*read)(file *self);
} formats[] = {
    {is_jpeg, read_jpeg}, {is_webp, read_webp}, {is_avif, read_avif}, {is_jxl, read_jxl}};

enum { FORMATS = sizeof formats / sizeof *formats };

static int format_of(recipe_span all)
{
    int i = 0;
    while (i < FORMATS && !formats[i].is(all))
        i++;
    return i;
}

int recipe_xmp_is(const void *bytes, size_t size)
{
    return bytes != NULL && format_of((recipe_span){bytes, size}) < FORMATS;
}

rl_status recipe_xmp_read(rl_recipe *recipe, const void *bytes, size_t size, const char *place,
                          rl_error *error)
{
    file self = {.all = {bytes, size}, .place = place, .recipe = recipe, .error = error};
    TRY(formats[format_of(self.all)].read(&self));
    return read_packet(&self);
}
