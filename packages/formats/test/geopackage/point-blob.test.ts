import { describe, expect, it } from 'vitest';
import { readPoint, writePoint } from '../../src/geopackage/point-blob.ts';
import { Refusal } from '../../src/parsed-entry.ts';

interface BlobParts {
  readonly magic?: string;
  readonly version?: number;
  readonly flags?: number;
  readonly srs?: number;
  readonly littleEndian?: boolean;
  readonly envelope?: number;
  readonly type?: number;
  readonly numbers?: readonly number[];
}

/** A geometry as another program may write it. */
function blobOf({
  magic = 'GP',
  version = 0,
  flags = 0,
  srs = 4326,
  littleEndian = false,
  envelope = 0,
  type = 1,
  numbers = [16.25, 48.5],
}: BlobParts): Uint8Array {
  const envelopeLength = [0, 32, 48, 48, 64][envelope] ?? 0;
  const bytes = new Uint8Array(13 + envelopeLength + 8 * numbers.length);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from(magic, 'latin1'));
  view.setUint8(2, version);
  view.setUint8(3, flags | (envelope << 1) | Number(littleEndian));
  view.setInt32(4, srs, littleEndian);
  view.setUint8(8 + envelopeLength, Number(littleEndian));
  view.setUint32(9 + envelopeLength, type, littleEndian);
  for (const [index, number] of numbers.entries()) {
    view.setFloat64(13 + envelopeLength + 8 * index, number, littleEndian);
  }
  return bytes;
}

/** Why a geometry is refused. */
function refusalOf(blob: Uint8Array, dropAltitude = false): Refusal {
  try {
    readPoint(blob, 4326, dropAltitude);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it is not refused');
}

const point = { latitude: 48.5, longitude: 16.25 };

describe('a point of a GeoPackage', () => {
  it.each([true, false])('is read in the byte order of its parts (little-endian: %s)', (littleEndian) => {
    expect(readPoint(blobOf({ littleEndian }), 4326, false)).toEqual(point);
  });

  it.each([0, 1, 2, 3, 4])('is read behind an envelope of the kind %i', (envelope) => {
    expect(readPoint(blobOf({ envelope, littleEndian: true }), 4326, false)).toEqual(point);
    expect(readPoint(blobOf({ envelope }), 4326, false)).toEqual(point);
  });

  it('is read from the middle of other bytes', () => {
    const around = new Uint8Array(100);
    around.set(blobOf({}), 30);
    expect(readPoint(around.subarray(30, 59), 4326, false)).toEqual(point);
  });

  it('is written with 29 bytes, little-endian and without an envelope', () => {
    const written = writePoint(point, 4326);
    expect(Buffer.from(written).toString('hex')).toBe(
      '47500001e610000001010000000000000000403040' + '0000000000404840',
    );
    expect(readPoint(written, 4326, false)).toEqual(point);
  });
});

describe('a point of a GeoPackage with an altitude', () => {
  it.each([1001, 0x80000001])('of the type %i is refused, or read without it', (type) => {
    const blob = blobOf({ type, numbers: [16.25, 48.5, 171] });
    expect(refusalOf(blob)).toMatchObject({
      reason: 'the point has an altitude',
      suggestion: expect.stringContaining('dropAltitude'),
    });
    expect(readPoint(blob, 4326, true)).toEqual(point);
  });
});

describe('a geometry of a GeoPackage', () => {
  it.each<[string, BlobParts, string]>([
    ['an empty one by its flags', { flags: 16 }, 'the point is empty'],
    ['an empty one by its numbers', { numbers: [Number.NaN, Number.NaN] }, 'the point is empty'],
    ['one with a measure', { type: 2001, numbers: [1, 2, 3] }, 'the point has a measure (M)'],
    ['one with altitude and measure', { type: 3001, numbers: [1, 2, 3, 4] }, 'the point has a measure (M)'],
    ['a polygon', { type: 3 }, 'the geometry is a polygon, not a point'],
    ['a polygon with altitudes', { type: 1003 }, 'the geometry is a polygon, not a point'],
    ['a point of unknown dimensions', { type: 5001 }, 'the geometry is a geometry of type 5001, not a point'],
    ['a curve', { type: 13 }, 'the geometry is a geometry of type 13, not a point'],
    [
      'bytes of another format',
      { magic: 'PG' },
      'the geometry does not begin with "GP", as those of GeoPackage do',
    ],
    ['a later version', { version: 1 }, 'the geometry has the unknown version 1'],
    ['an extension', { flags: 32 }, 'the geometry is of an extension, not a point'],
    ['an unknown envelope', { flags: 10 }, 'the geometry has the unknown envelope 5'],
    [
      'another reference system',
      { srs: 3857 },
      'the geometry has the reference system 3857, and its layer has 4326',
    ],
    ['one cut short', { numbers: [16.25] }, 'the geometry is cut short'],
  ])('is refused: %s', (_, parts, reason) => {
    expect(refusalOf(blobOf(parts), true)).toMatchObject({ rule: 'GeoPackage 2.1.3', reason });
  });

  it('is refused: no bytes', () => {
    expect(refusalOf(new Uint8Array(0)).reason).toBe('the geometry is cut short');
  });
});
