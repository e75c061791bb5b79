import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, test } from 'vitest';
import { inspectFile, readRecords } from '../src/files/index.ts';
import { changeDatabase } from './geopackage/written-geopackage.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

const csv = 'id,name,lat,lon\na1,Café Sperl,48.1987,16.3606\nb2,Tower,48.8584,2.2945\n';
const records = [
  ['a1', { description: 'Café Sperl', coordinates: { latitude: 48.1987, longitude: 16.3606 } }],
  ['b2', { description: 'Tower', coordinates: { latitude: 48.8584, longitude: 2.2945 } }],
];

/** Points of the table, as options of ogr2ogr. */
const points = ['-oo', 'X_POSSIBLE_NAMES=lon', '-oo', 'Y_POSSIBLE_NAMES=lat', '-a_srs', 'EPSG:4326'];

const topology = {
  type: 'Topology',
  objects: {
    places: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [16.3606, 48.1987], properties: { id: 'a1', name: 'Café Sperl' } },
        { type: 'Point', coordinates: [2.2945, 48.8584], properties: { id: 'b2', name: 'Tower' } },
      ],
    },
  },
  arcs: [],
};

const osm =
  '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">' +
  '<node id="1" lat="48.1987" lon="16.3606" version="1"><tag k="name" v="Café Sperl"/><tag k="amenity" v="cafe"/></node>' +
  '<node id="2" lat="48.8584" lon="2.2945" version="1"><tag k="name" v="Tower"/><tag k="tourism" v="attraction"/></node>' +
  '</osm>\n';

/** Makes a file from places.csv in a folder, and returns its name. */
type Make = (folder: string) => Promise<string>;

/** Converts places.csv by ogr2ogr. */
const converted =
  (name: string, ...options: readonly string[]): Make =>
  async (folder) => {
    await run('ogr2ogr', [...options, name, 'places.csv'], { cwd: folder });
    return name;
  };

const written =
  (name: string, content: string): Make =>
  async (folder) => {
    await writeFile(join(folder, name), content);
    return name;
  };

const packed =
  (name: string, ...command: readonly [string, ...string[]]): Make =>
  async (folder) => {
    const [program, ...args] = command;
    await run(program, args, { cwd: folder });
    return name;
  };

const timetable: Make = async (folder) => {
  await writeFile(join(folder, 'agency.txt'), 'agency_id,agency_name\n1,City\n');
  await writeFile(
    join(folder, 'stops.txt'),
    csv.replace('id,name,lat,lon', 'stop_id,stop_name,stop_lat,stop_lon'),
  );
  await run('zip', ['-q', 'gtfs.zip', 'agency.txt', 'stops.txt'], { cwd: folder });
  return 'gtfs.zip';
};

const geodatabase: Make = async (folder) => {
  await run('ogr2ogr', ['-f', 'GPKG', 'x.gpkg', 'places.csv', ...points], { cwd: folder });
  await run('ogr2ogr', ['-f', 'OpenFileGDB', 'Places.gdb', 'x.gpkg'], { cwd: folder });
  await run('zip', ['-qr', 'places.zip', 'Places.gdb'], { cwd: folder });
  return 'places.zip';
};

const database: Make = async (folder) => {
  await changeDatabase(join(folder, 'places.db'), (places) => {
    places.exec('CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT, lat REAL, lon REAL)');
    places.exec(
      "INSERT INTO places VALUES ('a1', 'Café Sperl', 48.1987, 16.3606), ('b2', 'Tower', 48.8584, 2.2945)",
    );
  });
  return 'places.db';
};

/** The kinds of files that are not read, each with what its advice converts it to. */
const kinds: readonly (readonly [kind: string, make: Make, result: string])[] = [
  ['an Excel workbook', converted('my places.xlsx', '-f', 'XLSX'), 'my places.gpkg'],
  ['an OpenDocument spreadsheet', converted('places.ods', '-f', 'ODS'), 'places.gpkg'],
  ['FlatGeobuf', converted('places.fgb', ...points), 'places.geojson'],
  ['GML', converted('places.gml', '-f', 'GML', ...points), 'places.gpkg'],
  ['TopoJSON', written('places.json', JSON.stringify(topology)), 'places.gpkg'],
  ['OpenStreetMap in XML', written('map.osm', osm), 'map.geojson'],
  ['SQLite with geometries', converted('places.sqlite', '-f', 'SQLite', ...points), 'places.gpkg'],
  ['SQLite', database, 'places.gpkg'],
  ['a File Geodatabase', geodatabase, 'places.gpkg'],
  ['a public timetable', timetable, 'stops.csv'],
  ['a zip file with CSV', packed('a.zip', 'zip', '-q', 'a.zip', 'places.csv'), 'places.csv'],
  ['bzip2', packed('places.csv.bz2', 'bzip2', 'places.csv'), 'places.csv'],
  ['xz', packed('places.csv.xz', 'xz', 'places.csv'), 'places.csv'],
  ['zstd', packed('places.csv.zst', 'zstd', '-q', '--rm', 'places.csv'), 'places.csv'],
];

/** The records of a file. Some formats round coordinates. */
async function importedFrom(path: string): Promise<unknown> {
  return (await readRecords(path)).map(([id, { description, coordinates }]) => {
    const [latitude, longitude] = [coordinates.latitude, coordinates.longitude].map((value) =>
      Number(value.toFixed(9)),
    );
    return [id, { description, coordinates: { latitude, longitude } }];
  });
}

/** Begins the command at the end of a message. */
const programs = /^.*: (?=(?:ogr2ogr|unzip|bunzip2|unxz|unzstd) )/;

describeUnless(
  lacks({ program: 'ogr2ogr' }) ??
    lacks({ program: 'zip' }) ??
    lacks({ program: 'unzip' }) ??
    lacks({ program: 'zstd' }),
)('the command that is advised', () => {
  test.each(kinds)('makes a file of %s importable', async (kind, make, result) => {
    const folder = join(await temporaryFolder(), 'a folder');
    await mkdir(folder);
    await writeFile(join(folder, 'places.csv'), csv);
    const name = await make(folder);
    await rm(join(folder, 'places.csv'), { force: true });
    const failure = await inspectFile(join(folder, name)).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'FORMAT_UNKNOWN' });
    await run('sh', ['-c', (failure as Error).message.replace(programs, '')], { cwd: folder });
    const isMap = kind.startsWith('OpenStreetMap');
    const expected = records.map(([id, location], index) => [isMap ? String(index + 1) : id, location]);
    expect(await importedFrom(join(folder, result))).toEqual(expected);
  });

  test('makes a file in a reference system importable that cannot be converted exactly', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'places.csv'), csv);
    // The datum of this one is a sphere.
    const system = ['-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:2163'];
    await run('ogr2ogr', [...system, 'old.gpkg', 'places.csv', ...points.slice(0, 4)], { cwd: folder });
    const failure = await inspectFile(join(folder, 'old.gpkg')).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'FORMAT_INVALID' });
    await run('sh', ['-c', (failure as Error).message.replace(programs, '')], { cwd: folder });
    expect(await readRecords(join(folder, 'old.geojson'))).toHaveLength(2);
  });
});
