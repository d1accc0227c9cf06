/* json.c - is a file one JSON text without doubled keys?  json FILE */
#include <jansson.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *json =
        argc == 2 ? json_load_file(argv[1], JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error) : NULL;
    if (json == NULL)
        printf("%s\n", argc == 2 ? error.text : "usage: json FILE");
    json_decref(json);
    return json == NULL;
}
