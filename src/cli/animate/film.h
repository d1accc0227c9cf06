/* film.h - films encoded by ffmpeg, which reads frames from a pipe and writes the output. */
#ifndef RL_CLI_ANIMATE_FILM_H
#define RL_CLI_ANIMATE_FILM_H

#include "cli/animate/animate.h"

/* film_is is 1 if ffmpeg makes the files of a format, such as "mp4". */
int film_is(const char *format);

/* film_check refuses sizes and numbers of frames that film->format cannot have, and a system
 * without ffmpeg.  Returns an exit code. */
int film_check(const animate *film);

/* Milliseconds for which ffmpeg may take no byte of a frame: an encoder of large frames on a slow
 * machine works for tens of seconds between two reads. */
#define FILM_PATIENCE_MS 120000

/* film_open starts ffmpeg for film->format; *frames takes the frames as RL_FORMAT_Y4M, and fails
 * when ffmpeg takes no byte for `patience_ms`.  Returns an exit code, after one line for an error.
 * film_close ends it in any case, and writes its file to film->sink when `status`, that of the
 * frames, is RL_OK and the file is of the format.  Returns an exit code, after one line for an
 * error; RL_CANCELLED and a signal have none. */
int film_open(rl_sink **frames, const animate *film, int patience_ms);
int film_close(rl_sink *frames, const animate *film, rl_status status, rl_error *error);

#endif
