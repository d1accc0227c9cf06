/* machine.c - where the figures were taken: they mean nothing without it. */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "ridgeline.h"

/* The first line of a file, or what follows `key : ` in it; "unknown" without it. */
static void read_line(char *text, size_t size, const char *path, const char *key)
{
    char line[300];
    (void)snprintf(text, size, "unknown");
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const char *value = key == NULL ? line : strchr(line, ':');
        if (value == NULL || (key != NULL && strncmp(line, key, strlen(key)) != 0))
            continue;
        (void)snprintf(text, size, "%.*s", (int)size - 1, key == NULL ? value : value + 2);
        break;
    }
    if (file != NULL)
        (void)fclose(file);
}

static void caches_say(FILE *to)
{
    static const char folder[] = "/sys/devices/system/cpu/cpu0/cache/index";
    for (int i = 0; i < 4; i++) {
        char path[100];
        char level[20];
        char kind[40];
        char size[40];
        (void)snprintf(path, sizeof path, "%s%d/level", folder, i);
        read_line(level, sizeof level, path, NULL);
        (void)snprintf(path, sizeof path, "%s%d/type", folder, i);
        read_line(kind, sizeof kind, path, NULL);
        (void)snprintf(path, sizeof path, "%s%d/size", folder, i);
        read_line(size, sizeof size, path, NULL);
        if (strcmp(size, "unknown") != 0)
            (void)fprintf(to, "%sL%s %s %s", i > 0 ? ", " : "", level, kind, size);
    }
}

void machine_say(FILE *to)
{
    char cpu[200];
    char memory[100];
    char codecs[100];
    char date[40];
    struct utsname system;
    time_t today = time(NULL);
    read_line(cpu, sizeof cpu, "/proc/cpuinfo", "model name");
    read_line(memory, sizeof memory, "/proc/meminfo", "MemTotal");
    rl_codec_versions(codecs, sizeof codecs);
    if (uname(&system) != 0)
        memset(&system, 0, sizeof system);
    (void)strftime(date, sizeof date, "%Y-%m-%d", gmtime(&today));
    (void)fprintf(to, "- date: %s\n- CPU: %s, %ld online; ", date, cpu,
                  sysconf(_SC_NPROCESSORS_ONLN));
    caches_say(to);
    (void)fprintf(to, "\n- memory: %s\n- system: %s %s %s\n", memory + strspn(memory, " "),
                  system.sysname, system.release, system.machine);
#if defined __clang__
    (void)fprintf(to, "- compiler: %s\n", __VERSION__);
#else
    (void)fprintf(to, "- compiler: gcc %s\n", __VERSION__);
#endif
    (void)fprintf(to, "- ridgeline %s, %s\n", rl_version(), codecs);
}
