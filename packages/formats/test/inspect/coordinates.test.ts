import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';
import { importAll, pointsIn } from './importing.ts';

describe('the fields of the coordinates', () => {
  it.each([
    ['latitude,longitude before y,x', 'y,x,latitude,longitude\n49,3,48,2\n', 'latitude,longitude'],
    ['degrees before metres with a better name', 'lat,lon,y,x\n6870608.6,649234.2,48,2\n', 'y,x'],
    ['lat and lng', 'id,lat,lng\na,48,2\n', 'lat,lng'],
    ['latitude_deg and longitude_deg', 'latitude_deg,longitude_deg\n48,2\n', 'latitude_deg,longitude_deg'],
    ['stop_lat and stop_lon', 'stop_lat,stop_lon\n48,2\n', 'stop_lat,stop_lon'],
    ['decimalLatitude', 'decimalLatitude,decimalLongitude\n48,2\n', 'decimalLatitude,decimalLongitude'],
    ['GPSLatitude', 'GPSLatitude,GPSLongitude\n48,2\n', 'GPSLatitude,GPSLongitude'],
    ['INTPTLAT and INTPTLONG', 'INTPTLAT,INTPTLONG\n48,2\n', 'INTPTLAT,INTPTLONG'],
    ['reclat and reclong', 'reclat,reclong\n48,2\n', 'reclat,reclong'],
    ['geom_lat', 'geom_lon,geom_lat\n2,48\n', 'geom_lat,geom_lon'],
    ['@lat', '@id,@lat,@lon\n1,48,2\n', '@lat,@lon'],
    ['Latitude (WGS84)', 'Latitude (WGS84),Longitude (WGS84)\n48,2\n', 'Latitude (WGS84),Longitude (WGS84)'],
    ['緯度', '緯度,経度\n48,2\n', '緯度,経度'],
    ['Breitengrad', 'Längengrad,Breitengrad\n2,48\n', 'Breitengrad,Längengrad'],
    ['широта', 'широта,долгота\n48,2\n', 'широта,долгота'],
    ['the first of two pairs', 'from_lat,to_lat,from_lon,to_lon\n48,49,2,3\n', 'from_lat,from_lon'],
    ['a pair that is filled more often', 'lat,lon,y,x\n,,48,2\n,,48,3\n1,1,48,4\n', 'y,x'],
    ['a column with both', 'id,Location\na,"48, 2"\n', 'Location'],
    [
      'nested members',
      '[{"id":"a","geo":{"location":{"lat":48,"lon":2}}}]',
      'geo.location.lat,geo.location.lon',
    ],
  ])('are %s', async (_, text, used) => {
    const inspection = await inspect(text);
    expect(inspection.coordinates.used).toBe(used);
    expect(inspection.fault).toBeUndefined();
  });

  it('are named once in a note if some records have others, with hidden characters as escapes', async () => {
    const records = Array.from({ length: 30 }, (_, number) => ({
      id: `id-${number}`,
      [number === 7 ? '\u009bplace' : 'place']: { latitude: number, longitude: 2 },
    }));
    const { notes } = await inspect(JSON.stringify(records));
    expect(notes).toEqual([
      String.raw`the coordinates of some records are in \u009bplace.latitude,\u009bplace.longitude (1)`,
    ]);
  });

  it('are never half a pair, or text', async () => {
    const { fault } = await inspect('id,lat,pickup_lon,y,x\na,48,2,north,east\n');
    expect(fault?.message).toBe(
      'No field of the file has coordinates. Its fields are "id", "lat", "pickup_lon", "y", "x".',
    );
  });

  it.each(['a;48,2;16,3\nb;48,3;16,4\n', 'id,date\na,6/4/2015\nb,12/5/2015\n', 'id,part\na,1/2\nb,3/4\n'])(
    'are no decimal commas, days and fractions: %j',
    async (text) => {
      const { coordinates } = await inspect(text);
      expect(coordinates.used).toBeUndefined();
    },
  );

  it('are missing in a file of lines and areas, which says so', async () => {
    const { fault } = await inspect(
      '<kml><Placemark><Polygon/></Placemark><Placemark><LineString/></Placemark></kml>',
    );
    expect(fault?.message).toBe(
      'The file has no points, but Polygon, LineString. Use a point of each, such as its centroid.',
    );
  });

  it('can be chosen', async () => {
    const text = 'id,lat,lon,other_lat,other_lon,point\na,1,2,3,4,"5, 6"\n';
    expect(await pointsIn(text, { latitude: 'other_lat', longitude: 'other_lon' })).toEqual([[3, 4]]);
    expect(await pointsIn(text, { coordinates: 'point' })).toEqual([[5, 6]]);
  });

  it('must exist if they are chosen', async () => {
    const chosen = inspect('id,lat,lon\na,1,2\n', { latitude: 'lat', longitude: 'long' });
    await expect(chosen).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'The file has no field "long". Its fields are "id", "lat", "lon".',
    });
  });
});

describe('a value with both coordinates', () => {
  it.each([
    ['48.8, 2.3'],
    ['48.8 2.3'],
    ['48.8;2.3'],
    ['(48.8, 2.3)'],
    ['48,8; 2,3'],
    ['48,8 2,3'],
    ['POINT (2.3 48.8)'],
    ['POINT Z (2.3 48.8 120)'],
    ['SRID=4326;POINT(2.3 48.8)'],
    ['[2.3,48.8]'],
    ['{"lat":48.8,"lng":2.3}'],
    ["{'longitude': '2.3', 'latitude': '48.8'}"],
    ['{"type":"Point","coordinates":[2.3,48.8]}'],
    ['48°48\'00"N 2°18\'00"E'],
    ['2.3 E, 48.8 N'],
    ['1 Rue Haute (48.8, 2.3)'],
  ])('is read from %s', async (cell) => {
    expect(await pointsIn(`id|place\na|"${cell.replaceAll('"', '""')}"\n`)).toEqual([[48.8, 2.3]]);
  });

  it('has its longitude first if the name of its field says so', async () => {
    expect(await pointsIn('id,lonlat\na,"2.3, 48.8"\n')).toEqual([[48.8, 2.3]]);
  });
});

