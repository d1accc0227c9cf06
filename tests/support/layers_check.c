/* layers_check.c - what a backdrop of `ridgeline layers` promises, read by other libraries.
 *
 *     layers_check list FOLDER           a line for each layer of layers.json: name, file,
 *                                        factor, offset and size; the PNG's colour type,
 *                                        colours and transparent indices
 *     layers_check flat FOLDER FILE.ppm  the layers laid over each other in linear light
 *                                        are the picture, within 1, with one of the sun 2
 *     layers_check disc FOLDER           the layer of sun or moon is dense in its disc, which
 *                                        the sky lacks, and all but clear far from it
 *     layers_check mixed FOLDER FILE.ppm mixed as sRGB values they are, within 2
 *     layers_check tiled FOLDER FILE.png FILE.ppm
 *                                        Tiled's picture is ours where no alpha is between
 *                                        0 and 255
 *     layers_check hours FOLDER          all hours of each layer have one alpha; prints them
 *     layers_check maps FOLDER           they have the alpha of their layers; normals are of length
 *                                        1, to the eye; depth is grey, and nearer with each ridge
 *     layers_check atlas FOLDER          its frames are the layers
 *     layers_check lwp FOLDER            1.bmp ... are the layers, whole, as SDL reads them, and
 *                                        wallpaper.cfg counts them
 *     layers_check ground FOLDER         the ground moves with the world; its last column in
 *                                        ridges.csv is a line that loops, a tenth to two fifths of
 *                                        the picture high, a fifth in the mean, and below it every
 *                                        pixel is covered
 *     layers_check bleed FOLDER          under alpha 0 is the colour of the nearest covered
 *                                        pixel of the column
 *
 * It knows nothing of libridgeline: JSON is jansson's, PNG libpng's, light libm's.
 */
#include <jansson.h>
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS 80

typedef struct layer {
    const char *name, *file;
    double parallax[2];
    int x, y, width, height; /* as layers.json has them */
    int disc[3];             /* middle and radius, of that of the sun */
    int is_opaque;
    uint8_t *rgba; /* width x height */
    int type, colours, transparent;
} layer;

static json_t *manifest;
static layer layers[LAYERS];
static int count, width, height;

static void stop(const char *what, const char *of)
{
    fprintf(stderr, "%s: %s\n", of, what);
    exit(1);
}

/* ---- reading ------------------------------------------------------------ */

static void read_head(layer *to, const char *path)
{
    FILE *file = fopen(path, "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_bytep alpha;
    png_colorp palette;
    int alphas = 0;
    if (file == NULL || setjmp(png_jmpbuf(png)))
        stop("is no PNG", path);
    png_init_io(png, file);
    png_read_info(png, info);
    to->type = png_get_color_type(png, info);
    if (png_get_tRNS(png, info, &alpha, &alphas, NULL) != 0)
        for (int i = 0; i < alphas; i++)
            to->transparent += alpha[i] == 0 ? 1 : alpha[i] == 255 ? 0 : 1000;
    png_get_PLTE(png, info, &palette, &to->colours);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
}

static uint8_t *read_png(const char *path, int *w, int *h)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path))
        stop(image.message, path);
    image.format = PNG_FORMAT_RGBA;
    uint8_t *rgba = malloc(PNG_IMAGE_SIZE(image));
    if (rgba == NULL || !png_image_finish_read(&image, NULL, rgba, 0, NULL))
        stop(image.message, path);
    *w = (int)image.width;
    *h = (int)image.height;
    return rgba;
}

static uint8_t *read_ppm(const char *path)
{
    int w, h;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fscanf(file, "P6 %d %d 255", &w, &h) != 2 || fgetc(file) != '\n')
        stop("is no PPM", path);
    size_t size = 3 * (size_t)w * (size_t)h;
    uint8_t *rgb = malloc(size);
    if (w != width || h != height || fread(rgb, 1, size, file) != size)
        stop("has another size", path);
    fclose(file);
    return rgb;
}

