/* test_text.c - numbers, colours, seeds and names as text. */
#include "base/text.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

TEST(reals_written_read_back_bit_equal)
{
    chance c = chance_from(1);
    char text[TEXT_REAL_SIZE];
    char again[TEXT_REAL_SIZE];
    for (int i = 0; i < 100000; i++) {
        /* Every range of a key lies within a million. */
        int64_t most = INT64_C(1000000000000000) >> chance_integer(&c, 0, 50);
        double value = (double)chance_integer(&c, -most, most) / 1e9;
        double read = 7.0;
        text_from_real(text, value);
        EXPECT_MSG(text_to_real(&read, text), "%s", text);
        EXPECT_MSG(memcmp(&read, &value, sizeof read) == 0 || value == 0.0, "%s", text);
        EXPECT(text_round(value) == value);
        text_from_real(again, read);
        ck_assert_str_eq(again, text);
    }
}

TEST(reals_are_written_with_9_decimals_and_no_trailing_zeros)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "0"},
        {1.0, "1"},
        {-1.0, "-1"},
        {0.5, "0.5"},
        {-0.25, "-0.25"},
        {100.0, "100"},
        {1e-9, "0.000000001"},
        {-1e-9, "-0.000000001"},
        {0.1, "0.1"},
        {1e6, "1000000"},
        {4e-10, "0"},
        {-4e-10, "0"},
        {6e-10, "0.000000001"},
        {1e9, "1000000000"},
        {10.01, "10.01"},
        {1000000.000000001, "1000000.000000001"},
        {0.30000000000000004, "0.3"},
    };
    char text[TEXT_REAL_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_from_real(text, cases[i].value);
        ck_assert_str_eq(text, cases[i].text);
    }
}

TEST(reals_are_read_exactly)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0", 0.0},
        {"-0.0", 0.0},
        {"00.5", 0.5},
        {"007", 7.0},
        {"0.75", 0.75},
        {".75", 0.75},
        {"-.000000001", -1e-9},
        {"-12.5", -12.5},
        {"0.1", 0.1},
        {"1000000000", 1e9},
        {"-1000000000", -1e9},
        {"0.000000001", 1e-9},
        {"3.141592653", 3.141592653},
        {"999999.999999999", 999999.999999999},
        {"1.0", 1.0},
        {"1000000000.000000000", 1e9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = 7.0;
        EXPECT_MSG(text_to_real(&value, cases[i].text), "%s", cases[i].text);
        EXPECT_MSG(value == cases[i].value, "%s gives %a", cases[i].text, value);
        EXPECT_MSG(!signbit(value) || value < 0.0, "%s is a negative zero", cases[i].text);
    }
}

TEST(reals_in_other_forms_are_refused)
{
    static const char *const refused[] = {
        "",
        "-",
        "--1",
        "+1",
        " 1",
        "1 ",
        "\t1",
        "1\n",
        ".",
        "-.",
        "1.",
        "1..2",
        "1.2.3",
        "1e9",
        "1E-3",
        "0x10",
        "0x1p3",
        "nan",
        "NAN",
        "-nan",
        "inf",
        "-inf",
        "infinity",
        "0,75",
        "1,000",
        "1_000",
        "4.9e-324",
        "0.1234567890",
        "0.0000000001",
        "1000000001",
        "99999999999999999999999999",
        "-1000000001",
        "18446744073709551616",
        "1-",
        "1a",
        "auto",
        "1/2",
        "50%",
        "\xc2\xbd",
        "\xd9\xa1",
        "1f",
        "0.5 0.5",
        "- 1",
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        double value = 7.0;
        EXPECT_MSG(!text_to_real(&value, refused[i]), "'%s' was read", refused[i]);
        EXPECT_MSG(value == 7.0, "'%s' changed the value", refused[i]);
    }
}

TEST(reals_above_the_limit_are_refused)
{
    static const char *const refused[] = {"1000000000.000000001", "1000000000.5",
                                          "-1000000000.000000001"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        double value = 7.0;
        EXPECT_MSG(!text_to_real(&value, refused[i]), "'%s' was read", refused[i]);
    }
}

