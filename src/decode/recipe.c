/* recipe.c - reads size, depth and the texts `ridgeline`, `Software` and `Title` of a PNG file,
 * without decoding it.
 *
 * Files are untrusted.  No library is used, nothing is allocated, and all lengths are checked
 * against the bytes of the file (PNG specification, 3rd edition, sections 5 and 11).  The CRCs of
 * IHDR and of these texts are checked.  A file must have an IEND; bytes after it are ignored.
 * Texts may be before or after the picture data, since programs that rewrite a PNG move them.  A
 * recipe may also be a tEXt, as some programs convert iTXt to it; it must not be compressed, and a
 * file must not have two.
 */
#include "base/bytes.h"
#include "base/status.h"
#include "decode/recipe_xmp.h"

#include <string.h>

enum {
    CHUNK_FRAME = 12,     /* bytes of a chunk's length, type and CRC */
    CHUNK_LIMIT = 100000, /* most chunks of a file; no picture needs more */
    TEXT_LIMIT = 131072,  /* most bytes of a text: a scene and a drawing of 64 KiB */
    KEYWORD_LIMIT = 79,
    HEADER_SIZE = 13, /* data of IHDR */
};

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

typedef struct chunk {
    const unsigned char *type; /* 4 letters; `data` follows them */
    const unsigned char *data;
    size_t size; /* bytes of data */
    uint32_t crc;
} chunk;

typedef struct walker {
    const unsigned char *bytes;
    size_t size, offset; /* size of the file and offset of the next chunk, bytes */
    const char *place;
    rl_error *error;
} walker;

static rl_status bad(const walker *walk, const char *what, const char *rule)
{
    return status_fail(walk->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(walk->place), what, rule);
}

/* Fails with the type and the offset of a chunk. */
static rl_status bad_chunk(const walker *walk, const chunk *part, const char *rule)
{
    size_t offset = (size_t)(part->type - walk->bytes) - 4;
    return status_fail(walk->error, RL_BAD_DATA, "%s: chunk %s at byte %zu: %s", SHOWN(walk->place),
                       status_show((const char *)part->type, 4).text, offset, rule);
}

/* ---- bytes -------------------------------------------------------------- */

static int is_type(const chunk *part, const char *type)
{
    return memcmp(part->type, type, 4) == 0;
}

static int span_is(recipe_span text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.bytes, word, text.size) == 0;
}

/* ---- chunks ------------------------------------------------------------- */

static rl_status chunk_next(walker *walk, chunk *part)
{
    size_t left = walk->size - walk->offset;
    if (left < CHUNK_FRAME)
        return bad(walk, "cut short", "must end with an IEND chunk");
    const unsigned char *bytes = walk->bytes + walk->offset;
    uint32_t size = (uint32_t)bytes_get_be(bytes, 4);
    *part = (chunk){.type = bytes + 4, .data = bytes + 8, .size = size};
    for (int i = 0; i < 4; i++)
        if ((part->type[i] | 32) < 'a' || (part->type[i] | 32) > 'z')
            return bad_chunk(walk, part, "a chunk type must be four letters");
    if (size > INT32_MAX)
        return bad_chunk(walk, part, "a length must be at most 2147483647");
    if (size > left - CHUNK_FRAME)
        return bad_chunk(walk, part, "cut short: its length goes past the end of the file");
    part->crc = (uint32_t)bytes_get_be(part->data + size, 4);
    walk->offset += CHUNK_FRAME + size;
    return RL_OK;
}

/* Returns the CRC of a chunk's type and data (PNG specification, annex D).  It takes four bits at a
 * time, as the table is small and texts are short. */