static void read_layer(layer *to, json_t *from, const char *folder)
{
    char path[600];
    int w, h;
    if (json_unpack_ex(
            from, NULL, JSON_STRICT, "{s:s, s:s, s:[F,F], s:[i,i], s:[i,i], s?[i,i,i], s:F, s:b}",
            "name", &to->name, "file", &to->file, "parallax", &to->parallax[0], &to->parallax[1],
            "offset", &to->x, &to->y, "size", &to->width, &to->height, "disc", &to->disc[0],
            &to->disc[1], &to->disc[2], "depth", &(double){0}, "opaque", &to->is_opaque) != 0)
        stop("a layer lacks something or has too much", folder);
    snprintf(path, sizeof path, "%s/%s", folder, to->file);
    read_head(to, path);
    to->rgba = read_png(path, &w, &h);
    if (w != to->width || h != to->height || w != width || to->x != 0 || to->y < 0 ||
        to->y + h > height)
        stop("its size or its place is not that of layers.json", path);
}

static void read_manifest(const char *folder)
{
    char path[600];
    json_error_t error;
    int version = 0;
    const char *repeat = "";
    json_t *list = NULL;
    snprintf(path, sizeof path, "%s/layers.json", folder);
    manifest = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (manifest == NULL)
        stop(error.text, path);
    if (json_unpack(manifest, "{s:i, s:i, s:i, s:s, s:o}", "manifest", &version, "width", &width,
                    "height", &height, "repeat", &repeat, "layers", &list) != 0 ||
        version != 1 || strcmp(repeat, "x") != 0 || json_array_size(list) > LAYERS)
        stop("is no manifest", path);
    count = (int)json_array_size(list);
    for (int i = 0; i < count; i++)
        read_layer(&layers[i], json_array_get(list, (size_t)i), folder);
}

/* The pixel of a layer at a place of the whole picture, NULL where it was cut away. */
static const uint8_t *pixel_of(const layer *of, int x, int y)
{
    int inside = y >= of->y && y < of->y + of->height;
    return inside ? of->rgba + 4 * ((size_t)(y - of->y) * (size_t)width + (size_t)x) : NULL;
}

/* ---- checks ------------------------------------------------------------- */

static int list_layers(void)
{
    for (int i = 0; i < count; i++) {
        const layer *of = &layers[i];
        int is_first = i == 0;
        if (is_first != (strcmp(of->name, "sky") == 0) || is_first != of->is_opaque)
            stop("only the first is the sky, and opaque", of->name);
        if (i > 0 && of->parallax[0] < layers[i - 1].parallax[0])
            stop("is slower than one behind it", of->name);
        printf("%s %s %g %d %dx%d type %d, %d colours, %d transparent\n", of->name, of->file,
               of->parallax[0], of->y, of->width, of->height, of->type, of->colours,
               of->transparent);
    }
    return 0;
}

static double to_light(int value)
{
    double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double to_value(double light)
{
    return 255.0 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055);
}

static double composite(int x, int y, int channel, const double light[256])
{
    double below = 0.0;
    for (int i = 0; i < count; i++) {
        const uint8_t *pixel = pixel_of(&layers[i], x, y);
        double alpha = pixel != NULL ? pixel[3] / 255.0 : 0.0;
        below = alpha > 0.0 ? alpha * light[pixel[channel]] + (1 - alpha) * below : below;
    }
    return to_value(below);
}

static int check_flat(const char *path)
{
    const uint8_t *rgb = read_ppm(path);
    double light[256], most = 0.0;
    for (int i = 0; i < 256; i++)
        light[i] = to_light(i);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 3; c++) {
                double ours = floor(composite(x, y, c, light) + 0.5);
                double off =
                    fabs(ours - rgb[3 * ((size_t)y * (size_t)width + (size_t)x) + (size_t)c]);
                most = off > most ? off : most;
            }
    printf("off by %g at most\n", most);
    return most > (count > 1 && layers[1].disc[2] > 0 ? 2.0 : 1.0);
}

static int check_disc(void)
{
    const layer *sky = &layers[0], *sun = &layers[1];
    int x = sun->disc[0], y = sun->disc[1], off = 12 * sun->disc[2];
    if (count < 2 || sun->disc[2] < 1 || y < sun->y || y >= sun->y + sun->height)
        stop("has no disc", sun->name);
    const uint8_t *middle = pixel_of(sun, x, y), *behind = pixel_of(sky, x, y);
    const uint8_t *aside = pixel_of(sun, (x + off) % width, y);
    printf("%s: alpha %d in its middle, %d beside it\n", sun->name, middle[3], aside[3]);
    return middle[3] < 192 || aside[3] > 24 || memcmp(middle, behind, 3) == 0;
}

