/* bot_time.h - seconds since 1970 and the dates of UTC, without the system's time zones. */
#ifndef RL_CLI_BOT_BOT_TIME_H
#define RL_CLI_BOT_BOT_TIME_H

#include <stdint.h>

/* "20261121T0600Z" and the end. */
#define BOT_SLOT_SIZE 16

/* "2026-11-21T06:00:00Z" and the end. */
#define BOT_TIME_SIZE 21

/* The first second of the year 0 and the last of 9999.  What the functions are given beyond
 * counts as the nearer of the two: such a year has no name of four digits. */
#define BOT_TIME_MIN (-INT64_C(62167219200))
#define BOT_TIME_MAX INT64_C(253402300799)

/* bot_civil takes a time apart: month, day and day of the year count from 1. */
void bot_civil(int64_t time, int *year, int *month, int *day, int *minute_of_day, int *day_of_year);

/* bot_time_text writes a time as RFC 3339 has it. */
void bot_time_text(char text[BOT_TIME_SIZE], int64_t time);

/* bot_slot_name writes the name of the slot that begins at the minute of `time`. */
void bot_slot_name(char name[BOT_SLOT_SIZE], int64_t time);

/* bot_slot_parse reads what bot_slot_name writes; 0 when it is anything else. */
int bot_slot_parse(int64_t *time, const char *name);

#endif
