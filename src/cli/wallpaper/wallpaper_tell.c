/* wallpaper_tell.c - the commands that make a desktop show a set.
 *
 * In: a finished set.  Out: lines for a shell on standard output.  The program itself sets
 * nothing: a desktop's settings are its user's.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DATA_HOME "\"${XDG_DATA_HOME:-$HOME/.local/share}\""

/* Where the lines go, and what they tell. */
typedef struct telling {
    FILE *out;
    const wallpaper *job;
    int light;       /* what desktops show that know but one */
    int *has_failed; /* for lack of memory */
} telling;

static const char *path_of(const telling *to, int view)
{
    return wallpaper_picture_of(to->job, view, to->light)->path;
}

static int is_span(const wallpaper *job)
{
    return job->monitor_count > 0 && !wallpaper_own(job->wanted)->each;
}

/* The view that monitor `index` shows. */
static int monitor_view(const wallpaper *job, int index)
{
    return index + is_span(job);
}

/* ---- GNOME -------------------------------------------------------------- */

/* Letters that stand for themselves in the path of a URI (RFC 3986, 3.3). */
static const char uri_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-._~/:@!$&()*+,=";

static void put_uri(const telling *to, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    static const char scheme[] = "file://";
    char *uri = malloc(3 * strlen(path) + sizeof scheme), *at = uri;
    if (uri == NULL) {
        *to->has_failed = 1;
        return;
    }
    memcpy(at, scheme, sizeof scheme - 1);
    at += sizeof scheme - 1;
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;
        if (strchr(uri_letters, *path) != NULL) {
            *at++ = *path;
            continue;
        }
        *at++ = '%';
        *at++ = digits[c >> 4];
        *at++ = digits[c & 15];
    }
    *at = '\0';
    shell_word(to->out, uri);
    free(uri);
}

static void put_setting(const telling *to, const char *key, const char *path)
{
    fprintf(to->out, "gsettings set org.gnome.desktop.background %s", key);
    put_uri(to, path);
    fputc('\n', to->out);
}

/* In dark mode GNOME looks at the other key alone: both are set whatever there is. */
static void tell_gnome(const telling *to)
{
    const wallpaper *job = to->job;
    int view = wallpaper_main(job);
    char *show = wallpaper_own(job->wanted)->timed > 0 ? wallpaper_path(job, "-timed.xml") : NULL;
    char *list = wallpaper_path(job, ".xml");
    const char *light = show != NULL ? show : path_of(to, view);
    const char *dark =
        wallpaper_own(job->wanted)->dark != NULL ? wallpaper_picture_of(job, view, 1)->path : light;
    fputs("# GNOME\n", to->out);
    put_setting(to, "picture-uri", light);
    put_setting(to, "picture-uri-dark", dark);
    fprintf(to->out, "gsettings set org.gnome.desktop.background picture-options %s\n",
            is_span(job) ? "spanned" : "zoom");
    fputs("# GNOME: list it in Settings\n", to->out);
    fputs("mkdir -p " DATA_HOME "/gnome-background-properties\nln -sf", to->out);
    if (list != NULL)
        shell_word(to->out, list);
    *to->has_failed |= list == NULL || (show == NULL && wallpaper_own(job->wanted)->timed > 0);
    fputs(" " DATA_HOME "/gnome-background-properties/\n", to->out);
    free(show);
    free(list);
}

/* ---- KDE ---------------------------------------------------------------- */

static void tell_package(const telling *to)
{
    char *package = wallpaper_path(to->job, "");
    if (package == NULL) {
        *to->has_failed = 1;
        return;
    }
    fputs("# KDE Plasma\nplasma-apply-wallpaperimage", to->out);
    shell_word(to->out, package);
    fputs("\n# KDE Plasma: list it among the wallpapers\n", to->out);
    fputs("mkdir -p " DATA_HOME "/wallpapers\nln -sfn", to->out);
    shell_word(to->out, package);
    fputs(" " DATA_HOME "/wallpapers/\n", to->out);
    free(package);
}

static void tell_kde(const telling *to)
{
    if (to->job->monitor_count > 0) {
        fputs("# KDE Plasma: choose the picture of each screen in its settings\n", to->out);
        return;
    }
    fputs("# KDE Plasma\nplasma-apply-wallpaperimage", to->out);
    shell_word(to->out, path_of(to, wallpaper_main(to->job)));
    fputc('\n', to->out);
}

/* ---- pictures alone ----------------------------------------------------- */

/* swaymsg hands its words over as one line, which sway reads like a shell once more. */
static int suits_sway(const char *path)
{
    return strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+@:") ==
           strlen(path);
}

