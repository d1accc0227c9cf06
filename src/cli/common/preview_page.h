/* preview_page.h - the text of the page that preview.c writes, round its data. */
#ifndef RL_CLI_COMMON_PREVIEW_PAGE_H
#define RL_CLI_COMMON_PREVIEW_PAGE_H

extern const char preview_page_head[]; /* what stands before the JSON */
extern const char preview_page_tail[]; /* and after it */

#endif
