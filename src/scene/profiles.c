/* profiles.c - reads and writes the heights of ridges that follow a profile.
 *
 * The text has numbers 0..9999 with blanks between, in any number of lines.  A scene points to the
 * text; a frame reads the numbers.
 */
#include "scene/profiles.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "ridge/family.h"

#define LINE_NUMBERS 32 /* numbers in a line of canonical text, which may have 190 bytes */

#define QUOTE(number) #number
#define QUOTED(number) QUOTE(number)

/* Reads the next number from `at` on and returns its end, or NULL if there is none.  *value is -1
 * if it is no number up to PROFILES_HIGHEST. */
static const char *next_number(const char *at, const char *end, int *value)
{
    while (at < end && (text_is_blank(*at) || *at == '\n'))
        at++;
    if (at == end)
        return NULL;
    *value = 0;
    for (; at < end && !text_is_blank(*at) && *at != '\n'; at++) {
        int digit = *at - '0';
        *value = *value < 0 || digit < 0 || digit > 9 ? -1 : *value * 10 + digit;
        *value = *value > PROFILES_HIGHEST ? -1 : *value;
    }
    return at;
}

static const char *const number_rule = "must be a whole number 0.." QUOTED(9999);
static const char *const count_rule = "must have 2.." QUOTED(RL_PROFILE_HEIGHTS) " heights";

rl_status profiles_read(const rl_scene *scene, int ridge, int *heights, int *count, rl_error *error)
{
    const char *rule = NULL, *at = NULL, *end = NULL;
    int value;
    *count = 0;
    for (int i = 0; i < RL_MAX_PROFILES; i++) {
        const rl_data *text = &scene->profile[i].heights;
        if (scene->profile[i].ridge != ridge + 1 || text->text == NULL)
            continue;
        at = text->text;
        end = at + text->size;
    }
    if (at == NULL)
        rule = "needs heights of your own (--ridge), or a section [profile]";
    while (at != NULL && rule == NULL && (at = next_number(at, end, &value)) != NULL) {
        rule = value < 0 ? number_rule : *count == RL_PROFILE_HEIGHTS ? count_rule : NULL;
        if (rule == NULL)
            heights[(*count)++] = value;
    }
    if (rule == NULL && *count < 2)
        rule = count_rule;
    return rule == NULL
               ? RL_OK
               : status_fail(error, RL_BAD_ARGUMENT, "ridge.%d.kind = own: %s", ridge + 1, rule);
}

/* Checks a line of numbers and adds them to *count. */
static void check_line(sections *reader, const char *line, const char *end, int *count)
{
    const char *at = line, *next;
    int value;
    while ((next = next_number(at, end, &value)) != NULL) {
        while (text_is_blank(*at))
            at++;
        if (value < 0)
            sections_fail(reader, status_show(at, (size_t)(next - at)).text, number_rule, NULL);
        else if (++*count > RL_PROFILE_HEIGHTS)
            sections_fail(reader, "the profile", count_rule, NULL);
        if (reader->failed_line != 0)
            return;
        at = next;
    }
}

void profiles_take(sections *reader, rl_scene *scene, int number, const char *line, size_t length)
{
    rl_profile *profile = profiles_place(scene, number);
    int count = 0, section_line = reader->line;
    const char *begin = reader->next, *at = begin;
    if (profile == NULL) {
        sections_fail(reader, status_show(line, length).text,
                      "there may be " QUOTED(RL_MAX_PROFILES) " profiles", NULL);
        return;
    }
    while (at < reader->end && reader->failed_line == 0) {
        const char *stop = memchr(at, '\n', (size_t)(reader->end - at)), *first = at;
        stop = stop != NULL ? stop : reader->end;
        while (first < stop && text_is_blank(*first))
            first++;
        if (first < stop && *first == '[')
            break;
        reader->line++;
        check_line(reader, at, stop, &count);
        at = stop < reader->end ? stop + 1 : stop;
    }
    reader->next = at;
    if (reader->failed_line == 0 && count < 2) {
        reader->line = section_line;
        sections_fail(reader, status_show(line, length).text, count_rule, NULL);
    }
    if (scene->ridge[number - 1].kind == RL_AUTO)
        scene->ridge[number - 1].kind = ridge_family_with(RIDGE_OF_PROFILE);
    *profile =
        (rl_profile){.ridge = number, .heights = {begin, (size_t)(at - begin), reader->place}};
}

size_t profiles_text(char text[RL_PROFILE_TEXT], const int *heights, int count)
{
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        int is_last = i + 1 == count || i % LINE_NUMBERS == LINE_NUMBERS - 1;
        used += (size_t)snprintf(text + used, RL_PROFILE_TEXT - used, "%d%c", heights[i],
                                 is_last ? '\n' : ' ');
    }
    return used;
}

rl_status profiles_write(const rl_scene *scene, int ridge, rl_sink *sink, rl_error *error)
{
    int heights[RL_PROFILE_HEIGHTS], count;
    char text[RL_PROFILE_TEXT], title[32];
    if (!ridge_has(&scene->ridge[ridge], RIDGE_OF_PROFILE))
        return RL_OK;
    TRY(profiles_read(scene, ridge, heights, &count, error));
    (void)snprintf(title, sizeof title, "\n[profile %d]\n", ridge + 1);
    TRY(rl_sink_write(sink, title, strlen(title), error));
    return rl_sink_write(sink, text, profiles_text(text, heights, count), error);
}

int profiles_most(const rl_scene *scene)
{
    int most = 0;
    for (int i = 0; i < RL_MAX_PROFILES; i++) {
        int number = scene->profile[i].ridge;
        if (number > most && ridge_has(&scene->ridge[number - 1], RIDGE_OF_PROFILE))
            most = number;
    }
    return most;
}

rl_profile *profiles_place(rl_scene *scene, int number)
{
    rl_profile *place = NULL;
    for (int i = RL_MAX_PROFILES - 1; i >= 0; i--) {
        rl_profile *profile = &scene->profile[i];
        if (profile->ridge == number)
            return profile;
        place = profile->ridge == 0 ? profile : place;
    }
    return place;
}
