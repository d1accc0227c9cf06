// noise.cpp - libnoise's fractal gradient noise over a picture: the reference of `make bench`
// for ours (bench-inside noise paints the same number of samples with as many octaves).
#if __has_include(<libnoise/noise.h>) // Debian's place
#include <libnoise/noise.h>
#else
#include <noise/noise.h>
#endif

#include <cstdio>

int main()
{
    noise::module::Perlin perlin; // 6 octaves, cubic: its defaults
    double sum = 0.0;
    for (int y = 0; y < 1024; y++)
        for (int x = 0; x < 1024; x++)
            sum += perlin.GetValue(x / 64.0, y / 64.0, 0.5);
    std::printf("%g\n", sum);
    return 0;
}
