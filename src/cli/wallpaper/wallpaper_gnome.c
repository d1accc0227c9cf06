/* wallpaper_gnome.c - a set as GNOME reads it: a list of backgrounds, a slide show of a day.
 *
 * In: pictures with their paths.  Out: XML as in gnome-background-properties, and the slide
 * shows of gnome-desktop, which Cinnamon, MATE, Budgie and Deepin know, too.  They take the
 * text of an element as it stands, so no blank may be added to it.
 */
#include "cli/common/markup.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <stdlib.h>

#define DAY_SECONDS 86400

/* ---- the list ----------------------------------------------------------- */

static void add_colour(xml_node *parent, const char *name, rl_colour colour)
{
    char text[16];
    snprintf(text, sizeof text, "#%06x", (unsigned)colour & 0xffffff);
    xml_add_text(parent, name, text);
}

/* One background: a picture in its lights, or the slide show. */
static void add_background(const wallpaper *job, xml_node *list, int view, const char *name,
                           const char *show)
{
    xml_node *node = xml_add(list, "wallpaper");
    xml_attribute(node, "deleted", "false");
    xml_add_text(node, "name", name);
    xml_add_text(node, "filename", show != NULL ? show : wallpaper_picture_of(job, view, 0)->path);
    if (wallpaper_own(job->wanted)->dark != NULL)
        xml_add_text(node, "filename-dark", wallpaper_picture_of(job, view, 1)->path);
    int is_span = job->monitor_count > 0 && !wallpaper_own(job->wanted)->each;
    xml_add_text(node, "options", is_span ? "spanned" : "zoom");
    xml_add_text(node, "shade_type", "solid");
    add_colour(node, "pcolor", job->sky);
    add_colour(node, "scolor", job->sky);
}

static void add_each(const wallpaper *job, xml_node *list)
{
    for (int i = 0; i < job->view_count; i++) {
        char name[sizeof job->name + 16];
        snprintf(name, sizeof name, "%s %d", job->name, i + 1);
        add_background(job, list, i, name, NULL);
    }
}

static rl_status out_of_memory(rl_error *error)
{
    *error = (rl_error){RL_NO_MEMORY, "out of memory"};
    return RL_NO_MEMORY;
}

rl_status wallpaper_gnome_list(const wallpaper *job, rl_sink *sink, rl_error *error)
{
    char *show = wallpaper_own(job->wanted)->timed > 0 ? wallpaper_path(job, "-timed.xml") : NULL;
    if (wallpaper_own(job->wanted)->timed > 0 && show == NULL)
        return out_of_memory(error);
    xml_node *document = xml_new();
    xml_doctype(document, "wallpapers SYSTEM \"gnome-wp-list.dtd\"");
    xml_node *list = xml_add(document, "wallpapers");
    if (wallpaper_own(job->wanted)->each)
        add_each(job, list);
    else
        add_background(job, list, wallpaper_main(job), job->name, show);
    rl_status status = xml_write(document, sink, error);
    xml_free(document);
    free(show);
    return status;
}

/* ---- the slide show ----------------------------------------------------- */

static void add_number(xml_node *parent, const char *name, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    xml_add_text(parent, name, text);
}

/* Tenths, as the programs that read it write it. */
static void add_duration(xml_node *parent, int seconds)
{
    char text[24];
    snprintf(text, sizeof text, "%d.0", seconds);
    xml_add_text(parent, "duration", text);
}

static void add_start(const wallpaper *job, xml_node *background, int second)
{
    xml_node *node = xml_add(background, "starttime");
    struct tm start = wallpaper_start(job->now, second);
    add_number(node, "year", start.tm_year + 1900);
    add_number(node, "month", start.tm_mon + 1);
    add_number(node, "day", start.tm_mday);
    add_number(node, "hour", start.tm_hour);
    add_number(node, "minute", start.tm_min);
    add_number(node, "second", start.tm_sec);
}

/* A picture, or one for each size; of monitors the span alone. */
static void add_file(const wallpaper *job, xml_node *parent, const char *name, int light)
{
    int view = wallpaper_main(job);
    if (job->size_count < 2) {
        xml_add_text(parent, name, wallpaper_picture_of(job, view, light)->path);
        return;
    }
    xml_node *node = xml_add(parent, name);
    for (int i = 0; i < job->view_count; i++) {
        char width[16], height[16];
        xml_node *size = xml_add_text(node, "size", wallpaper_picture_of(job, i, light)->path);
        snprintf(width, sizeof width, "%d", job->views[i].width);
        snprintf(height, sizeof height, "%d", job->views[i].height);
        xml_attribute(size, "width", width);
        xml_attribute(size, "height", height);
    }
}

static int gap_after(const wallpaper *job, int light)
{
    int next = job->lights[(light + 1) % job->light_count].minute;
    int minutes = next - job->lights[light].minute;
    return 60 * (minutes > 0 ? minutes : minutes + DAY_MINUTES);
}

/* A picture stands for a quarter of the way from the one before and to the one after it,
 * round its own hour; between them they blend for the other half.  Gaps are whole minutes,
 * so quarters are whole seconds. */
rl_status wallpaper_gnome_show(const wallpaper *job, rl_sink *sink, rl_error *error)
{
    xml_node *document = xml_new();
    xml_node *background = xml_add(document, "background");
    int last = job->light_count - 1;
    int first = job->lights[0].minute * 60 - gap_after(job, last) / 4;
    add_start(job, background, (first + DAY_SECONDS) % DAY_SECONDS);
    for (int i = 0; i <= last; i++) {
        int before = gap_after(job, i > 0 ? i - 1 : last), after = gap_after(job, i);
        xml_node *still = xml_add(background, "static");
        add_duration(still, before / 4 + after / 4);
        add_file(job, still, "file", i);
        xml_node *change = xml_add(background, "transition");
        xml_attribute(change, "type", "overlay");
        add_duration(change, after / 2);
        add_file(job, change, "from", i);
        add_file(job, change, "to", i < last ? i + 1 : 0);
    }
    rl_status status = xml_write(document, sink, error);
    xml_free(document);
    return status;
}
