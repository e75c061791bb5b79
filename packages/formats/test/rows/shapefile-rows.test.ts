import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileSource } from '../../src/files/file-source.ts';
import type { RowSettings } from '../../src/rows/row.ts';
import { readShapefileRows } from '../../src/rows/shapefile-rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type ReadRows, readRowsOf, sourceOf } from './rows.ts';
import { dbfOf, shpOf } from './shapefiles.ts';

const prj = 'PROJCS["RGF93_Lambert_93",GEOGCS["GCS_RGF_1993"]]';
const shp = shpOf(1, [
  [1, 652709.5, 6862305],
  [1, 700000, 6600000],
]);
const dbf = dbfOf(
  [
    ['code', 'C', 8],
    ['visitors', 'N', 10],
  ],
  [
    ['a1', '120'],
    ['b2', '7'],
  ],
);
const bytes = (text: string) => new TextEncoder().encode(text);

function readZipped(
  files: Readonly<Record<string, Uint8Array>>,
  settings?: Partial<RowSettings>,
): Promise<ReadRows> {
  return readRowsOf(readShapefileRows, { ...sourceOf(zipSync(files)), name: 'places.zip' }, settings);
}

const fieldsOf = ({ rows }: ReadRows) => rows.map(({ fields }) => Object.fromEntries(fields));
const pointAt = (...coordinates: readonly number[]) => ({ type: 'Point', coordinates });

describe('the rows of a zipped shapefile', () => {
  it('have the columns of its table, and the points in the reference system of its .prj', async () => {
    const found = await readZipped({
      'data/': new Uint8Array(),
      '__MACOSX/data/._places.shp': bytes('x'),
      'data/places.shp': shp,
      'data/places.dbf': dbf,
      'data/places.prj': bytes(prj),
    });
    expect(fieldsOf(found)).toEqual([
      { code: 'a1', visitors: 120, geometry: pointAt(652709.5, 6862305) },
      { code: 'b2', visitors: 7, geometry: pointAt(700000, 6600000) },
    ]);
    expect(found.rows.map(({ index, line }) => [index, line])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(found.system).toEqual({ name: 'RGF93_Lambert_93', definition: prj });
    expect(found.notes).toEqual([]);
  });

  it('have values as their columns say', async () => {
    const columns = dbfOf(
      [
        ['name', 'C', 12],
        ['big', 'N', 20],
        ['height', 'F', 10],
        ['opened', 'D', 8],
        ['free', 'L', 1],
        ['notes', 'M', 10],
      ],
      [
        ['  North', '9007199254740993', ' 12.50', '19990131', 'T', '1'],
        ['', '********************', '', '', '?', ''],
      ],
    );
    const found = await readZipped({ 'a.shp': shp, 'a.dbf': columns });
    expect(fieldsOf(found).map(({ geometry, ...fields }) => fields)).toEqual([
      { name: '  North', big: '9007199254740993', height: 12.5, opened: '1999-01-31', free: true },
      {},
    ]);
    expect(found.notes).toEqual(['columns of memos and bytes are left out: "notes"']);
  });

  it('have altitudes, multipoints, and lines and areas without coordinates', async () => {
    const box = [0, 0, 0, 0];
    const found = await readZipped({
      'a.shp': shpOf(11, [
        [11, 1, 2, 3, 4],
        [21, 1, 2, 4],
        [8, ...box, 1, 5, 6],
        [18, ...box, 2, 5, 6, 7, 8, 0, 0, 30, 40],
        [3, ...box],
        [15, ...box],
        [0],
      ]),
    });
    expect(fieldsOf(found).map(({ geometry }) => geometry)).toEqual([
      pointAt(1, 2, 3),
      pointAt(1, 2),
      { type: 'MultiPoint', coordinates: [[5, 6]] },
      {
        type: 'MultiPoint',
        coordinates: [
          [5, 6, 30],
          [7, 8, 40],
        ],
      },
      { type: 'MultiLineString', coordinates: [] },
      { type: 'MultiPolygon', coordinates: [] },
      undefined,
    ]);
  });

  it('that are deleted are skipped, which is said', async () => {
    const rows = dbfOf([['code', 'C', 4]], [['*', 'a1'], ['b2']]);
    const found = await readZipped({ 'a.shp': shp, 'a.dbf': rows });
    expect(fieldsOf(found)).toEqual([{ code: 'b2', geometry: pointAt(700000, 6600000) }]);
    expect(found.rows[0]).toMatchObject({ index: 2 });
    expect(found.notes).toEqual(['1 deleted row is skipped']);
  });

  it.each<[string, string | undefined, Partial<RowSettings>, Uint8Array, number, string]>([
    ['UTF-8, as .cpg says', 'UTF-8', {}, bytes('Café'), 0, 'Café'],
    ['a code page, as .cpg says', '1252', {}, Buffer.from('Café', 'latin1'), 0, 'Café'],
    ['a code page, as ArcGIS writes .cpg', 'ANSI 1251', {}, Uint8Array.of(0xcc, 0xee), 0, 'Мо'],
    ['Latin-1, as .cpg says', 'ISO-8859-1', {}, Buffer.from('Café', 'latin1'), 0, 'Café'],
    ['Latin-1, as GDAL writes .cpg', '88591', {}, Buffer.from('Café', 'latin1'), 0, 'Café'],
    ['a code page, as the table says', undefined, {}, Uint8Array.of(0xcc, 0xee), 0xc9, 'Мо'],
    ['UTF-8, by its bytes', undefined, {}, bytes('Café'), 0x57, 'Café'],
    ['Windows-1252, by its bytes', undefined, {}, Buffer.from('Café', 'latin1'), 0x57, 'Café'],
    ['another, as the option says', 'UTF-8', { encoding: 'gbk' }, Uint8Array.of(0xb1, 0xb1), 0, '北'],
    ['UTF-8 that is cut within a character', 'UTF-8', {}, bytes('1234567é'), 0, '1234567'],
  ])('are read in %s', async (_, cpg, settings, cell, language, text) => {
    const table = dbfOf([['name', 'C', 8]], [[cell], ['b']], { language });
    const files = { 'a.shp': shp, 'a.dbf': table, ...(cpg && { 'a.cpg': bytes(cpg) }) };
    expect(fieldsOf(await readZipped(files, settings))[0]?.name).toBe(text);
  });

  it('with text that is not in their encoding are refused', async () => {
    const table = dbfOf([['name', 'C', 8]], [[Uint8Array.of(0x61, 0xff, 0x62)], ['b']]);
    const found = await readZipped({ 'a.shp': shp, 'a.dbf': table, 'a.cpg': bytes('UTF-8') });
    expect(found.refused).toEqual(['1: the text in "name" is not valid UTF-8']);
    expect(fieldsOf(found)).toMatchObject([{ name: 'b' }]);
  });
});

describe('an archive with several shapefiles', () => {
  const lines = shpOf(3, [[3, 0, 0, 0, 0]]);

  it('is read from the only one with points, which is said', async () => {
    const found = await readZipped({ 'x/roads.shp': lines, 'x/stops.shp': shp, 'x/stops.dbf': dbf });
    expect(fieldsOf(found)).toMatchObject([{ code: 'a1' }, { code: 'b2' }]);
    expect(found.notes).toEqual(['only the layer "stops" is read, as the only one with points']);
  });

  it('is refused if several have points, until one is chosen', async () => {
    const files = { 'x/a.shp': shp, 'x/b.shp': shp, 'x/b.dbf': dbf };
    await expect(readZipped(files)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'The archive has several layers: "a", "b". Choose one, as with layer: "a".',
    });
    expect(fieldsOf(await readZipped(files, { layer: 'b' }))).toMatchObject([{ code: 'a1' }, { code: 'b2' }]);
    await expect(readZipped(files, { layer: 'c' })).rejects.toThrow(
      'The archive has no layer "c". It has "a", "b".',
    );
  });
});

