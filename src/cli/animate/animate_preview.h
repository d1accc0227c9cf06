/* animate_preview.h - a slide show of numbered frames. */
#ifndef RL_CLI_ANIMATE_ANIMATE_PREVIEW_H
#define RL_CLI_ANIMATE_ANIMATE_PREVIEW_H

/* animate_preview writes DIR/preview.html for pictures of folder DIR, `fps` a second.
 * Returns an exit code; errors are told. */
int animate_preview(const char *const *names, int count, int fps, int no_clobber);

#endif
