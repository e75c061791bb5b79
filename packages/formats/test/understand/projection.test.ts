import { describe, expect, it } from 'vitest';
import { guessSystems, guessWebMercator, loadProjection } from '../../src/understand/projection.ts';
import { distance, places } from './projection-places.ts';

describe('the conversion from a reference system', () => {
  it.each(places)('is exact for %s', async (name, x, y, longitude, latitude, tolerance) => {
    const convert = await loadProjection({ name });
    expect(distance(convert(x, y), [longitude, latitude])).toBeLessThan(tolerance);
    expect(convert.accuracy).toBeLessThanOrEqual(Math.max(tolerance, 0.01));
  });

  it.each([
    'EPSG:2154',
    'epsg:2154',
    '2154',
    'urn:ogc:def:crs:EPSG::2154',
    'urn:ogc:def:crs:EPSG:9.9:2154',
    'http://www.opengis.net/def/crs/EPSG/0/2154',
    'http://www.opengis.net/gml/srs/epsg.xml#2154',
  ])('is found by the name %s', async (name) => {
    const convert = await loadProjection({ name });
    expect(distance(convert(700000, 6600000), [3, 46.5])).toBeLessThan(0.01);
  });

  it.each(['ESRI:102100', 'EPSG:900913', 'EPSG:3785', 'EPSG:102113'])(
    'is that of Web Mercator for %s',
    async (name) => {
      const convert = await loadProjection({ name });
      expect(distance(convert(1822000, 6141000), [16.367304477, 48.204835092])).toBeLessThan(0.01);
    },
  );

  it('is that of the plane if the system has heights as well', async () => {
    const convert = await loadProjection({ name: 'EPSG:7415' });
    expect(distance(convert(121000, 487000), [4.887970765, 52.36982621])).toBeLessThan(0.5);
  });

  it.each([
    'EPSG:4326',
    'EPSG:4979',
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'OGC:CRS84h',
    'WGS 84',
    'urn:ogc:def:crs:EPSG::4258',
    'EPSG:4269',
    'EPSG:4283',
    'EPSG:7844',
    'EPSG:4490',
  ])('leaves degrees of %s as they are', async (name) => {
    const convert = await loadProjection({ name });
    expect(convert(0.1 + 0.2, 48.12345678901234)).toEqual({
      latitude: 48.12345678901234,
      longitude: 0.1 + 0.2,
    });
  });

  it('moves degrees of another datum', async () => {
    const convert = await loadProjection({ name: 'EPSG:4277' });
    expect(distance(convert(-0.1267, 51.5034), [-0.128296, 51.503914])).toBeLessThan(5);
    expect(convert.accuracy).toBe(2);
  });

  it('gives as many digits as a tenth of a millimetre needs', async () => {
    const convert = await loadProjection({ name: 'EPSG:2154' });
    expect(convert(700000, 6600000)).toEqual({ latitude: 46.5, longitude: 3 });
    expect(String(convert(652709.5, 6862305).latitude)).toMatch(/^48\.859043447$/);
  });

  it('gives no number for what the system does not reach', async () => {
    const convert = await loadProjection({ name: 'EPSG:2154' });
    expect(convert(Number.NaN, 1)).toEqual({ latitude: Number.NaN, longitude: Number.NaN });
  });
});

