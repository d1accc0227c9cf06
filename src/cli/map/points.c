/* points.c - reads the feature points of `--pass voronoi:file=FILE` from text. */
#include "cli/map/points.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#define MOST 1000000
#define FILE_LIMIT ((size_t)64 * MOST)

enum { X, Y, WEIGHT, FIELDS };
static const struct {
    const char *rule;
    double most;
} fields[FIELDS] = {
    {"x must be 0..1", 1.0}, {"y must be 0..1", 1.0}, {"weight must be 0..1000", 1000.0}};

typedef struct points_reader {
    const char *place, *next, *end;
    int line;
} points_reader;

/* Finds the next line with a point, without comment and blanks at its ends, and returns 1; 0 past
 * the last.  A first line that begins with x is a header. */
static int next_line(points_reader *in, const char **text, size_t *size)
{
    while (in->next < in->end) {
        const char *start = in->next, *stop = memchr(start, '\n', (size_t)(in->end - start));
        stop = stop != NULL ? stop : in->end;
        in->next = stop < in->end ? stop + 1 : in->end;
        in->line++;
        const char *comment = memchr(start, '#', (size_t)(stop - start));
        stop = comment != NULL ? comment : stop;
        while (start < stop && text_is_blank(*start))
            start++;
        while (stop > start && text_is_blank(stop[-1]))
            stop--;
        int is_header = in->line == 1 && start < stop && (*start == 'x' || *start == 'X');
        *text = start;
        *size = (size_t)(stop - start);
        if (*size > 0 && !is_header)
            return 1;
    }
    return 0;
}

static int fail(const points_reader *in, const char *text, size_t size, const char *rule)
{
    return say_error(CODE_DATA, "%s:%d: %s: %s", SHOW(in->place), in->line,
                     show_bytes(text, size).text, rule);
}

/* Reads the fields of a line into point[]; a weight that is not given is 1. */
static int read_point(const points_reader *in, const char *text, size_t size, double point[FIELDS])
{
    const char *end = text + size;
    int field = 0;
    point[WEIGHT] = 1.0;
    for (const char *stop; field < FIELDS && text <= end; field++, text = stop + 1) {
        char number[TEXT_REAL_SIZE];
        stop = memchr(text, ',', (size_t)(end - text));
        stop = stop != NULL ? stop : end;
        const char *last = stop;
        while (text < last && text_is_blank(*text))
            text++;
        while (last > text && text_is_blank(last[-1]))
            last--;
        size_t length = (size_t)(last - text);
        if (length >= sizeof number || memchr(text, '\0', length) != NULL)
            return fail(in, text, length, fields[field].rule);
        memcpy(number, text, length);
        number[length] = '\0';
        if (!text_to_real(&point[field], number) || point[field] < 0.0 ||
            point[field] > fields[field].most)
            return fail(in, text, length, fields[field].rule);
    }
    return field > Y && text > end ? CODE_OK
                                   : fail(in, end - size, size, "must be x,y or x,y,weight");
}

static int read_points(points_reader *in, rl_map_points *points, double *values, int count)
{
    const char *text;
    size_t size;
    for (int i = 0; next_line(in, &text, &size); i++) {
        double point[FIELDS];
        STEP(read_point(in, text, size, point));
        for (int field = 0; field < FIELDS; field++)
            values[field * count + i] = point[field];
    }
    *points = (rl_map_points){count, values, values + count, values + 2 * count};
    return CODE_OK;
}

int points_read(rl_map_points *points, const char *path)
{
    void *bytes;
    size_t size;
    rl_error error;
    if (rl_file_read(&bytes, &size, path, FILE_LIMIT, NULL, &error) != RL_OK)
        return say_status(&error);
    points_reader in = {path, bytes, (const char *)bytes + size, 0}, counter = in;
    const char *text;
    int count = 0;
    for (size_t length; count <= MOST && next_line(&counter, &text, &length);)
        count++;
    double *values = NULL;
    int code = CODE_OK;
    if (count < 1 || count > MOST)
        code = say_error(CODE_DATA, "%s: %s points: must be 1 to 1000000", SHOW(path),
                         count < 1 ? "no" : "too many");
    else if ((values = memory_array(NULL, (size_t)count, FIELDS * sizeof *values)) == NULL)
        code = say_no_memory(SHOW(path));
    else
        code = read_points(&in, points, values, count);
    rl_file_free(bytes, NULL);
    if (code != CODE_OK)
        memory_free(NULL, values);
    return code;
}

void points_free(rl_map_points *points)
{
    double *values = NULL;
    memcpy(&values, &points->x, sizeof values); /* without its const */
    memory_free(NULL, values);
}
