import { describe, expect, it } from 'vitest';
import { inspect, parseRecords } from '../../src/index.ts';

const length = 60_000;
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const spaces = ' '.repeat(length);

/** In milliseconds. A pattern that goes through such a text again and again takes from 5 s to years. */
const most = 2000;

/** Returns the time of the processor that reading takes, in milliseconds. */
async function timeOf(content: string | Uint8Array, isStrict = false): Promise<number> {
  const begin = process.cpuUsage();
  try {
    const batches = isStrict ? parseRecords([content]) : (await inspect(content)).records();
    for await (const _ of batches);
  } catch (error) {
    expect(error).toHaveProperty('name', 'FormatError');
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

const places = Array.from({ length: 5 }, (_, row) => `a${row},place ${row},${row},${row}\n`).join('');
const projected = (name: string) =>
  JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name } },
    features: [{ type: 'Feature', id: 'a', geometry: { type: 'Point', coordinates: [5e5, 5e6] } }],
  });
const csv = (description: string, latitude = '1') =>
  `id,description,latitude,longitude\n${places}x,${cell(description)},${cell(latitude)},2\n`;

describe('a long text is read in time', () => {
  it.each([
    ['dots in a description', csv('.'.repeat(length))],
    ['spaces in a description', csv(`a${spaces}b`)],
    ['spaces in a latitude', csv('a', `1${spaces}x`)],
    ['a bracket and spaces in a location', `id,name,location\na,b,${cell(`(a${spaces}b`)}\nc,d,"1, 2"\n`],
    ['spaces at the beginning of a comment', `id,latitude,longitude\n${spaces}a\na,1,2\n`],
    ['digits in the name of a column', `${'1'.repeat(length)}a,latitude,longitude\na,1,2\n`],
    [
      'quotes in minutes',
      JSON.stringify([{ id: 'a', lat_deg: 1, lat_min: `${"'".repeat(length)}x`, lon_deg: 1, lon_min: 2 }]),
    ],
    ['quotes in an object that is cut', `[{"id":"${'\\"'.repeat(length)}`],
    [
      'spaces in coordinates of KML',
      `<kml><Placemark><Point><coordinates>1${spaces}2</coordinates></Point></Placemark></kml>`,
    ],
    ['quotes in a member that is cut', `{"a":${'\\"'.repeat(length)}`],
    ['names of authorities in a reference system', projected('EPSG '.repeat(length))],
    ['quotes that are not closed', `${csv('a')}y${',"a'.repeat(10 * length)}\n`],
    [
      'letters of a code page in each line',
      Buffer.from(`id,latitude,longitude\n${'\xe9\n'.repeat(length / 2)}`, 'latin1'),
    ],
    [
      'another field in each row',
      JSON.stringify(Array.from({ length: 2500 }, (_, row) => ({ id: row, lat: 1, lon: 2, [`a${row}`]: 1 }))),
    ],
    ['comments before JSON', `${'/**/'.repeat(200)}x[`],
    ['letters of a code page', Buffer.from(`id,latitude,longitude\n\xe9${'a'.repeat(length)}`, 'latin1')],
    [
      'combining marks in an identifier',
      JSON.stringify([{ name: `a${'\u0327\u0301'.repeat(length)}`, lat: 1, lon: 2 }]),
    ],
    [
      'combining marks in a name of a field',
      JSON.stringify([{ [`a${'\u0327\u0301'.repeat(length)}`]: 1, lat: 1, lon: 2 }]),
    ],
  ])('%s', async (_, content) => {
    expect(await timeOf(content)).toBeLessThan(most);
  });

  it.each([
    ['digits', `${'1'.repeat(length)}x`],
    ['spaces', `1${spaces}x`],
  ])('%s in a latitude, strictly', async (_, latitude) => {
    expect(await timeOf(csv('a', latitude), true)).toBeLessThan(most);
  });
});
