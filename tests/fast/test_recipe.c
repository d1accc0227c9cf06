/* test_recipe.c - the chunk walker before good, broken and hostile files.
 *
 * Files are built here chunk by chunk, with a CRC of the test's own (bit by bit,
 * as the PNG specification's annex words it). */
#include "ridgeline.h"

#include "support/guarded.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

typedef struct file {
    unsigned char *bytes;
    size_t size, room;
} file;

static uint32_t crc_bitwise(const unsigned char *bytes, size_t size)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++)
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

static void file_add(file *self, const void *bytes, size_t size)
{
    if (self->size + size > self->room) {
        self->room = (self->size + size) * 2;
        self->bytes = realloc(self->bytes, self->room);
        ck_assert_ptr_nonnull(self->bytes);
    }
    if (size > 0)
        memcpy(self->bytes + self->size, bytes, size);
    self->size += size;
}

static void file_u32(file *self, uint32_t value)
{
    const unsigned char bytes[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
                                    (unsigned char)(value >> 8), (unsigned char)value};
    file_add(self, bytes, 4);
}

static void file_chunk(file *self, const char *type, const void *data, size_t size)
{
    file_u32(self, (uint32_t)size);
    size_t start = self->size;
    file_add(self, type, 4);
    file_add(self, data, size);
    file_u32(self, crc_bitwise(self->bytes + start, size + 4));
}

#define CHUNK(self, type, text) file_chunk(self, type, text, sizeof(text) - 1)
#define RECIPE "ridgeline\0\0\0\0\0[ridgeline]\n"

static file file_start(void)
{
    file self = {NULL, 0, 0};
    file_add(&self, "\x89PNG\r\n\x1a\n", 8);
    CHUNK(&self, "IHDR", "\0\0\1\2\0\0\0\7\x10\2\0\0\0"); /* 258 x 7, 16 bit RGB */
    return self;
}

static void file_end(file *self)
{
    CHUNK(self, "IDAT", "what is in here is not looked at");
    CHUNK(self, "IEND", "");
}

/* Reads from memory that ends with the file, so that a byte read past it is a crash. */
static rl_status file_read(const file *self, size_t size, rl_recipe *recipe)
{
    static const rl_recipe empty;
    guarded exact = guarded_copy(self->bytes, size);
    memset(recipe, 0x5a, sizeof *recipe);
    rl_status status = rl_recipe_read(recipe, exact.bytes, size, "a\033.png", &error);
    ck_assert_int_eq(error.status, status);
    if (status == RL_OK) {
        ck_assert_str_eq(error.text, "");
    } else {
        ck_assert_int_eq(status, RL_BAD_DATA);
        ck_assert_int_eq(memcmp(recipe, &empty, sizeof empty), 0);
        ck_assert_msg(strncmp(error.text, "a\\x1b.png: ", 11) == 0, "%s", error.text);
    }
    guarded_free(&exact);
    return status;
}

static void file_is_bad(file *self, const char *word)
{
    rl_recipe recipe;
    ck_assert_msg(file_read(self, self->size, &recipe) == RL_BAD_DATA, "accepted: %s", word);
    ck_assert_msg(strstr(error.text, word) != NULL, "%s: not about %s", error.text, word);
    free(self->bytes);
}

static void text_is(const char *text, size_t size, const char *expected)
{
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(size, strlen(expected));
    ck_assert_mem_eq(text, expected, size);
}

/* ---- good files --------------------------------------------------------- */

TEST(recipe_and_title_are_found_among_text_chunks)
{
    file self = file_start();
    CHUNK(&self, "tEXt", "Software\0ridgeline 0.1.0");
    CHUNK(&self, "iTXt", "Title\0\0\0de\0Titel\0T\xc3\xa4ler");
    CHUNK(&self, "iTXt", RECIPE);
    CHUNK(&self, "tEXt", "Title\0another");
    CHUNK(&self, "iTXt", "Comment\0\1\0\0\0x");
    file_end(&self);
    rl_recipe it;
    OK(rl_recipe_read(&it, self.bytes, self.size, "x", &error));
    text_is(it.scene, it.scene_size, "[ridgeline]\n");
    text_is(it.software, it.software_size, "ridgeline 0.1.0");
    text_is(it.title, it.title_size, "T\xc3\xa4ler");
    ck_assert_int_eq(it.width, 258);
    ck_assert_int_eq(it.height, 7);
    ck_assert_int_eq(it.bits, 16);
    ck_assert(it.scene > (char *)self.bytes && it.scene < (char *)self.bytes + self.size);
    free(self.bytes);
}

TEST(png_without_recipe_is_read_without_failure)
{
    file self = file_start();
    CHUNK(&self, "tEXt", "Ridgeline\0upper case is another keyword");
    CHUNK(&self, "tEXt", "ridgelines\0x");
    file_end(&self);
    file_add(&self, "PK\3\4 what follows IEND", 20);
    rl_recipe it;
    ck_assert_int_eq(file_read(&self, self.size, &it), RL_OK);
    ck_assert_ptr_null(it.scene);
    ck_assert_ptr_null(it.title);
    free(self.bytes);
}