static int check_mixed(const char *path)
{
    const uint8_t *rgb = read_ppm(path);
    int most = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 3; c++) {
                int below = 0;
                for (int i = 0; i < count; i++) {
                    const uint8_t *pixel = pixel_of(&layers[i], x, y);
                    int alpha = pixel != NULL ? pixel[3] : 0;
                    if (alpha > 0) /* to 8 bits after each layer, as a screen has them */
                        below = (alpha * pixel[c] + (255 - alpha) * below + 127) / 255;
                }
                int off = abs(below - rgb[3 * ((size_t)y * (size_t)width + (size_t)x) + (size_t)c]);
                most = off > most ? off : most;
            }
    printf("off by %d at most\n", most);
    return most > 2;
}

static int is_plain(int x, int y)
{
    for (int i = 0; i < count; i++) {
        const uint8_t *pixel = pixel_of(&layers[i], x, y);
        if (pixel != NULL && pixel[3] != 0 && pixel[3] != 255)
            return 0;
    }
    return 1;
}

static int check_tiled(const char *raster, const char *path)
{
    const uint8_t *rgb = read_ppm(path);
    int w, h, most = 0;
    long plain = 0, all = (long)width * height;
    const uint8_t *theirs = read_png(raster, &w, &h);
    if (w < width || h < height)
        stop("is too small", raster);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *a = theirs + 4 * ((size_t)y * (size_t)w + (size_t)x);
            const uint8_t *b = rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
            if (!is_plain(x, y))
                continue;
            plain++;
            for (int c = 0; c < 3; c++)
                most = abs(a[c] - b[c]) > most ? abs(a[c] - b[c]) : most;
        }
    printf("%ld of %ld pixels are off by %d at most\n", plain, all, most);
    return most > 1 || plain < all / 10;
}

/* The nearest covered row of a column; -1 when it has none. */
static int nearest(const layer *of, int x, int y)
{
    for (int off = 1; off < height; off++)
        for (int side = -1; side <= 1; side += 2) {
            const uint8_t *pixel = pixel_of(of, x, y + side * off);
            if (pixel != NULL && pixel[3] != 0)
                return y + side * off;
        }
    return -1;
}

static int check_bleed(void)
{
    long seen = 0;
    for (int i = 0; i < count; i++)
        for (int y = layers[i].y; y < layers[i].y + layers[i].height; y++)
            for (int x = 0; x < width; x += 7) {
                const uint8_t *pixel = pixel_of(&layers[i], x, y);
                int near = pixel[3] == 0 ? nearest(&layers[i], x, y) : -1;
                if (near < 0)
                    continue;
                seen++;
                int mirror = 2 * y - near; /* as near on the other side */
                const uint8_t *other = pixel_of(&layers[i], x, mirror);
                if (memcmp(pixel, pixel_of(&layers[i], x, near), 3) != 0 &&
                    (other == NULL || other[3] == 0 || memcmp(pixel, other, 3) != 0)) {
                    printf("%s: column %d, row %d is not as row %d\n", layers[i].name, x, y, near);
                    return 1;
                }
            }
    printf("%ld pixels\n", seen);
    return seen == 0;
}

static int check_hours(const char *folder)
{
    json_t *hours = json_object_get(manifest, "hours");
    const char *clock, *suffix;
    int sun[2], is_moon;
    long seen = 0;
    for (int i = 0; i < count; i++)
        for (size_t h = 0; h < json_array_size(hours); h++) {
            char path[600];
            int w, height_of;
            if (json_unpack(json_array_get(hours, h), "{s:s, s:s, s:[i,i], s:b!}", "time", &clock,
                            "suffix", &suffix, "sun", &sun[0], &sun[1], "moon", &is_moon) != 0)
                stop("no hour", folder);
            snprintf(path, sizeof path, "%s/%s%s.png", folder, layers[i].name, suffix);
            uint8_t *rgba = read_png(path, &w, &height_of);
            if (w != layers[i].width || height_of != layers[i].height)
                stop("has another size", path);
            for (size_t k = 3; k < 4 * (size_t)w * (size_t)height_of; k += 4)
                if (rgba[k] != layers[i].rgba[k])
                    stop("has another alpha", path);
            free(rgba);
            seen++;
            if (i == 0)
                printf("%s ", clock);
        }
    printf("%ld pictures\n", seen);
    return seen == 0;
}

static uint8_t *read_map(const char *folder, const layer *of, const char *map)
{
    char path[600];
    int w, h;
    snprintf(path, sizeof path, "%s/%s-%s.png", folder, of->name, map);
    uint8_t *rgba = read_png(path, &w, &h);
    if (w != of->width || h != of->height)
        stop("has another size", path);
    for (size_t i = 3; i < 4 * (size_t)w * (size_t)h; i += 4)
        if (rgba[i] != of->rgba[i])
            stop("has another alpha", path);
    return rgba;
}