describe('degrees', () => {
  it.each([
    ['48.8', 48.8],
    ['48,8', 48.8],
    ['+48.8', 48.8],
    [' 48.8 ', 48.8],
    ['−48.8', -48.8],
    ['48.8°', 48.8],
    ['48.8 N', 48.8],
    ['48.8S', -48.8],
    ['S 12.5', -12.5],
    ["48°30'", 48.5],
    ["48° 30.6' S", -48.51],
    ['48 deg 51\' 18" N', 48.855],
    ['48:51:18', 48.855],
    ['4830N', 48.5],
  ])('are read from %s', async (cell, latitude) => {
    expect(await pointsIn(`id|lat|lon\na|"${cell.replaceAll('"', '""')}"|2\n`)).toEqual([[latitude, 2]]);
  });

  it.each(['12 km', '48 30', '2024-01-01', '48.8 O', "48°75'", 'NaN', '1e999'])(
    'are not %s',
    async (cell) => {
      const { entries } = await importAll(
        `id|lat|lon\nz|1|2\ny|1|2\nx|1|2\nw|1|2\nv|1|2\nu|1|2\nt|1|2\ns|1|2\nr|1|2\na|${cell}|2\n`,
      );
      expect(entries.at(-1)).toMatchObject({ id: 'a', reason: `"${cell}", "2" are no coordinates` });
    },
  );

  it('are exact for every number', async () => {
    const number = fc.double({ min: -90, max: 90, noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(number, number, async (latitude, longitude) => {
        const [[north = 0, east = 0] = []] = await pointsIn(`id,lat,lon\na,${latitude},${longitude}\n`);
        expect([north, east]).toEqual([latitude + 0, longitude + 0]);
      }),
    );
  });

  it('are read from whole degrees, minutes and seconds of any place', async () => {
    const part = fc.integer({ min: 0, max: 59 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 89 }), part, part, async (degrees, minutes, seconds) => {
        const [[north = 0, east = 0] = []] = await pointsIn(
          `id;lat;lon\na;${degrees}° ${minutes}' ${seconds}'' S;${degrees} ${minutes} ${seconds} W\n`,
        );
        const expected = -(degrees + minutes / 60 + seconds / 3600);
        expect(north).toBeCloseTo(expected, 8);
        expect(east).toBeCloseTo(expected, 8);
      }),
    );
  });
});

describe('coordinates that are not degrees', () => {
  it('are refused as a whole if they are metres', async () => {
    const { fault, id } = await inspect(
      'idf;gares_id;nom_long;y;x\n1;1079;A;6870608.6;649234.2\n0;94;B;6860351.7;640000.1\n',
    );
    expect(fault?.message).toMatch(
      /^The coordinates in y and x are not degrees \(6870608.6, 649234.2\), but probably metres of a projection\. /,
    );
    expect(fault?.message).toContain('48.933, 2.307 in EPSG:2154 (Lambert 93 (France)); 61.939, 11.844 in');
    expect(fault?.remedies).toEqual([]);
    expect(id.used).toBe('gares_id');
  });

  it('are converted from the reference system that is named', async () => {
    const [[latitude = 0, longitude = 0] = []] = await pointsIn('id,y,x\na,6862000,652000\n', {
      crs: 'EPSG:2154',
    });
    expect(latitude).toBeCloseTo(48.8566, 2);
    expect(longitude).toBeCloseTo(2.3459, 2);
  });

  it('are refused with the option that exchanges them if they are exchanged', async () => {
    const text = 'id,lat,lon\na,139.7,35.6\nb,139.5,35.7\n';
    expect((await inspect(text)).fault?.remedies).toMatchObject([{ options: { swap: true } }]);
    expect(await pointsIn(text, { swap: true })).toEqual([
      [35.6, 139.7],
      [35.7, 139.5],
    ]);
  });

  it('are refused with the scale if they are integers of E7', async () => {
    const text = 'id,lat,lon\na,488583700,22944813\n';
    expect((await inspect(text)).fault?.remedies).toMatchObject([{ options: { scale: 1e-7 } }]);
    expect(await pointsIn(text, { scale: 1e-7 })).toEqual([[48.85837, 2.2944813]]);
  });

  it('are divided if their names say E7', async () => {
    expect(await pointsIn('[{"latitudeE7":488583700,"longitudeE7":22944813}]')).toEqual([
      [48.85837, 2.2944813],
    ]);
  });

  it('have a doubt if they are few', async () => {
    const { entries } = await importAll('id,lat,lon\na,48,2\nb,49,2\nc,6862000,652000.5\nd,0,0\n');
    expect(entries.map((entry) => 'record' in entry && entry.doubt)).toEqual([
      undefined,
      undefined,
      expect.stringContaining('they look like metres'),
      'its coordinates are 0, 0, which often means that they are unknown',
    ]);
  });

  it('are imported as they are if longitudes are counted to 360', async () => {
    expect(await pointsIn('id,lat,lon\na,-10,185\nb,-11,186\n')).toEqual([
      [-10, 185],
      [-11, 186],
    ]);
  });
});
