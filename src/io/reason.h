/* reason.h - what the system refused, in English words.
 *
 * In: an errno value.  Out: a short text.  strerror obeys the locale, which the
 * library never touches, so the words are our own.
 */
#ifndef RL_IO_REASON_H
#define RL_IO_REASON_H

typedef struct reason_text {
    char text[48];
} reason_text;

/* reason_of describes `code`; a code without words becomes "error N". */
reason_text reason_of(int code);

#endif