static int check_maps(const char *folder)
{
    int nearest_yet = 0;
    double aside = 0.0, glow = 0.0;
    for (int i = 0; i < count; i++) {
        size_t pixels = (size_t)layers[i].width * (size_t)layers[i].height;
        uint8_t *normal = read_map(folder, &layers[i], "normal");
        uint8_t *depth = read_map(folder, &layers[i], "depth");
        uint8_t *emissive = read_map(folder, &layers[i], "emissive");
        for (size_t k = 0; k < 4 * pixels; k += 4) {
            double x = normal[k] / 127.5 - 1, y = normal[k + 1] / 127.5 - 1;
            double z = normal[k + 2] / 127.5 - 1, off = fabs(sqrt(x * x + y * y + z * z) - 1);
            if (off > 0.02 || z <= 0.0)
                stop("a normal is not one", layers[i].name);
            if (depth[k] != depth[k + 1] || depth[k] != depth[k + 2])
                stop("depth is not grey", layers[i].name);
            aside = fabs(x) > aside ? fabs(x) : aside;
            glow += i > 0 ? emissive[k] : 0;
        }
        if (strncmp(layers[i].name, "ridge", 5) == 0) {
            if (depth[0] < nearest_yet)
                stop("is not nearer", layers[i].name);
            nearest_yet = depth[0];
        }
        free(normal);
        free(depth);
        free(emissive);
    }
    printf("slopes up to %.2f, glow %g\n", aside, glow);
    return aside < 0.3 || glow <= 0.0;
}

static int check_atlas(const char *folder)
{
    char path[600];
    json_error_t error;
    int w, h, x, y, across, down;
    snprintf(path, sizeof path, "%s/atlas.png", folder);
    const uint8_t *atlas = read_png(path, &w, &h);
    snprintf(path, sizeof path, "%s/atlas.json", folder);
    json_t *frames =
        json_object_get(json_load_file(path, JSON_REJECT_DUPLICATES, &error), "frames");
    for (int i = 0; i < count; i++) {
        const layer *of = &layers[i];
        if (json_unpack(json_object_get(frames, of->file), "{s:{s:i, s:i, s:i, s:i}}", "frame", "x",
                        &x, "y", &y, "w", &across, "h", &down) != 0)
            stop("no frame", of->file);
        if (x != 0 || across != w || w != of->width || down != of->height || y < 0 ||
            y + down > h ||
            memcmp(atlas + 4 * (size_t)w * (size_t)y, of->rgba, 4 * (size_t)w * (size_t)down) != 0)
            stop("is another in the atlas", of->file);
    }
    return count == 0;
}

static uint32_t read_number(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* The head of a BMP that SDL reads with alpha: BITMAPV4HEADER or newer, 32 bits, masks of BGRA. */
static int check_bmp(const layer *of, const char *path)
{
    static uint8_t bytes[1 << 23];
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    size_t at = read_number(bytes + 10), stride = 4 * (size_t)width;
    if (size < 122 || memcmp(bytes, "BM", 2) != 0 || read_number(bytes + 14) < 108 ||
        read_number(bytes + 2) != size || read_number(bytes + 18) != (uint32_t)width ||
        read_number(bytes + 22) != (uint32_t)height || bytes[28] != 32 || bytes[30] != 3 ||
        read_number(bytes + 54) != 0x00ff0000 || read_number(bytes + 58) != 0x0000ff00 ||
        read_number(bytes + 62) != 0x000000ff || read_number(bytes + 66) != 0xff000000 ||
        size != at + stride * (size_t)height)
        stop("is no BMP with alpha", path);
    fclose(file);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *pixel = pixel_of(of, x, y);
            const uint8_t *b = bytes + at + stride * (size_t)(height - 1 - y) + 4 * (size_t)x;
            const uint8_t turned[4] = {b[2], b[1], b[0], b[3]};
            if (pixel == NULL ? b[3] != 0 : memcmp(turned, pixel, 4) != 0)
                stop("has other pixels", path);
        }
    return 0;
}

/* One file for two readers: the one of lines (2.0) takes `count=4;`, and libconfig (later) wants
 * the semicolon, and a point in a number that may have one. */