static uint32_t chunk_crc(const chunk *part)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < part->size + 4; i++) {
        crc ^= part->type[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

static rl_status chunk_verify(const walker *walk, const chunk *part)
{
    if (chunk_crc(part) != part->crc)
        return bad_chunk(walk, part, "wrong checksum: the file is damaged");
    return RL_OK;
}

static rl_status header_read(rl_recipe *recipe, walker *walk)
{
    chunk part;
    TRY(chunk_next(walk, &part));
    if (!is_type(&part, "IHDR") || part.size != HEADER_SIZE)
        return bad_chunk(walk, &part, "the first chunk must be an IHDR of 13 bytes");
    TRY(chunk_verify(walk, &part));
    uint32_t width = (uint32_t)bytes_get_be(part.data, 4),
             height = (uint32_t)bytes_get_be(part.data + 4, 4);
    if (width < 1 || width > INT32_MAX || height < 1 || height > INT32_MAX)
        return bad_chunk(walk, &part, "width and height must be 1..2147483647");
    /* The bit depths that each colour type allows, as a set of bits (table 11.1). */
    static const int depths[7] = {1 | 2 | 4 | 8 | 16, 0, 8 | 16, 1 | 2 | 4 | 8, 8 | 16, 0, 8 | 16};
    int colour = part.data[9], depth = part.data[8];
    int is_power = depth > 0 && (depth & (depth - 1)) == 0;
    if (colour > 6 || !is_power || (depths[colour] & depth) == 0 || part.data[10] != 0 ||
        part.data[11] != 0 || part.data[12] > 1)
        return bad_chunk(walk, &part, "no such depth, colour type or method");
    recipe->width = (int)width;
    recipe->height = (int)height;
    recipe->bits = part.data[8];
    return RL_OK;
}

/* ---- texts -------------------------------------------------------------- */

/* Moves the bytes before the first NUL of `rest` to `head`; returns 0 if there is no NUL. */
static int span_cut(recipe_span *head, recipe_span *rest)
{
    const unsigned char *nul = rest->size > 0 ? memchr(rest->bytes, 0, rest->size) : NULL;
    if (nul == NULL)
        return 0;
    *head = (recipe_span){rest->bytes, (size_t)(nul - rest->bytes)};
    *rest = (recipe_span){nul + 1, rest->size - head->size - 1};
    return 1;
}

static void text_keep(recipe_span text, const char **bytes, size_t *size)
{
    if (*bytes != NULL)
        return; /* only the first text with this keyword counts */
    *bytes = (const char *)text.bytes;
    *size = text.size;
}

static rl_status text_read(rl_recipe *recipe, const walker *walk, const chunk *part)
{
    recipe_span keyword, rest = {part->data, part->size};
    if (!span_cut(&keyword, &rest) || keyword.size < 1 || keyword.size > KEYWORD_LIMIT)
        return bad_chunk(walk, part, "a keyword must be 1..79 bytes and a NUL");
    int is_recipe = span_is(keyword, "ridgeline");
    if (part->size > TEXT_LIMIT)
        return is_recipe ? bad_chunk(walk, part, "the recipe must be at most 131072 bytes") : RL_OK;
    TRY(chunk_verify(walk, part));
    int compressed = is_type(part, "zTXt");
    if (is_type(part, "iTXt")) {
        /* Between the keyword of an iTXt and its text are compression flag and method, then
         * language and translated keyword, each ended by a NUL (section 11.3.3.4). */
        int has_flags = rest.size >= 2 && rest.bytes[0] <= 1;
        recipe_span language, translated;
        if (has_flags) {
            compressed = rest.bytes[0];
            rest = (recipe_span){rest.bytes + 2, rest.size - 2};
        }
        if (!has_flags || !span_cut(&language, &rest) || !span_cut(&translated, &rest))
            return bad_chunk(walk, part,
                             "flag, method, language and keyword must come before its text");
    }
    if (is_recipe && compressed)
        return bad_chunk(walk, part, "the recipe must not be compressed");
    if (is_recipe && recipe->scene != NULL)
        return bad_chunk(walk, part, "a second recipe: must be one");
    if (is_recipe)
        text_keep(rest, &recipe->scene, &recipe->scene_size);
    if (span_is(keyword, "Software") && !compressed)
        text_keep(rest, &recipe->software, &recipe->software_size);
    if (span_is(keyword, "Title") && !compressed)
        text_keep(rest, &recipe->title, &recipe->title_size);
    if (span_is(keyword, "Description") && !compressed)
        text_keep(rest, &recipe->description, &recipe->description_size);
    return RL_OK;
}

/* ---- all chunks ---------------------------------------------------------- */

static rl_status walk_chunks(rl_recipe *recipe, walker *walk)
{
    TRY(header_read(recipe, walk));
    for (int count = 1; count < CHUNK_LIMIT; count++) {
        chunk part;
        TRY(chunk_next(walk, &part));
        if (is_type(&part, "IEND"))
            return part.size == 0 ? RL_OK : bad_chunk(walk, &part, "must be empty");
        if (is_type(&part, "IHDR"))
            return bad_chunk(walk, &part, "a second IHDR: must be one");
        if (is_type(&part, "tEXt") || is_type(&part, "iTXt") || is_type(&part, "zTXt"))
            TRY(text_read(recipe, walk, &part));
    }
    return bad(walk, "too many chunks", "must be at most 100000");
}

int rl_recipe_is_picture(const void *bytes, size_t size)
{
    return rl_recipe_is_png(bytes, size) || recipe_xmp_is(bytes, size);
}

int rl_recipe_is_png(const void *bytes, size_t size)
{
    return bytes != NULL && size >= sizeof signature &&
           memcmp(bytes, signature, sizeof signature) == 0;
}

rl_status rl_recipe_read(rl_recipe *recipe, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_recipe found;
    memset(&found, 0, sizeof found);
    *recipe = found;
    walker walk = {bytes, size, sizeof signature, place != NULL ? place : "picture", error};
    /* A program that transfers a PNG as text changes the last four bytes of the signature, and a
     * file that was cut short may lack them: such a file is a damaged PNG. */
    size_t begun = size < 4 ? size : 4;
    if (recipe_xmp_is(bytes, size)) {
        TRY(recipe_xmp_read(&found, bytes, size, walk.place, error));
        *recipe = found;
        return status_clear(error);
    }
    if (!rl_recipe_is_png(bytes, size))
        return bytes != NULL && begun > 0 && memcmp(bytes, signature, begun) == 0
                   ? bad(&walk, "a damaged PNG signature", "the file is cut short or was changed")
                   : bad(&walk, "no signature of a picture",
                         "must be a PNG, JPEG, WebP, AVIF or JPEG XL file");
    TRY(walk_chunks(&found, &walk));
    *recipe = found;
    return status_clear(error);
}