const geogcs = (datum: string, spheroid: string) =>
  `GEOGCS["GCS",DATUM["${datum}",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
const mercator = (base: string) =>
  `PROJCS["Grid",${base},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],` +
  'PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],' +
  'PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]';
const airy = '"Airy_1830",6377563.396,299.3249646';

describe('a reference system in well-known text', () => {
  it('without the shift of its datum gets it, as in files of Esri', async () => {
    const definition = mercator(geogcs('D_OSGB_1936', airy));
    const convert = await loadProjection({ name: 'Grid', definition });
    expect(distance(convert(530000, 180000), [-0.12835394, 51.503990828])).toBeLessThan(5);
    expect(convert.accuracy).toBe(2);
  });

  it('is found by the code at its end', async () => {
    const definition = `PROJCS["x",GEOGCS["y",AUTHORITY["EPSG","4171"]],AUTHORITY["EPSG","2154"]]`;
    const convert = await loadProjection({ name: 'x', definition });
    expect(distance(convert(700000, 6600000), [3, 46.5])).toBeLessThan(0.01);
  });

  it.each(['D_WGS_1984', 'D_ETRS_1989', 'D_North_American_1983', 'D_unknown'])(
    'with degrees of %s leaves them as they are',
    async (datum) => {
      const definition = geogcs(datum, '"GRS_1980",6378137.0,298.257222101');
      const convert = await loadProjection({ name: 'GCS', definition });
      expect(convert(2.5, 48.5)).toEqual({ latitude: 48.5, longitude: 2.5 });
    },
  );

  it.each(['LOCAL_CS["Undefined Cartesian SRS"]', 'ENGCRS["Undefined Cartesian SRS with unknown unit"]'])(
    'that is undefined leaves numbers as they are: %s',
    async (definition) => {
      const convert = await loadProjection({ name: 'Grid', definition });
      expect(convert(652709, 6862305)).toEqual({ latitude: 6862305, longitude: 652709 });
    },
  );

  it.each([
    [
      'with the meridian of Paris',
      mercator(geogcs('D_NTF', '"Clarke_1880_IGN",6378249.2,293.46602')).replace('0.0]', '2.337229166]'),
    ],
    ['of an unknown datum', mercator(geogcs('D_Island_1900', airy))],
    [
      'of a datum that needs a grid',
      mercator(geogcs('D_North_American_1927', '"Clarke_1866",6378206.4,294.98')),
    ],
    [
      'with an unknown projection',
      `PROJCS["Grid",${geogcs('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563')},PROJECTION["Origami"],UNIT["Meter",1.0]]`,
    ],
  ])('%s is refused with a command', async (_, definition) => {
    await expect(loadProjection({ name: 'Grid', definition }, 'a b/x.gpkg')).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'The reference system "Grid" is not known, or cannot be converted exactly. ' +
        'Convert the file first: ogr2ogr -t_srs EPSG:4326 x.geojson "a b/x.gpkg"',
    });
  });
});

describe('a reference system by parameters of PROJ', () => {
  it('is converted if its datum is clear', async () => {
    const convert = await loadProjection({ name: '+proj=utm +zone=33 +datum=WGS84 +units=m +no_defs' });
    expect(distance(convert(601000, 5340000), [16.359382317, 48.205190071])).toBeLessThan(0.01);
  });

  it.each(['+proj=utm +zone=18 +datum=NAD27', '+proj=tmerc +ellps=bessel', 'EPSG:99999', 'Narnia'])(
    'is refused otherwise: %s',
    async (name) => {
      await expect(loadProjection({ name })).rejects.toMatchObject({
        code: 'FORMAT_INVALID',
        message: `The reference system "${name}" is not known, or cannot be converted exactly. Name another one by its code, such as EPSG:2154.`,
      });
    },
  );
});

describe('guessSystems', () => {
  const guess = async (points: readonly (readonly [number, number])[]) =>
    (await guessSystems(points.map(([x, y]) => ({ x, y })))).map(({ name }) => name);

  it.each<[string, readonly (readonly [number, number])[]]>([
    [
      'EPSG:2154',
      [
        [652709, 6862305],
        [843000, 6520000],
        [894000, 6248000],
      ],
    ],
    [
      'EPSG:27700',
      [
        [530000, 180000],
        [325000, 673000],
      ],
    ],
    [
      'EPSG:28992',
      [
        [121000, 487000],
        [93000, 437000],
      ],
    ],
    [
      'EPSG:2056',
      [
        [2600000, 1200000],
        [2683000, 1248000],
      ],
    ],
    [
      'EPSG:5514',
      [
        [-743000, -1043000],
        [-598000, -1160000],
      ],
    ],
    ['EPSG:2193', [[1749000, 5428000]]],
    [
      'EPSG:3006',
      [
        [674000, 6580000],
        [319000, 6400000],
        [720000, 7536000],
      ],
    ],
  ])('finds %s first', async (name, points) => {
    expect((await guess(points))[0]).toBe(name);
  });

  it('finds all that numbers may be in, with a place', async () => {
    expect(await guessSystems([{ x: 392_000, y: 5_820_000 }])).toMatchObject([
      { name: 'EPSG:25832', place: { longitude: expect.closeTo(7.41, 1) } },
      { name: 'EPSG:25833', place: { longitude: expect.closeTo(13.41, 1) } },
    ]);
  });

  it.each([
    ['the north comes first', [580_000, 430_000], { swap: true }, 'EPSG:2180'],
    ['both are positive', [1_043_800, 743_000], { swap: true, scale: -1 }, 'EPSG:5514'],
  ] as const)('finds systems in which %s', async (_, [x, y], turn, name) => {
    expect(await guessSystems([{ x, y }])).toContainEqual(expect.objectContaining({ name, turn }));
  });

  it.each([
    [-8_238_310, 4_970_071, true, true],
    [261_600, 6_250_566, true, false],
    [30_000_000, 0, false, false],
  ])('says whether %d, %d is Web Mercator', async (x, y, isPossible, isCertain) => {
    expect(await guessWebMercator([{ x, y }])).toMatchObject({ isPossible, isCertain });
  });

  it('finds nothing for what is no place', async () => {
    expect(await guess([[1e9, 1e9]])).toEqual([]);
  });
});