TEST(recipe_after_image_data_is_found)
{
    file self = file_start();
    CHUNK(&self, "IDAT", "first");
    CHUNK(&self, "tEXt", "ridgeline\0after the data, as tEXt");
    file_end(&self);
    rl_recipe it;
    OK(rl_recipe_read(&it, self.bytes, self.size, "x", &error));
    text_is(it.scene, it.scene_size, "after the data, as tEXt");
    free(self.bytes);
}

TEST(png_signature_is_recognised)
{
    file self = file_start();
    ck_assert_int_eq(rl_recipe_is_png(self.bytes, self.size), 1);
    ck_assert_int_eq(rl_recipe_is_png(self.bytes, 8), 1);
    ck_assert_int_eq(rl_recipe_is_png(self.bytes, 7), 0);
    ck_assert_int_eq(rl_recipe_is_png("\xff\xd8\xff\xe0 a JPEG", 11), 0);
    ck_assert_int_eq(rl_recipe_is_png(NULL, 0), 0);
    rl_recipe it;
    ck_assert_int_eq(rl_recipe_read(&it, NULL, 0, NULL, NULL), RL_BAD_DATA);
    ck_assert_int_eq(rl_recipe_read(&it, "[ridgeline]\n", 12, "x", &error), RL_BAD_DATA);
    ck_assert_str_eq(
        error.text,
        "x: no signature of a picture: must be a PNG, JPEG, WebP, AVIF or JPEG XL file");
    free(self.bytes);
}

/* ---- damage ------------------------------------------------------------- */

static file file_good(void)
{
    file self = file_start();
    CHUNK(&self, "tEXt", "Software\0ridgeline 0.1.0");
    CHUNK(&self, "iTXt", RECIPE);
    file_end(&self);
    return self;
}

TEST(png_cut_short_anywhere_gives_no_recipe)
{
    file self = file_good();
    rl_recipe it;
    for (size_t size = 0; size < self.size; size++)
        ck_assert_msg(file_read(&self, size, &it) == RL_BAD_DATA, "%zu bytes accepted", size);
    ck_assert_int_eq(file_read(&self, self.size, &it), RL_OK);
    free(self.bytes);
}

/* Up to IDAT a flipped bit is a failure or leaves the recipe as it was. */
TEST(png_with_a_flipped_bit_gives_no_changed_recipe)
{
    file self = file_good();
    size_t idat = self.size - 12 - 12 - 32;
    rl_recipe it;
    for (size_t i = 0; i < self.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            self.bytes[i] = (unsigned char)(self.bytes[i] ^ 1 << bit);
            rl_status status = file_read(&self, self.size, &it);
            /* Only a type that became another valid one hides its chunk. */
            int hides = status == RL_OK && i < idat && (it.scene == NULL || it.software == NULL);
            ck_assert_msg(status == RL_BAD_DATA || i >= idat || hides, "byte %zu bit %d", i, bit);
            self.bytes[i] = (unsigned char)(self.bytes[i] ^ 1 << bit);
        }
    }
    free(self.bytes);
}

TEST(png_header_out_of_range_is_refused)
{
    const struct {
        char data[14];
        int good;
    } headers[] = {
        {"\0\0\0\1\0\0\0\1\10\2\0\0\0", 1},   {"\0\0\0\1\0\0\0\1\20\6\0\0\1", 1},
        {"\0\0\0\1\0\0\0\1\1\0\0\0\0", 1},    {"\177\377\377\377\177\377\377\377\10\2\0\0\0", 1},
        {"\0\0\0\0\0\0\0\1\10\2\0\0\0", 0},   {"\0\0\0\1\0\0\0\0\10\2\0\0\0", 0},
        {"\200\0\0\0\0\0\0\1\10\2\0\0\0", 0}, {"\377\377\377\377\0\0\0\1\10\2\0\0\0", 0},
        {"\0\0\0\1\0\0\0\1\1\2\0\0\0", 0},    {"\0\0\0\1\0\0\0\1\0\0\0\0\0", 0},
        {"\0\0\0\1\0\0\0\1\3\0\0\0\0", 0},    {"\0\0\0\1\0\0\0\1\20\3\0\0\0", 0},
        {"\0\0\0\1\0\0\0\1\10\1\0\0\0", 0},   {"\0\0\0\1\0\0\0\1\10\377\0\0\0", 0},
        {"\0\0\0\1\0\0\0\1\10\2\1\0\0", 0},   {"\0\0\0\1\0\0\0\1\10\2\0\1\0", 0},
        {"\0\0\0\1\0\0\0\1\10\2\0\0\2", 0},
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        file self = {NULL, 0, 0};
        file_add(&self, "\x89PNG\r\n\x1a\n", 8);
        file_chunk(&self, "IHDR", headers[i].data, 13);
        file_end(&self);
        rl_recipe it;
        rl_status status = file_read(&self, self.size, &it);
        ck_assert_msg(status == (headers[i].good ? RL_OK : RL_BAD_DATA), "header %zu", i);
        free(self.bytes);
    }
    file self = {NULL, 0, 0};
    file_add(&self, "\x89PNG\r\n\x1a\n", 8);
    CHUNK(&self, "IDAT", "0123456789abc");
    CHUNK(&self, "IEND", "");
    file_is_bad(&self, "first chunk must be an IHDR");
    self = file_start();
    CHUNK(&self, "IHDR", "\0\0\1\2\0\0\0\7\x10\2\0\0\0");
    file_end(&self);
    file_is_bad(&self, "a second IHDR");
}

