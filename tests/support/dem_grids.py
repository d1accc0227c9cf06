"""dem_grids.py FOLDER - three grids like those of the real world, by GDAL: a.tif, b.tif, c.tif, and
what is known of each: metres, cells of 30, UTM, NODATA.

dem_grids.py same A B - equal values, corner, cells, NODATA and projection?
dem_grids.py shade OURS THEIRS - at most 1 of 255 apart on 99.9 % of the pixels?
"""
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()


def grid(path, heights, epsg, corner, nodata, kind):
    rows, columns = heights.shape
    file = gdal.GetDriverByName('GTiff').Create(path, columns, rows, 1, kind)
    file.SetGeoTransform([corner[0], 30, 0, corner[1], 0, -30])
    system = osr.SpatialReference()
    system.ImportFromEPSG(epsg)
    file.SetProjection(system.ExportToWkt())
    file.GetRasterBand(1).WriteArray(heights)
    file.GetRasterBand(1).SetNoDataValue(nodata)


def make(folder):
    random = numpy.random.default_rng(22)

    def land(rows, columns, least, most):
        total = numpy.zeros((rows, columns))
        y, x = numpy.mgrid[0:rows, 0:columns]
        for octave in range(7):
            turn, phase = random.uniform(0, 6.28, 2)
            wave = 2 * 3.14159 * 2 ** octave / max(rows, columns) * 1.7
            total += abs(numpy.sin(wave * (x * numpy.cos(turn) + y * numpy.sin(turn)) + phase)) / 2 ** octave
        total += random.normal(0, .001, total.shape)
        total = (total - total.min()) / (total.max() - total.min())
        return least + (most - least) * total

    alps = land(301, 420, 412.25, 3798.5).astype('f4')
    alps[40:90, 100:180] = -9999
    alps[0, 0] = alps[300, 419] = -9999
    grid(folder + '/a.tif', alps, 32632, (399960, 5200020), -9999, gdal.GDT_Float32)
    coast = numpy.round(land(256, 256, -85, 640)).astype('i2')
    coast[200:, :30] = -32768
    grid(folder + '/b.tif', coast, 25833, (300000, 6100000), -32768, gdal.GDT_Int16)
    south = land(200, 333, -3.5, 96.125)
    south[120:125] = -3.4e38
    grid(folder + '/c.tif', south.astype('f4'), 32719, (500015.5, 7999985.25), float(numpy.float32(-3.4e38)), gdal.GDT_Float32)


def same(first, second):
    a, b = gdal.Open(first), gdal.Open(second)
    values = []
    for file in (a, b):
        band = file.GetRasterBand(1)
        heights = file.ReadAsArray().astype('f8')
        nodata = band.GetNoDataValue()
        heights[numpy.isnan(heights) | (heights.astype('f4') == numpy.float32(nodata))] = 1e300
        values.append(heights)
    system = a.GetSpatialRef().IsSame(b.GetSpatialRef(), ['CRITERION=EQUIVALENT'])
    failed = []
    if not (values[0] == values[1]).all():
        failed.append('%d values' % (values[0] != values[1]).sum())
    if a.GetGeoTransform() != b.GetGeoTransform():
        failed.append('%s, not %s' % (b.GetGeoTransform(), a.GetGeoTransform()))
    if not system:
        failed.append(b.GetSpatialRef().ExportToWkt())
    return failed


def shade(ours, theirs):
    a = gdal.Open(ours).ReadAsArray()[0].astype(int)
    b = gdal.Open(theirs).ReadAsArray().astype(int)
    far = abs(a - b)
    print('equal %.3f %%, within 1 %.3f %%, most %d' % (100 * (far == 0).mean(), 100 * (far <= 1).mean(), far.max()))
    return [] if (far <= 1).mean() >= .999 and a.shape == b.shape else ['%d pixels' % (far > 1).sum()]


if sys.argv[1] == 'same':
    faults = same(sys.argv[2], sys.argv[3])
elif sys.argv[1] == 'shade':
    faults = shade(sys.argv[2], sys.argv[3])
else:
    faults = make(sys.argv[1])
for fault in faults or []:
    print(fault)
sys.exit(1 if faults else 0)