describe('an archive that is no shapefile', () => {
  it.each<[string, readonly string[], string]>([
    [
      'one file',
      ['readme.pdf', 'data/places.csv'],
      'This is a zip archive. Unpack it, and import "data/places.csv": unzip places.zip data/places.csv',
    ],
    [
      'several files',
      ['a.csv', 'b.geojson'],
      'This is a zip archive. Unpack it, and import "a.csv", or another of its 2 files: unzip places.zip a.csv',
    ],
    [
      'a public timetable',
      ['x.pdf', 'stops.txt'],
      'This is a public timetable (GTFS). Unpack its stops, and import stops.csv: ' +
        'unzip -p places.zip stops.txt > stops.csv',
    ],
  ])('is refused with a command: %s', async (_, names, message) => {
    const files = Object.fromEntries(names.map((name) => [name, bytes('x')]));
    await expect(readZipped(files)).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN', message });
  });

  it('is refused if it unpacks to more than memory should hold', async () => {
    const zip = Buffer.from(zipSync({ 'a.dbf': dbf }));
    // The length of the file as the directory of the archive has it.
    zip.writeUInt32LE(2 ** 28 + 1, zip.indexOf('PK\x01\x02') + 24);
    await expect(readRowsOf(readShapefileRows, sourceOf(zip))).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'The zip file unpacks to more than 80 MiB, which this format may not. If you trust the file, read it with trusted: true, or convert it to CSV or GeoJSON first.',
    });
  });

  it('is refused if it is damaged', async () => {
    const zip = zipSync({ 'a.shp': shp, 'a.dbf': dbf });
    const source = sourceOf(zip.subarray(0, zip.length - 30));
    await expect(readRowsOf(readShapefileRows, source)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: expect.stringMatching(/^The zip file is damaged or encrypted: .+\.$/),
    });
  });

  it.each([
    ['.shp', { 'a.shp': shp.subarray(0, 120), 'a.dbf': dbf }],
    ['.dbf', { 'a.shp': shp, 'a.dbf': dbf.subarray(0, 20) }],
  ])('is refused if its %s file is cut off', async (ending, files) => {
    await expect(readZipped(files)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: `The ${ending} file of the shapefile is cut off or damaged.`,
    });
  });
});

describe('a shapefile that is not zipped', () => {
  it('is read with the files beside it, by the name of its .shp or its .dbf', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'places.shp'), shp);
    await writeFile(join(folder, 'places.DBF'), dbf);
    await writeFile(join(folder, 'places.prj'), prj);
    for (const name of ['places.shp', 'places.DBF']) {
      const found = await readRowsOf(readShapefileRows, fileSource(join(folder, name)));
      expect(fieldsOf(found)).toMatchObject([
        { code: 'a1', geometry: pointAt(652709.5, 6862305) },
        { code: 'b2' },
      ]);
      expect(found.system?.name).toBe('RGF93_Lambert_93');
    }
  });

  it('is read without names if its .dbf file is missing, which is said', async () => {
    const path = join(await temporaryFolder(), 'places.shp');
    await writeFile(path, shp);
    const found = await readRowsOf(readShapefileRows, fileSource(path));
    expect(fieldsOf(found)).toHaveLength(2);
    expect(found.notes).toEqual(['the .dbf file of the shapefile is missing, with all but its points']);
  });

  it('is refused if no other file can be read', async () => {
    await expect(readRowsOf(readShapefileRows, sourceOf(shp))).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'This is only one file of a shapefile. Put all of them into a zip file (.shp, .dbf, .prj and .cpg), and import that.',
    });
  });
});
