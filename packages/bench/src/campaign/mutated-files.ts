import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LocationRecord } from '@location-records/core';
import { writeRecords } from '@location-records/formats/files';
import { zipSync } from 'fflate';

/** A good file: its parts, and how they are packed into one. */
export interface Original {
  readonly name: string;
  readonly parts: Readonly<Record<string, Uint8Array>>;
  readonly pack?: ((parts: Readonly<Record<string, Uint8Array>>) => Uint8Array) | undefined;
}

const records: readonly LocationRecord[] = Array.from({ length: 30 }, (_, index) => [
  `place-${index}`,
  {
    ...(index % 3 > 0 && { description: `Café "${index}", <b>& 東京</b>` }),
    coordinates: { latitude: index - 15.25, longitude: 4 * index + 0.125 },
  },
]);

const zipped = (parts: Original['parts']) => zipSync(parts);

/** Writes the files that are mutated. */
export async function makeOriginals(folder: string): Promise<readonly Original[]> {
  const written = async (name: string): Promise<Uint8Array> => {
    await writeRecords(join(folder, name), [records]);
    return readFile(join(folder, name));
  };
  const alone = async (name: string): Promise<Original> => ({ name, parts: { [name]: await written(name) } });
  const [csv, kml] = [await written('a.csv'), await written('a.kml')];
  return [
    ...(await Promise.all(
      ['a.gpkg', 'a.geojson', 'a.geojsons', 'a.ndjson', 'a.csv', 'a.json', 'a.kml', 'a.gpx'].map(alone),
    )),
    { name: 'a.csv.gz', parts: { 'a.csv': csv }, pack: (parts) => gzipSync(parts['a.csv'] as Uint8Array) },
    { name: 'a.kmz', parts: { 'doc.kml': kml }, pack: zipped },
    { name: 'a.zip', parts: shapefile(), pack: zipped },
  ];
}

/** A shapefile with the points of the records (ESRI Shapefile Technical Description, 1998). */
function shapefile(): Original['parts'] {
  const shp = Buffer.alloc(100 + 28 * records.length);
  shp.writeInt32BE(9994);
  shp.writeInt32BE(shp.length / 2, 24);
  shp.writeInt32LE(1, 32);
  const width = 20;
  const dbf = Buffer.alloc(32 + 32 + 1 + (1 + width) * records.length, ' ');
  dbf.fill(0, 0, 64);
  dbf[0] = 3;
  dbf.writeUInt32LE(records.length, 4);
  dbf.writeUInt16LE(65, 8);
  dbf.writeUInt16LE(1 + width, 10);
  dbf.write('id', 32);
  dbf.write('C', 32 + 11);
  dbf[32 + 16] = width;
  dbf[64] = 0x0d;
  for (const [index, [id, { coordinates }]] of records.entries()) {
    const at = 100 + 28 * index;
    shp.writeInt32BE(index + 1, at);
    shp.writeInt32BE(10, at + 4);
    shp.writeInt32LE(1, at + 8);
    shp.writeDoubleLE(coordinates.longitude, at + 12);
    shp.writeDoubleLE(coordinates.latitude, at + 20);
    dbf.write(id, 65 + (1 + width) * index + 1);
  }
  const prj = Buffer.from('GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]');
  return { 'a.shp': shp, 'a.dbf': dbf, 'a.prj': prj, 'a.cpg': Buffer.from('UTF-8') };
}

/** Mutates what is packed, or the file as a whole. */
export function mutated({ parts, pack }: Original, random: () => number): Uint8Array {
  const names = Object.keys(parts);
  const one = names[below(random, names.length)] as string;
  const changed = mutate(parts[one] as Uint8Array, random);
  if (pack === undefined) return changed;
  return random() < 0.5 ? pack({ ...parts, [one]: changed }) : mutate(pack(parts), random);
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

function mutate(original: Uint8Array, random: () => number): Uint8Array {
  let bytes = Buffer.from(original);
  for (let left = 1 + below(random, 6); left > 0; left--) {
    const mutation = mutations[below(random, mutations.length)] as Mutation;
    bytes = mutation(bytes, below(random, bytes.length), random);
  }
  return bytes;
}

type Mutation = (bytes: Buffer, at: number, random: () => number) => Buffer<ArrayBuffer>;

/** What may stand anywhere: marks of the formats, edges of numbers, characters that encodings lack. */
const tokens = [
  ...['"', "'", ',', ';', '\t', '\n', '\r', '\0', '{', '}', '[', ']', ':', '\\', '\\u', '<', '>', '&', '/>'],
  ...[
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '&b;',
    '<Placemark>',
    '<kml>',
    '#',
  ],
  ...[
    'null',
    'true',
    'NaN',
    '-',
    '+',
    '.',
    '0',
    '9',
    '1e999',
    '-0',
    '1,5',
    '°',
    'E',
    ' ',
    '\ufeff',
    '\u202e',
  ],
  ...['"type"', '"Feature"', '"features"', '"coordinates"', '"geometry"', '__proto__', 'constructor', 'id'],
  ...['\u2028', '\u009b', '\u001b[2J', 'CREATE VIEW', 'PK\u0001\u0002', 'POINT(', 'EPSG:2154', '(', ')', '%'],
].map((text) => Buffer.from(text));

const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const longest = 2 ** 18;

const mutations: readonly Mutation[] = [
  // A bit is turned, or a byte is another one.
  (bytes, at, random) => replaced(bytes, at, 1, Buffer.of((bytes[at] ?? 0) ^ (1 << below(random, 8)))),
  (bytes, at, random) => replaced(bytes, at, 1, Buffer.of(below(random, 256))),
  // A length or a count is another one.
  (bytes, at, random) => {
    const number = Buffer.alloc(4);
    const edge = edges[below(random, edges.length)] as number;
    if (random() < 0.5) number.writeUInt32LE(edge);
    else number.writeUInt32BE(edge);
    const length = random() < 0.5 ? 2 : 4;
    return replaced(
      bytes,
      at,
      length,
      random() < 0.5 ? number.subarray(0, length) : number.subarray(-length),
    );
  },
  // It is cut off, or a piece is missing.
  (bytes, at) => Buffer.from(bytes.subarray(0, at)),
  (bytes, at, random) => replaced(bytes, at, below(random, 200), Buffer.alloc(0)),
  // A token is put in, or replaces something.
  (bytes, at, random) =>
    replaced(bytes, at, below(random, 8), tokens[below(random, tokens.length)] as Buffer),
  // A piece is repeated, once or very often.
  (bytes, at, random) => {
    const piece = bytes.subarray(at, at + 1 + below(random, 60));
    return replaced(bytes, at, 0, repeated(piece, random));
  },
  (bytes, at, random) =>
    replaced(bytes, at, 0, repeated(tokens[below(random, tokens.length)] as Buffer, random)),
  // A piece stands elsewhere, too.
  (bytes, at, random) => {
    const to = below(random, bytes.length);
    return replaced(bytes, to, below(random, 60), bytes.subarray(at, at + below(random, 300)));
  },
];

function repeated(piece: Uint8Array, random: () => number): Buffer {
  const most = Math.floor(longest / Math.max(piece.length, 1));
  const times = random() < 0.7 ? 1 + below(random, 20) : below(random, most);
  return Buffer.concat(Array.from({ length: times }, () => piece));
}

function replaced(bytes: Buffer, at: number, length: number, by: Uint8Array): Buffer<ArrayBuffer> {
  const all = Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + length)]);
  return all.subarray(0, 4 * longest);
}
