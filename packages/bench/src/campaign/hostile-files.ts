import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { zipSync } from 'fflate';

/** What unpacks to so many bytes is beyond every bound. */
const huge = 2 ** 28 + 2 ** 25;
const [large, mebibyte] = [2 ** 22, 2 ** 20];

/** Files that are small, or plain, and would fill the memory or keep a reader for ever; by their names. */
export const hostileFiles: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'one-line.csv.gz': packed('id,latitude,longitude\n', 'a'),
  'columns.csv': text('id,latitude,longitude', ',a', 4 * mebibyte),
  'one-text.json.gz': packed('["', 'a'),
  'depth.json': text('', '[', large - 10),
  'depth-of-objects.json': text('', '{"a":', large - 10),
  'tiny-arrays.json': text('[{"id":"a","latitude":1,"longitude":2,"b":[[]', ',[]', large - 200, ']}]'),
  'tiny-objects.json': text('[{"id":"a","latitude":1,"longitude":2,"b":[{}', ',{}', large - 200, ']}]'),
  'depth.kml': text('<kml>', '<Folder>', large),
  'depth-of-placemark.kml': text('<kml><Placemark>', '<MultiGeometry>', large),
  'children.kml': text('<kml><Placemark>', '<a/>', large - 100, '</Placemark></kml>'),
  'attributes.kml': numbered('<kml><Placemark ', (n) => `a${n}="" `, 500_000, '/></kml>'),
  'one-name.kml.gz': packed('<kml><Document><name>', 'a'),
  'one-tag.kml.gz': packed('<kml><', 'a'),
  'entities.kml': text(
    '<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><kml><Placemark><name>',
    '&b;',
    mebibyte,
    '</name></Placemark></kml>',
  ),
  'bomb.kmz': (path) => writeFile(path, zipSync({ 'doc.kml': new Uint8Array(huge) }, { level: 1 })),
  'held.kmz': (path) =>
    writeFile(path, zipSync({ 'doc.kml': new Uint8Array(huge / 4).fill(32) }, { level: 1 })),
  'held.zip': (path) => {
    const shp = new Uint8Array(huge / 4);
    shp.set([0, 0, 0x27, 0x0a]);
    return writeFile(path, zipSync({ 'a.shp': shp }, { level: 1 }));
  },
  'lying.kmz': async (path) => {
    const zip = zipSync({ 'doc.kml': new Uint8Array(huge) }, { level: 1 });
    const directory = Buffer.from(zip.buffer).lastIndexOf('PK\u0001\u0002');
    new DataView(zip.buffer).setUint32(directory + 24, 100, true);
    await writeFile(path, zip);
  },
  'entries.kmz': (path) => {
    const names = Array.from({ length: 60_000 }, (_, index) => [`${index}.kml`, new Uint8Array(1)] as const);
    return writeFile(path, zipSync(Object.fromEntries(names), { level: 0 }));
  },
  'overlapping.kmz': async (path) => writeFile(path, overlapping(20_000)),
};

/** A text that repeats up to a length. */
function text(begin: string, piece: string, length: number, end = '') {
  return (path: string) => writeFile(path, begin + piece.repeat(length / piece.length) + end);
}

function numbered(begin: string, piece: (number: number) => string, count: number, end = '') {
  return async (path: string) => {
    const file = createWriteStream(path);
    const pieces = function* () {
      yield begin;
      for (let number = 0; number < count; number++) yield piece(number);
      yield end;
    };
    await pipeline(Readable.from(pieces()), file);
  };
}

/** A text that goes on for many mebibytes, compressed with gzip. */
function packed(begin: string, piece: string) {
  return async (path: string) => {
    const block = piece.repeat(mebibyte);
    const pieces = function* () {
      yield begin;
      for (let length = 0; length < huge / 4; length += block.length) yield block;
    };
    await pipeline(Readable.from(pieces()), createGzip({ level: 1 }), createWriteStream(path));
  };
}

/** A zip archive whose entries are all the same megabyte. */
function overlapping(count: number): Uint8Array {
  const zip = Buffer.from(zipSync({ 'a.kml': new Uint8Array(mebibyte) }));
  const directory = zip.lastIndexOf('PK\u0001\u0002');
  const end = zip.lastIndexOf('PK\u0005\u0006');
  const entry = zip.subarray(directory, end);
  const entries = Array.from({ length: count }, (_, index) => {
    const other = Buffer.from(entry);
    other.writeUInt32LE(1000, 24);
    const name = Buffer.from(`${index}.kml`);
    other.writeUInt16LE(name.length, 28);
    return Buffer.concat([other.subarray(0, 46), name, other.subarray(46 + 'a.kml'.length)]);
  });
  const last = Buffer.from(zip.subarray(end));
  last.writeUInt16LE(count, 8);
  last.writeUInt16LE(count, 10);
  last.writeUInt32LE(
    entries.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  return Buffer.concat([zip.subarray(0, directory), ...entries, last]);
}
