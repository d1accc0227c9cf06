/* bot_index.c - the gallery of a bot: index.html.
 *
 * In: the slots that are kept.  Out: a page without a script and with nothing from
 * elsewhere, so that it works from a folder, a memory stick or any static server.  The
 * newest picture is loaded at once, the others as a reader comes near them.
 */
#include "cli/bot/bot_pages.h"
#include "cli/common/html_out.h"

#include <stddef.h>

/* Sizes are in rem and shares of the window; text has a contrast of 5.8 at least, in both
 * lights.  --w and --h are a picture's own, so that nothing moves when it arrives. */
static const char style[] =
    "<style>\n"
    ":root { color-scheme: light dark; --paper: #f7f5f1; --ink: #23262c; --quiet: #5b5f67;\n"
    "  --line: #dedad2; --mark: #1d5f94; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  :root { --paper: #14161a; --ink: #e9e6e0; --quiet: #a2a6ad; --line: #2b2e34;\n"
    "    --mark: #9cc8ee; }\n"
    "}\n"
    "* { box-sizing: border-box; }\n"
    "body { margin: 0 auto; max-width: 84rem; padding: 0 clamp(1rem, 4vw, 3rem) 3rem;\n"
    "  background: var(--paper); color: var(--ink);\n"
    "  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }\n"
    "header, footer { display: flex; flex-wrap: wrap; justify-content: space-between;\n"
    "  align-items: baseline; gap: 0 1.5rem; }\n"
    "header { padding: clamp(1.25rem, 4vw, 2.5rem) 0 clamp(1rem, 2vw, 1.5rem); }\n"
    "h1 { margin: 0; font: 400 clamp(1.6rem, 4vw, 2.3rem)/1.2 Georgia, 'Iowan Old Style',\n"
    "  'Times New Roman', serif; overflow-wrap: anywhere; }\n"
    "h2 { margin: clamp(2rem, 5vw, 3.5rem) 0 1.25rem; padding-top: 1.25rem;\n"
    "  border-top: 1px solid var(--line); font-size: 1rem; font-weight: 400;\n"
    "  color: var(--quiet); }\n"
    "a { color: inherit; text-underline-offset: .2em; text-decoration-thickness: 1px; }\n"
    "a:hover { color: var(--mark); }\n"
    "header p, footer { color: var(--quiet); margin: 0; }\n"
    "footer { margin-top: 3rem; padding-top: 1.25rem; border-top: 1px solid var(--line);\n"
    "  font-size: .9rem; }\n"
    "figure { margin: 0; }\n"
    "figure a { display: block; border-radius: .4rem; }\n"
    "figure a:focus-visible, a:focus-visible { outline: 3px solid var(--mark);\n"
    "  outline-offset: 4px; }\n"
    "img { display: block; width: 100%; height: auto; border-radius: .4rem;\n"
    "  background: var(--line); }\n"
    "figcaption { margin-top: .6rem; line-height: 1.35; }\n"
    "figcaption time { display: block; color: var(--quiet); font-size: .875rem;\n"
    "  font-variant-numeric: tabular-nums; }\n"
    "figure:target figcaption { color: var(--mark); }\n"
    ".newest { width: min(100%, 80vh * var(--w) / var(--h)); margin: 0 auto; }\n"
    ".newest figcaption { display: flex; flex-wrap: wrap; justify-content: space-between;\n"
    "  align-items: baseline; gap: 0 1rem; font-size: 1.1rem; }\n"
    "ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 2rem 1.5rem;\n"
    "  grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }\n"
    "@media print {\n"
    "  :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #ccc; }\n"
    "  body { max-width: none; padding: 0; }\n"
    "  header a { display: none; }\n"
    "  figure { break-inside: avoid; }\n"
    "  ul { grid-template-columns: 1fr 1fr; gap: 1rem; }\n"
    "}\n"
    "</style>\n";

/* ---- words ---------------------------------------------------------------- */