static int check_lwp(const char *folder)
{
    char path[600], line[80], name[24], *end;
    int seen = 0;
    snprintf(path, sizeof path, "%s/wallpaper.cfg", folder);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        char *value = strchr(line, '=');
        if (value == NULL || strcspn(line, " ") < strlen(line) || strstr(line, ";\n") == NULL)
            stop(line, path);
        double number = strtod(value + 1, &end);
        if (*end != ';' || (strncmp(line, "movement", 8) == 0 && strchr(value, '.') == NULL))
            stop(line, path);
        snprintf(name, sizeof name, "movement%d_x", seen + 1);
        if (strncmp(line, "count", 5) == 0 && (int)number != count)
            stop(line, path);
        if (strncmp(line, name, strlen(name)) == 0 &&
            fabs(number - layers[seen++].parallax[0] / 4) > 1e-4)
            stop(line, path);
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%d.bmp", folder, i + 1);
        check_bmp(&layers[i], path);
    }
    return seen != count;
}

/* ---- the ground --------------------------------------------------------- */

/* Limits of the ground's line, as fractions of the picture's height, and of its slope. */
#define GROUND_LEAST 0.10
#define GROUND_MOST 0.40
#define MEAN_LEAST 0.15
#define MEAN_MOST 0.25
#define SLOPE_MOST 0.8

/* Stops where a pixel of a column is not covered from a row below its height on. */
static void check_column(const layer *ground, int x, double up, const char *path)
{
    for (int y = height - (int)up + 1; y < height; y++) {
        const uint8_t *pixel = pixel_of(ground, x, y);
        if (pixel == NULL || pixel[3] != 255)
            stop("a pixel below the ground's line is not covered", path);
    }
}

static int check_ground(const char *folder)
{
    char path[600], line[4096];
    const char *name = "";
    double sum = 0, first = 0, before = 0;
    int columns = 0, index = 0;
    if (json_unpack(manifest, "{s:s}", "ground", &name) != 0)
        stop("names no ground", folder);
    while (index < count && strcmp(layers[index].name, name) != 0)
        index++;
    if (index == count || layers[index].parallax[0] != 1 || layers[index].parallax[1] != 1)
        stop("the ground is no layer that moves with the world", folder);
    for (int i = 0; i < index; i++)
        if (layers[i].parallax[0] >= 1)
            stop("a layer behind the ground moves with it", folder);
    snprintf(path, sizeof path, "%s/ridges.csv", folder);
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL)
        stop("is no file", path);
    while (fgets(line, sizeof line, file) != NULL) {
        double up = strtod(strrchr(line, ',') + 1, NULL);
        if (up < GROUND_LEAST * height || up > GROUND_MOST * height)
            stop("the ground is too low or too high", path);
        if (columns > 0 && fabs(up - before) > SLOPE_MOST)
            stop("the ground is too steep", path);
        check_column(&layers[index], columns, up, path);
        first = columns == 0 ? up : first;
        before = up;
        sum += up;
        columns++;
    }
    fclose(file);
    if (columns != width || fabs(first - before) > SLOPE_MOST)
        stop("the ground does not loop", path);
    if (sum < MEAN_LEAST * width * height || sum > MEAN_MOST * width * height)
        stop("the mean of the ground is no fifth of the picture", path);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 64;
    read_manifest(argv[2]);
    if (argc == 3 && strcmp(argv[1], "list") == 0)
        return list_layers();
    if (argc == 3 && strcmp(argv[1], "hours") == 0)
        return check_hours(argv[2]);
    if (argc == 3 && strcmp(argv[1], "maps") == 0)
        return check_maps(argv[2]);
    if (argc == 3 && strcmp(argv[1], "atlas") == 0)
        return check_atlas(argv[2]);
    if (argc == 3 && strcmp(argv[1], "disc") == 0)
        return check_disc();
    if (argc == 3 && strcmp(argv[1], "lwp") == 0)
        return check_lwp(argv[2]);
    if (argc == 3 && strcmp(argv[1], "ground") == 0)
        return check_ground(argv[2]);
    if (argc == 3 && strcmp(argv[1], "bleed") == 0)
        return check_bleed();
    if (argc == 4 && strcmp(argv[1], "flat") == 0)
        return check_flat(argv[3]);
    if (argc == 4 && strcmp(argv[1], "mixed") == 0)
        return check_mixed(argv[3]);
    if (argc == 5 && strcmp(argv[1], "tiled") == 0)
        return check_tiled(argv[3], argv[4]);
    return 64;
}
