/* xmp.c - writes the XMP packet of a picture: software, source, title, description and recipe.
 *
 * Galleries and search engines read XMP in all formats.  The source is IPTC's term for pictures by
 * a program without training data; the description is also the alt text.  A text with markup
 * characters is written as CDATA, without escapes, so that recipe_xmp.c can point into the file.
 */
#include "encode/xmp.h"

#include "base/status.h"
#include "base/text.h"

#include <string.h>

#define SOURCE "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"

static rl_status put(rl_sink *sink, const char *text, rl_error *error)
{
    return rl_sink_write(sink, text, strlen(text), error);
}

/* Returns 1 if XML can hold the text: UTF-8 without control characters, other than tab and newline,
 * and without the end of CDATA. */
static int is_fit(const char *text)
{
    size_t size = strlen(text), length;
    for (const char *c = text; *c != '\0'; c += length) {
        length = text_character(c, size - (size_t)(c - text));
        if (length == 0 || ((unsigned char)*c < ' ' && strchr("\t\n", *c) == NULL))
            return 0;
    }
    return strstr(text, XMP_CDATA_END) == NULL;
}

static rl_status put_text(rl_sink *sink, const char *text, rl_error *error)
{
    int is_plain = text[strcspn(text, "<>&")] == '\0';
    TRY(put(sink, is_plain ? "" : XMP_CDATA, error));
    TRY(put(sink, text, error));
    return put(sink, is_plain ? "" : XMP_CDATA_END, error);
}

/* Writes an element with a text in the default language; leaves out a text that XML cannot hold. */
static rl_status put_language(rl_sink *sink, const char *element, const char *text, rl_error *error)
{
    if (text == NULL || *text == '\0' || !is_fit(text))
        return RL_OK;
    const char *const before[] = {"<", element, "><rdf:Alt><rdf:li xml:lang=\"x-default\">"};
    const char *const after[] = {"</rdf:li></rdf:Alt></", element, ">\n"};
    for (int i = 0; i < 3; i++)
        TRY(put(sink, before[i], error));
    TRY(put_text(sink, text, error));
    for (int i = 0; i < 3; i++)
        TRY(put(sink, after[i], error));
    return RL_OK;
}

static rl_status put_packet(rl_sink *sink, const picture_info *info, int has_recipe,
                            rl_error *error)
{
    TRY(put(sink,
            XMP_BEGIN "\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                      "<rdf:Description rdf:about=\"\"\n"
                      " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"\n"
                      " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"\n"
                      " xmlns:Iptc4xmpCore=\"http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/\"\n"
                      " xmlns:Iptc4xmpExt=\"http://iptc.org/std/Iptc4xmpExt/2008-02-29/\"\n"
                      " xmlns:ridgeline=\"urn:x-ridgeline:1.0\">\n"
                      "<" XMP_SOFTWARE ">ridgeline " RL_VERSION "</" XMP_SOFTWARE ">\n"
                      "<Iptc4xmpExt:DigitalSourceType>" SOURCE "</Iptc4xmpExt:DigitalSourceType>\n",
            error));
    TRY(put_language(sink, XMP_TITLE, info->title, error));
    TRY(put_language(sink, XMP_DESCRIPTION, info->description, error));
    TRY(put_language(sink, "Iptc4xmpCore:AltTextAccessibility", info->description, error));
    if (has_recipe && info->metadata == RL_METADATA_FULL && info->recipe != NULL) {
        if (!is_fit(info->recipe))
            return status_fail(error, RL_BAD_ARGUMENT,
                               "recipe: cannot be kept in this format: its text must be UTF-8 "
                               "without ]]>: choose png or --metadata minimal");
        TRY(put(sink, "<" XMP_RECIPE ">", error));
        TRY(put_text(sink, info->recipe, error));
        TRY(put(sink, "</" XMP_RECIPE ">\n", error));
    }
    TRY(put(sink, "</rdf:Description></rdf:RDF></x:xmpmeta>\n" XMP_END "\"r\"?>", error));
    return rl_sink_write(sink, "", 1, error);
}

rl_status xmp_packet(rl_sink **packet, const picture_info *info, int has_recipe, rl_error *error)
{
    *packet = NULL;
    if (info->metadata == RL_METADATA_NONE)
        return RL_OK;
    TRY(rl_sink_to_memory(packet, NULL, error));
    return put_packet(*packet, info, has_recipe, error);
}