TEST(png_chunk_of_absurd_length_is_refused)
{
    const uint32_t lengths[] = {0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff4, 0xfffffff8, 1000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        file self = file_start();
        file_u32(&self, lengths[i]);
        file_add(&self, "iTXt", 4);
        CHUNK(&self, "IEND", "");
        file_is_bad(&self, "length");
    }
    file self = file_start();
    file_chunk(&self, "IE\nD", "", 0);
    file_end(&self);
    file_is_bad(&self, "IE\\x0aD");
    self = file_start();
    CHUNK(&self, "IEND", "x");
    file_is_bad(&self, "must be empty");
}

/* ---- texts that break their rules --------------------------------------- */

static void text_is_bad(const char *type, const void *data, size_t size, const char *word)
{
    file self = file_start();
    file_chunk(&self, type, data, size);
    file_end(&self);
    file_is_bad(&self, word);
}

#define TEXT_IS_BAD(type, text, word) text_is_bad(type, text, sizeof(text) - 1, word)

TEST(recipe_chunk_with_faults_is_refused)
{
    TEXT_IS_BAD("iTXt", "ridgeline\0\1\0\0\0x", "must not be compressed");
    TEXT_IS_BAD("zTXt", "ridgeline\0\0x", "must not be compressed");
    TEXT_IS_BAD("iTXt", "ridgeline\0\2\0\0\0x", "flag, method");
    TEXT_IS_BAD("iTXt", "ridgeline\0\0\0de", "flag, method");
    TEXT_IS_BAD("iTXt", "ridgeline\0\0\0de\0x", "flag, method");
    TEXT_IS_BAD("iTXt", "ridgeline\0\0", "flag, method");
    TEXT_IS_BAD("iTXt", "ridgeline\0", "flag, method");
    TEXT_IS_BAD("iTXt", "ridgeline", "a keyword");
    TEXT_IS_BAD("tEXt", "", "a keyword");
    TEXT_IS_BAD("tEXt", "\0x", "a keyword");
    char word[90];
    memset(word, 'k', sizeof word);
    word[80] = '\0';
    text_is_bad("tEXt", word, 90, "a keyword");
    word[79] = '\0';
    file self = file_start();
    file_chunk(&self, "tEXt", word, 90);
    file_end(&self);
    rl_recipe it;
    ck_assert_int_eq(file_read(&self, self.size, &it), RL_OK);
    free(self.bytes);
}

TEST(png_with_two_recipes_is_refused)
{
    file self = file_start();
    CHUNK(&self, "iTXt", RECIPE);
    CHUNK(&self, "iTXt", RECIPE);
    file_end(&self);
    file_is_bad(&self, "a second recipe");
    self = file_start();
    CHUNK(&self, "iTXt", RECIPE);
    CHUNK(&self, "IDAT", "x");
    CHUNK(&self, "tEXt", "ridgeline\0");
    file_end(&self);
    file_is_bad(&self, "a second recipe");
}

/* Larger chunks with other keywords are skipped. */
TEST(recipe_chunk_beyond_131072_bytes_is_refused)
{
    enum { LIMIT = 131072 };
    char *data = malloc(LIMIT + 1);
    ck_assert_ptr_nonnull(data);
    memset(data, 'x', LIMIT + 1);
    memcpy(data, "ridgeline\0\0\0\0", 14);
    rl_recipe it;
    file self = file_start();
    file_chunk(&self, "iTXt", data, LIMIT);
    file_end(&self);
    ck_assert_int_eq(file_read(&self, self.size, &it), RL_OK);
    ck_assert_uint_eq(it.scene_size, LIMIT - 14);
    free(self.bytes);
    text_is_bad("iTXt", data, LIMIT + 1, "at most 131072");
    memcpy(data, "Title", 6);
    self = file_start();
    file_chunk(&self, "tEXt", data, LIMIT + 1);
    file_end(&self);
    ck_assert_int_eq(file_read(&self, self.size, &it), RL_OK);
    ck_assert_ptr_null(it.title);
    free(self.bytes);
    free(data);
}

TEST(png_beyond_100000_chunks_is_refused)
{
    rl_recipe it;
    for (int extra = 0; extra < 2; extra++) {
        file self = file_start();
        for (int i = 0; i < 100000 - 3 + extra; i++)
            CHUNK(&self, "teSt", "");
        file_end(&self);
        rl_status status = file_read(&self, self.size, &it);
        ck_assert_int_eq(status, extra ? RL_BAD_DATA : RL_OK);
        free(self.bytes);
    }
    ck_assert_msg(strstr(error.text, "too many chunks") != NULL, "%s", error.text);
}
