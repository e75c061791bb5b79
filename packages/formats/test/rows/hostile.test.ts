import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';

async function messageOf(content: string | Uint8Array): Promise<string> {
  try {
    const { fault, records } = await inspect(content);
    for await (const entries of records()) {
      for (const entry of entries) if ('reason' in entry) return entry.reason;
    }
    return fault?.message ?? 'it is read';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a hostile file', () => {
  it('is refused if elements of XML are nested without end', async () => {
    expect(await messageOf(`<kml>${'<Folder>'.repeat(100_000)}`)).toBe(
      'The elements of the file are nested more than 2000 deep.',
    );
  });

  it.each([
    [
      'elements in a Placemark',
      `<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark><Placemark>${'<a/>'.repeat(200_000)}</Placemark></kml>`,
      'it has more than 100000 elements',
    ],
    [
      'fields in an object',
      `[{"id":"a","latitude":1,"longitude":2},{${Array.from({ length: 20_000 }, (_, field) => `"a${field}":1`).join()}}]`,
      'the record has more than 10000 fields',
    ],
    [
      'arrays in an object',
      `[{"id":"a","latitude":1,"longitude":2},{"a":[${'[],'.repeat(1_100_000)}[]]}]`,
      'the record has more than 1000000 arrays and objects',
    ],
  ])('has its record refused if there are too many %s', async (_, content, reason) => {
    expect(await messageOf(content)).toBe(reason);
  });

  it('is refused if entries of its zip archive overlap', async () => {
    const zip = Buffer.from(
      zipSync({ 'a.kml': new Uint8Array(100), 'b.kml': new Uint8Array(100) }, { level: 0 }),
    );
    const directory = zip.indexOf('PK\u0001\u0002');
    for (let at = directory; at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 1))
      zip.writeUInt32LE(400, at + 20);
    expect(await messageOf(zip)).toBe('The zip file is damaged or encrypted: its entries overlap.');
  });

  it('has what it names escaped in messages', async () => {
    expect(await messageOf('<a\u202eb\u009bc/>')).toContain('<a');
    expect(
      await messageOf(
        '{"features":[{"type":"Feature","geometry":{"type":"\u202e\u009b","coordinates":[]}}]}',
      ),
    ).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
