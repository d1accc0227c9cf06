/* bot_feed.c - the feed of a bot: feed.xml, Atom as in RFC 4287.
 *
 * In: the slots that are kept.  Out: an entry for each of the newest.  Ids are made of the
 * bot's name and the slot alone, so a second machine or a folder that has moved writes the
 * same ones and no reader shows a picture twice.
 */
#include "cli/bot/bot_pages.h"
#include "cli/common/html_out.h"
#include "cli/common/xml.h"

#include <inttypes.h>
#include <stdio.h>

/* "urn:uuid:", 32 digits, four dashes and the end. */
#define ID_SIZE 46

/* ---- ids ------------------------------------------------------------------ */

/* The hash of "half/name" or "half/name/slot": not all digits, which would be taken as a
 * number. */
static uint64_t half_of(const char *half, const char *name, const char *slot)
{
    char text[128];
    uint64_t hash = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/%.64s%s%s", half, name, slot != NULL ? "/" : "",
             slot != NULL ? slot : "");
    (void)rl_seed_parse(&hash, text, &error);
    return hash;
}

/* A UUID of version 8, "of one's own making", and the usual variant (RFC 9562, 4.1, 5.8). */
static void id_make(char id[ID_SIZE], const char *name, const char *slot)
{
    uint64_t high = half_of("atom id", name, slot);
    uint64_t low = half_of("atom id, lower half", name, slot);
    high = (high & ~UINT64_C(0xf000)) | UINT64_C(0x8000);
    low = (low & ~(UINT64_C(3) << 62)) | UINT64_C(2) << 62;
    snprintf(
        id, ID_SIZE, "urn:uuid:%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64,
        high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48, low & UINT64_C(0xffffffffffff));
}

static void add_id(mxml_node_t *parent, const char *name, const char *slot)
{
    char id[ID_SIZE];
    id_make(id, name, slot);
    xml_add_text(parent, "id", id);
}

/* ---- parts ---------------------------------------------------------------- */

static void add_time(mxml_node_t *parent, const char *name, int64_t time)
{
    char text[BOT_TIME_SIZE];
    bot_time_text(text, time);
    xml_add_text(parent, name, text);
}

/* Without an address the links are relative: to the feed, wherever it is found. */
static const char *base_of(const bot_pages *pages)
{
    return pages->url != NULL ? pages->url : "";
}

static mxml_node_t *add_link(mxml_node_t *parent, const char *is, const char *type)
{
    mxml_node_t *link = xml_add(parent, "link");
    xml_attribute(link, "rel", is);
    xml_attribute(link, "type", type);
    return link;
}

static void add_links(mxml_node_t *feed, const bot_pages *pages)
{
    mxml_node_t *page = add_link(feed, "alternate", "text/html");
    xml_attribute_print(page, "href", "%sindex.html", base_of(pages));
    if (pages->url == NULL)
        return;
    mxml_node_t *self = add_link(feed, "self", "application/atom+xml");
    xml_attribute_print(self, "href", "%sfeed.xml", pages->url);
}

/* The page stays when the picture has gone: so it is where the title leads. */
static void add_entry_links(mxml_node_t *node, const bot_pages *pages, const bot_entry *entry)
{
    mxml_node_t *page = add_link(node, "alternate", "text/html");
    xml_attribute_print(page, "href", "%sindex.html#%s", base_of(pages), entry->slot);
    mxml_node_t *picture = add_link(node, "enclosure", "image/png");
    xml_attribute_print(picture, "href", "%s%s.png", base_of(pages), entry->slot);
    xml_attribute_print(picture, "length", "%" PRIu64, entry->bytes);
}

/* ---- what readers show ---------------------------------------------------- */

static rl_status write_content(const bot_pages *pages, const bot_entry *entry, rl_sink *sink,
                               rl_error *error)
{
    html_out html = {sink, error, RL_OK};
    html_marks(&html, "<p><img src=\"");
    html_text(&html, base_of(pages));
    html_print(&html, "%s.png\" width=\"%d\" height=\"%d\" alt=\"", entry->slot, entry->width,
               entry->height);
    html_text(&html, entry->alt);
    html_marks(&html, "\"></p><p>");
    html_text(&html, entry->alt);
    html_marks(&html, "</p>");
    if (html.status == RL_OK)
        html.status = rl_sink_write(sink, "", 1, error); /* mxml wants a string */
    return html.status;
}

static rl_status add_content(mxml_node_t *node, const bot_pages *pages, const bot_entry *entry,
                             rl_error *error)
{
    rl_sink *text;
    rl_status status = rl_sink_to_memory(&text, NULL, error);
    if (status != RL_OK)
        return status;
    status = write_content(pages, entry, text, error);
    if (status == RL_OK) {
        size_t size;
        mxml_node_t *content = xml_add_text(node, "content", rl_sink_bytes(text, &size));
        xml_attribute(content, "type", "html");
    }
    rl_sink_free(text);
    return status;
}

static rl_status add_entry(mxml_node_t *feed, const bot_pages *pages, const bot_entry *entry,
                           rl_error *error)
{
    mxml_node_t *node = xml_add(feed, "entry");
    xml_add_text(node, "title", entry->title);
    add_id(node, pages->name, entry->slot);
    add_time(node, "updated", entry->time);
    add_time(node, "published", entry->time);
    add_entry_links(node, pages, entry);
    xml_add_text(node, "summary", entry->alt);
    return add_content(node, pages, entry, error);
}

static mxml_node_t *feed_new(mxml_node_t *document, const bot_pages *pages)
{
    mxml_node_t *feed = xml_add(document, "feed");
    xml_attribute(feed, "xmlns", "http://www.w3.org/2005/Atom");
    xml_attribute(feed, "xml:lang", "en");
    xml_add_text(feed, "title", pages->name);
    add_id(feed, pages->name, NULL);
    add_time(feed, "updated", pages->entries[0].time);
    xml_add_text(xml_add(feed, "author"), "name", pages->name);
    add_links(feed, pages);
    xml_attribute(xml_add_text(feed, "generator", "ridgeline"), "version", rl_version());
    return feed;
}

rl_status bot_feed(const bot_pages *pages, rl_sink *sink, rl_error *error)
{
    mxml_node_t *document = xml_new();
    mxml_node_t *feed = feed_new(document, pages);
    rl_status status = RL_OK;
    for (int i = 0; i < pages->count && i < BOT_FEED_MAX && status == RL_OK; i++)
        status = add_entry(feed, pages, &pages->entries[i], error);
    if (status == RL_OK)
        status = xml_write(document, sink, error);
    xml_free(document);
    return status;
}
