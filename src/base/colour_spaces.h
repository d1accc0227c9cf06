/* colour_spaces.h - the constants that define sRGB and OKLab, for colour.c and the kernels.
 *
 * Rounding a constant from double to float gives the float nearest to its decimal digits.
 */
#ifndef RL_BASE_COLOUR_SPACES_H
#define RL_BASE_COLOUR_SPACES_H

/* Transfer curve of sRGB (IEC 61966-2-1:1999): a straight line of SRGB_SLOPE for dark tones, above
 * it a power: linear = ((encoded + SRGB_OFFSET) / SRGB_SCALE) ^ SRGB_GAMMA. */
#define SRGB_SLOPE 12.92
#define SRGB_OFFSET 0.055
#define SRGB_SCALE 1.055
#define SRGB_GAMMA 2.4
#define SRGB_DARK_ENCODED 0.04045  /* end of the straight line, encoded value */
#define SRGB_DARK_LINEAR 0.0031308 /* end of the straight line, linear light */

/* Matrices of OKLab (B. Ottosson, "A perceptual color space for image processing", 2020), with the
 * author's values for linear sRGB of January 2021.  LMS are responses of the eye's three cones;
 * OKLab is linear in their cube roots. */

/* Matrix from linear red, green, blue to LMS. */
static const double oklab_lms_of_rgb[3][3] = {
    {0.4122214708, 0.5363325363, 0.0514459929},
    {0.2119034982, 0.6806995451, 0.1073969566},
    {0.0883024619, 0.2817188376, 0.6299787005},
};

/* Matrix from the cube roots of LMS to L, a, b. */
static const double oklab_of_roots[3][3] = {
    {0.2104542553, 0.7936177850, -0.0040720468},
    {1.9779984951, -2.4285922050, 0.4505937099},
    {0.0259040371, 0.7827717662, -0.8086757660},
};

/* Matrix from L, a, b to the cube roots of LMS. */
static const double oklab_roots_of[3][3] = {
    {1.0, 0.3963377774, 0.2158037573},
    {1.0, -0.1055613458, -0.0638541728},
    {1.0, -0.0894841775, -1.2914855480},
};

/* Matrix from LMS to linear red, green, blue. */
static const double oklab_rgb_of_lms[3][3] = {
    {4.0767416621, -3.3077115913, 0.2309699292},
    {-1.2684380046, 2.6097574011, -0.3413193965},
    {-0.0041960863, -0.7034186147, 1.7076147010},
};

#endif
