import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readKmzRows } from '../../src/rows/kmz-rows.ts';
import { fieldsIn, readAll } from './xml-rows.ts';

const document = (name: string) => strToU8(`<kml><Placemark><name>${name}</name></Placemark></kml>`);

describe('a KMZ file', () => {
  it('is read through the document in it', async () => {
    const bytes = zipSync({ 'doc.kml': document('a'), 'files/icon.png': strToU8('png') });
    for (const size of [10, 100_000])
      expect(await fieldsIn(readKmzRows, bytes, size)).toEqual([{ name: 'a' }]);
  });

  it('is read whole if it has several documents, or one that is named', async () => {
    const bytes = zipSync({ 'doc.kml': document('a'), 'files/Other.KML': document('b') });
    const { entries, notes } = await readAll(readKmzRows, bytes);
    expect(entries).toMatchObject([
      { index: 1, fields: new Map([['name', 'a']]) },
      { index: 2, fields: new Map([['name', 'b']]) },
    ]);
    expect(notes).toEqual([]);
    const { entries: ofOne } = await readAll(readKmzRows, bytes, { layer: 'files/Other.KML' });
    expect(ofOne).toMatchObject([{ index: 1, fields: new Map([['name', 'b']]) }]);
  });

  it.each([
    [
      'has no document',
      () => zipSync({ 'a.txt': strToU8('a') }),
      'The archive has no file that ends with .kml.',
    ],
    [
      'is cut off',
      () => zipSync({ 'doc.kml': document('a') }).subarray(0, 60),
      'The zip file is damaged or encrypted: invalid zip data.',
    ],
  ])('that %s is refused', async (_, make, message) => {
    const { entries, error } = await readAll(readKmzRows, make());
    expect(entries).toEqual([]);
    expect(error).toMatchObject({ code: 'FORMAT_INVALID', message });
  });

  it('that unpacks to more than 80 MiB is refused before it is unpacked', async () => {
    const bytes = zipSync({ 'doc.kml': document('a') });
    // The size in the directory of the archive, behind its signature.
    const directory = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 80 * 2 ** 20 + 1, true);
    const { error } = await readAll(readKmzRows, bytes);
    expect(error).toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'The zip file unpacks to more than 80 MiB, which this format may not. If you trust the file, read it with trusted: true, or convert it to CSV or GeoJSON first.',
    });
  });

  it('that unpacks to more than its directory says is refused without unpacking more', async () => {
    const bytes = zipSync({ 'doc.kml': strToU8(`<kml>${' '.repeat(2 ** 18)}</kml>`) });
    const directory = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 100, true);
    const { error } = await readAll(readKmzRows, bytes);
    expect(error).toMatchObject({ code: 'FORMAT_INVALID' });
  });
});
