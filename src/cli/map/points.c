/* points.c - reads the feature points of `--pass voronoi:file=FILE` from text. */
#include "cli/map/points.h"

#include <string.h>

#include "base/memory.h"
#include "base/span.h"
#include "base/text.h"
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
static int next_line(points_reader *in, span *text)
{
    while (in->next < in->end) {
        *text = span_line(&in->next, in->end);
        in->line++;
        const char *comment = memchr(text->at, '#', text->size);
        if (comment != NULL)
            *text = span_trimmed(text->at, comment);
        int is_header = in->line == 1 && text->size > 0 && (*text->at == 'x' || *text->at == 'X');
        if (text->size > 0 && !is_header)
            return 1;
    }
    return 0;
}

static int fail(const points_reader *in, span text, const char *rule)
{
    return say_error(CODE_DATA, "%s:%d: %s: %s", SHOW(in->place), in->line,
                     show_bytes(text.at, text.size).text, rule);
}

/* Reads the fields of a line into point[]; a weight that is not given is 1. */
static int read_point(const points_reader *in, span line, double point[FIELDS])
{
    const char *text = line.at, *end = line.at + line.size;
    int field = 0;
    point[WEIGHT] = 1.0;
    for (const char *stop; field < FIELDS && text <= end; field++, text = stop + 1) {
        char number[TEXT_REAL_SIZE];
        stop = memchr(text, ',', (size_t)(end - text));
        stop = stop != NULL ? stop : end;
        span word = span_trimmed(text, stop);
        if (word.size >= sizeof number || memchr(word.at, '\0', word.size) != NULL)
            return fail(in, word, fields[field].rule);
        memcpy(number, word.at, word.size);
        number[word.size] = '\0';
        if (!text_to_real(&point[field], number) || point[field] < 0.0 ||
            point[field] > fields[field].most)
            return fail(in, word, fields[field].rule);
    }
    return field > Y && text > end ? CODE_OK : fail(in, line, "must be x,y or x,y,weight");
}

static int read_points(points_reader *in, rl_map_points *points, double *values, int count)
{
    span line;
    for (int i = 0; next_line(in, &line); i++) {
        double point[FIELDS];
        STEP(read_point(in, line, point));
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
    span line;
    int count = 0;
    while (count <= MOST && next_line(&counter, &line))
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