TEST(integers_beyond_their_limits_are_refused)
{
    int64_t value = 7;
    EXPECT(text_to_integer(&value, "-12", -12, 5) && value == -12);
    EXPECT(text_to_integer(&value, "5", -12, 5) && value == 5);
    EXPECT(text_to_integer(&value, "9223372036854775807", 0, INT64_MAX) && value == INT64_MAX);
    value = 7;
    static const char *const refused[] = {"",
                                          "-",
                                          "6",
                                          "-13",
                                          "+1",
                                          " 1",
                                          "1 ",
                                          "1.0",
                                          "0x1",
                                          "1e0",
                                          "9223372036854775808",
                                          "99999999999999999999"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        EXPECT_MSG(!text_to_integer(&value, refused[i], -12, 5) && value == 7, "%s", refused[i]);
}

TEST(seed_numbers_use_all_64_bits)
{
    uint64_t value = 7;
    EXPECT(text_to_u64(&value, "0") && value == 0);
    EXPECT(text_to_u64(&value, "18446744073709551615") && value == UINT64_MAX);
    EXPECT(text_to_u64(&value, "00018446744073709551615") && value == UINT64_MAX);
    value = 7;
    static const char *const refused[] = {"",
                                          "-1",
                                          "+1",
                                          "18446744073709551616",
                                          "1.0",
                                          "a",
                                          "1 ",
                                          "184467440737095516150",
                                          "99999999999999999999999"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        EXPECT_MSG(!text_to_u64(&value, refused[i]) && value == 7, "%s", refused[i]);
}

TEST(any_text_is_a_seed)
{
    uint64_t a, b, kept = 7;
    OK(rl_seed_parse(&a, "hello", &error));
    OK(rl_seed_parse(&b, "hellp", &error));
    EXPECT(a != b);
    ck_assert_int_eq(rl_seed_parse(&b, "hello", NULL), RL_OK);
    EXPECT(a == b);
    OK(rl_seed_parse(&a, "-1", &error)); /* a text, not a number */
    OK(rl_seed_parse(&a, "18446744073709551615", &error));
    EXPECT(a == UINT64_MAX);
    OK(rl_seed_parse(&a, "18446744073709551616", &error)); /* a text, too */
    ck_assert_int_eq(rl_seed_parse(&kept, "", &error), RL_BAD_ARGUMENT);
    EXPECT(kept == 7);
}

TEST(colours_are_read_with_3_or_6_digits)
{
    rl_colour value = 7;
    EXPECT(text_to_colour(&value, "#ff8000") && value == 0xff8000);
    EXPECT(text_to_colour(&value, "FF8000") && value == 0xff8000);
    EXPECT(text_to_colour(&value, "#f80") && value == 0xff8800);
    EXPECT(text_to_colour(&value, "000") && value == 0);
    value = 7;
    static const char *const refused[] = {"",         "#",       "#ff",       "#ffff", "#fffff",
                                          "#fffffff", "#ff80 0", "##ff800",   "#ggg",  "red",
                                          "0xfff",    "#-ff",    "#\xc3\xa9z"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        EXPECT_MSG(!text_to_colour(&value, refused[i]) && value == 7, "%s", refused[i]);
}

TEST(nearest_name_of_a_mistyped_word_is_found)
{
    static const char *const names[] = {"roughness",  "displacement", "haze",
                                        "haze_power", "sky",          "x"};
    static const struct {
        const char *word;
        const char *name; /* NULL: none is near */
    } cases[] = {
        {"roughnes", "roughness"},
        {"rouhgness", "roughness"},
        {"ROUGHNESS", "roughness"},
        {"displcement", "displacement"},
        {"dsiplacement", "displacement"},
        {"hze", "haze"},
        {"hazee", "haze"},
        {"haze-power", "haze_power"},
        {"sku", "sky"},
        {"idpslcaement", "displacement"}, /* three swaps: three steps */
        {"temperature", NULL},
        {"zzzz", NULL},
        {"", NULL},
        {"entirely_different_thing", NULL},
        {"rghns", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = rl_nearest(cases[i].word, names, sizeof names / sizeof names[0]);
        if (cases[i].name == NULL)
            EXPECT_MSG(got == NULL, "%s gives %s", cases[i].word, got);
        else
            ck_assert_str_eq(got, cases[i].name);
    }
    char endless[4096];
    memset(endless, 'r', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    ck_assert_ptr_null(rl_nearest(endless, names, 6));
    ck_assert_ptr_null(rl_nearest("haze", NULL, 0));
}

/* The rows give foreign text and how it is shown. */
TEST(unsafe_characters_of_a_text_are_escaped)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"plain ~", "plain ~"},
        {"\x1b[2J\x7f\n", "\\x1b[2J\\x7f\\x0a"},
        {"\xc2\x9b \xc3\xa9", "\\xc2\\x9b \xc3\xa9"},                   /* C1; e acute */
        {"\xe2\x80\xae\xef\xbb\xbf", "\\xe2\\x80\\xae\\xef\\xbb\\xbf"}, /* override, mark */
        {"\xc0\x80\xed\xa0\x80", "\\xc0\\x80\\xed\\xa0\\x80"},          /* overlong, surrogate */
        {"\xf0\x9f\x8f\x94", "\xf0\x9f\x8f\x94"},                       /* U+1F3D4 */
        {"\xf3\xa0\x81\x81", "\\xf3\\xa0\\x81\\x81"},                   /* a tag */
        {"123456789012345", "12345678901..."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char shown[80];
        size_t most = i == 7 ? 11 : 60;
        size_t length = text_show(shown, most, rows[i].text, strlen(rows[i].text));
        ck_assert_str_eq(shown, rows[i].shown);
        ck_assert_uint_eq(length, strlen(shown));
    }
}