static void tell_swaybg(const telling *to, const char *path)
{
    fputs("swaybg -m fill -i", to->out);
    shell_word(to->out, path);
    fputc('\n', to->out);
}

static void tell_sway(const telling *to)
{
    const wallpaper *job = to->job;
    if (!suits_sway(job->root) || !suits_sway(job->name)) {
        fputs("# sway takes no such path: give the folder a plain name, or use swaybg\n", to->out);
        tell_swaybg(to, path_of(to, wallpaper_main(job)));
        return;
    }
    if (job->monitor_count > 0)
        fputs("# sway: OUTPUT1 is what `swaymsg -t get_outputs` calls the first monitor\n",
              to->out);
    else
        fputs("# sway, and other compositors with swaybg\n", to->out);
    for (int i = 0; i < job->monitor_count; i++) {
        fprintf(to->out, "swaymsg output OUTPUT%d bg", i + 1);
        shell_word(to->out, path_of(to, monitor_view(job, i)));
        fputs(" fill\n", to->out);
    }
    if (job->monitor_count > 0)
        return;
    const char *path = path_of(to, wallpaper_main(job));
    fputs("swaymsg output '*' bg", to->out);
    shell_word(to->out, path);
    fputs(" fill\n", to->out);
    tell_swaybg(to, path);
}

static void tell_feh(const telling *to)
{
    const wallpaper *job = to->job;
    fputs("# X11 with feh\nfeh --no-fehbg --bg-fill", to->out);
    for (int i = 0; i < job->monitor_count; i++)
        shell_word(to->out, path_of(to, monitor_view(job, i)));
    if (job->monitor_count == 0)
        shell_word(to->out, path_of(to, wallpaper_main(job)));
    fputc('\n', to->out);
}

static void tell_xfce(const telling *to)
{
    const wallpaper *job = to->job;
    if (job->monitor_count > 0)
        fputs("# XFCE: OUTPUT1 is what `xrandr` calls the first monitor\n", to->out);
    else
        fputs("# XFCE\n", to->out);
    for (int i = 0; i < job->monitor_count; i++) {
        fprintf(to->out,
                "xfconf-query -c xfce4-desktop -n -t string -p "
                "/backdrop/screen0/monitorOUTPUT%d/workspace0/last-image -s",
                i + 1);
        shell_word(to->out, path_of(to, monitor_view(job, i)));
        fputc('\n', to->out);
    }
    if (job->monitor_count > 0)
        return;
    fputs("xfconf-query -c xfce4-desktop -l | grep 'last-image$' |\n"
          "    while read -r p; do xfconf-query -c xfce4-desktop -p \"$p\" -s",
          to->out);
    shell_word(to->out, path_of(to, wallpaper_main(job)));
    fputs("; done\n", to->out);
}

/* ---- all ---------------------------------------------------------------- */

/* Of a day the picture that is nearest before now. */
static int light_of_now(const wallpaper *job)
{
    struct tm now;
    int light = job->light_count - 1;
    if (wallpaper_own(job->wanted)->timed == 0 || localtime_r(&job->now, &now) == NULL)
        return 0;
    for (int i = 0; i < job->light_count; i++)
        if (job->lights[i].minute <= now.tm_hour * 60 + now.tm_min)
            light = i;
    return light;
}

static void tell_count(const telling *to)
{
    const wallpaper *job = to->job;
    fprintf(to->out, "# %d picture%s", job->picture_count, job->picture_count == 1 ? "" : "s");
    if (job->kept_count > 0)
        fprintf(to->out, ", %d of them as %s", job->kept_count,
                job->kept_count == 1 ? "it was" : "they were");
    fprintf(to->out, ": %s in %s/\n", job->name, job->root);
}

static void tell_all(const telling *to)
{
    tell_count(to);
    tell_gnome(to);
    if (wallpaper_own(to->job->wanted)->kde)
        tell_package(to);
    else
        tell_kde(to);
    tell_sway(to);
    tell_feh(to);
    tell_xfce(to);
}

int wallpaper_tell(const wallpaper *job)
{
    char *text = NULL;
    size_t size = 0;
    int failed = 0;
    const telling to = {open_memstream(&text, &size), job, light_of_now(job), &failed};
    failed = to.out == NULL;
    if (to.out != NULL) {
        tell_all(&to);
        failed |= ferror(to.out) != 0;
        failed |= fclose(to.out) != 0;
    }
    if (!failed)
        out_write(text, size);
    free(text);
    return failed ? say_error(CODE_NO_MEMORY, "out of memory") : CODE_OK;
}