/* 21 November 2026, 06:00 UTC */
static void put_time(html_out *page, int64_t time)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    char text[BOT_TIME_SIZE];
    int year, month, day, minute, day_of_year;
    bot_civil(time, &year, &month, &day, &minute, &day_of_year);
    bot_time_text(text, time);
    html_print(page, "<time datetime=\"%s\">%d %s %d, %02d:%02d UTC</time>", text, day,
               months[month - 1], year, minute / 60, minute % 60);
}

/* ---- figures -------------------------------------------------------------- */

static void put_image(html_out *page, const bot_entry *entry, const char *loading)
{
    html_print(page, "<a href=\"%s.png\"><img src=\"%s.png\" width=\"%d\" height=\"%d\" ",
               entry->slot, entry->slot, entry->width, entry->height);
    html_print(page, "loading=\"%s\" decoding=\"async\" alt=\"", loading);
    html_text(page, entry->alt);
    html_marks(page, "\"></a>\n");
}

static void put_caption(html_out *page, const bot_entry *entry)
{
    html_marks(page, "<figcaption>");
    html_text(page, entry->title);
    html_marks(page, " ");
    put_time(page, entry->time);
    html_marks(page, "</figcaption>\n</figure>");
}

static void put_newest(html_out *page, const bot_entry *entry)
{
    html_print(page, "<figure class=\"newest\" id=\"%s\" style=\"--w: %d; --h: %d\">\n",
               entry->slot, entry->width, entry->height);
    put_image(page, entry, "eager");
    put_caption(page, entry);
    html_marks(page, "\n");
}

static void put_earlier(html_out *page, const bot_entry *entries, int count)
{
    if (count == 0)
        return;
    html_marks(page, "<h2>Earlier</h2>\n<ul>\n");
    for (int i = 0; i < count; i++) {
        html_print(page, "<li><figure id=\"%s\">\n", entries[i].slot);
        put_image(page, &entries[i], "lazy");
        put_caption(page, &entries[i]);
        html_marks(page, "</li>\n");
    }
    html_marks(page, "</ul>\n");
}

/* ---- the page ------------------------------------------------------------- */

/* What others show of a page that is named to them: they want whole addresses. */
static void put_card(html_out *page, const bot_pages *pages)
{
    const bot_entry *newest = &pages->entries[0];
    if (pages->url == NULL)
        return;
    html_marks(page, "<link rel=\"canonical\" href=\"");
    html_text(page, pages->url);
    html_marks(page, "\">\n<meta property=\"og:title\" content=\"");
    html_text(page, pages->name);
    html_marks(page, "\">\n<meta property=\"og:image\" content=\"");
    html_text(page, pages->url);
    html_print(page, "%s.png\">\n<meta property=\"og:image:alt\" content=\"", newest->slot);
    html_text(page, newest->alt);
    html_marks(page, "\">\n");
}

/* The empty icon keeps browsers from asking for one. */
static void put_head(html_out *page, const bot_pages *pages)
{
    html_marks(page, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>");
    html_text(page, pages->name);
    html_marks(page, "</title>\n<meta name=\"description\" content=\"");
    html_text(page, pages->entries[0].alt);
    html_marks(page, "\">\n<link rel=\"icon\" href=\"data:,\">\n"
                     "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"");
    html_text(page, pages->name);
    html_marks(page, "\" href=\"feed.xml\">\n");
    put_card(page, pages);
    html_marks(page, style);
    html_marks(page, "</head>\n");
}

rl_status bot_index(const bot_pages *pages, rl_sink *sink, rl_error *error)
{
    html_out page = {sink, error, RL_OK};
    put_head(&page, pages);
    html_marks(&page, "<body>\n<header>\n<h1>");
    html_text(&page, pages->name);
    html_marks(&page, "</h1>\n<p><a href=\"feed.xml\">Feed</a></p>\n</header>\n<main>\n");
    put_newest(&page, &pages->entries[0]);
    put_earlier(&page, pages->entries + 1, pages->count - 1);
    html_print(&page, "</main>\n<footer>\n<span>%d landscape%s</span>\n", pages->count,
               pages->count > 1 ? "s" : "");
    html_marks(&page, "<span>Drawn by ridgeline</span>\n</footer>\n</body>\n</html>\n");
    return page.status;
}
