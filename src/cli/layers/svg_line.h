/* svg_line.h - the outline of a ridge with as few points as it needs. */
#ifndef RL_CLI_LAYERS_SVG_LINE_H
#define RL_CLI_LAYERS_SVG_LINE_H

/* svg_line_keep marks in keep[0..count-1] the points whose line stays within `tolerance`
 * of all heights, in height.  `stack` has room for 2 * count numbers. */
void svg_line_keep(char *keep, const double *height, int count, double tolerance, int *stack);

#endif
