import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';
import { idsIn, importAll } from './importing.ts';

describe('the identifier', () => {
  it.each([
    ['id', 'name,id,lat,lon\nA,7,1,2\n', 'id'],
    ['stop_id rather than a name that repeats', 'name,stop_id,lat,lon\nA,s1,1,2\nA,s2,1,2\n', 'stop_id'],
    ['id rather than code', 'code,id,lat,lon\nX,7,1,2\n', 'id'],
    ['iata', 'iata,lat,lon,name\nCDG,1,2,Roissy\n', 'iata'],
    ['OBJECTID', 'OBJECTID,lat,lon,name\n1,1,2,A\n', 'OBJECTID'],
    ['a code rather than the number of the row', 'fid,ref,lat,lon\n1,A7,1,2\n', 'ref'],
    ['its own code rather than that of a region', 'region_id,site_code,lat,lon\n1,A7,1,2\n', 'site_code'],
    ['@id', '@id,lat,lon\nnode/1,1,2\n', '@id'],
    ['a URL', 'url,lat,lon\nhttps://example.org/a,1,2\n', 'url'],
    ['_id.$oid', '[{"_id":{"$oid":"65a"},"lat":1,"lon":2}]', '_id.$oid'],
    ['the key of an object', '{"CDG":{"lat":1,"lon":2},"ORY":{"lat":1,"lon":2}}', '@key'],
    [
      'the id of a Feature',
      '{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"code":"x"},"geometry":{"type":"Point","coordinates":[2,1]}}]}',
      'id',
    ],
    [
      'type and id, if ids repeat between types',
      '[{"type":"node","id":1,"lat":1,"lon":2},{"type":"way","id":1,"lat":3,"lon":4}]',
      'type+id',
    ],
    ['not a measure', 'id,name,lat,lon\n1.5,A,1,2\n2.5,B,1,2\n', 'slug'],
    [
      'not a number that JSON has rounded',
      '[{"id":12345678901234567890,"name":"A","lat":1,"lon":2}]',
      'slug',
    ],
    ['not a column with empty cells', 'code,name,lat,lon\nX,A,1,2\n,B,1,2\n', 'slug'],
    ['found without regard to rows without coordinates', 'id,lat,lon\na,1,2\nb,,\nb,,\n', 'id'],
  ])('is %s', async (_, text, used) => {
    expect((await inspect(text)).id.used).toBe(used);
  });

  it('is made of the name, with a number if it repeats', async () => {
    const text = 'name,lat,lon\nCafé de l’Est,1,2\nCafé de l’Est,3,4\nCafe de l est 2,5,6\n東京駅,7,8\n';
    expect(await idsIn(text)).toEqual(['cafe-de-l-est', 'cafe-de-l-est-3', 'cafe-de-l-est-2', '東京駅']);
    expect(await idsIn(text)).toEqual(await idsIn(text));
  });

  it('is made of the content if no field has a name, the same again for the same file', async () => {
    const text = 'lat,lon,height\n1,2,3\n1,2,4\n1,2,4\n';
    const ids = await idsIn(text);
    expect(ids).toEqual([
      expect.stringMatching(/^\w{13}$/),
      expect.stringMatching(/^\w{13}$/),
      `${ids[1]}-2`,
    ]);
    expect(await idsIn(text)).toEqual(ids);
    expect((await idsIn('lon,lat,height\n2,1,3\n'))[0]).toBe(ids[0]);
  });

  it('is looked for in the whole file, not in a sample alone', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, index) => `${index === 11_999 ? 0 : index},c${index},1,2`,
    );
    const { inspection, records } = await importAll(`id,code,lat,lon\n${rows.join('\n')}\n`);
    expect(inspection.id.used).toBe('code');
    expect(inspection.notes).toContain('id is not the identifier: lines 2 and 12001 both have "0"');
    expect(new Set(records.map(([id]) => id)).size).toBe(12_000);
  });

  it.each([
    ['slug', ['a-b', 'a-b-2']],
    ['row', ['1', '2']],
    ['key+part', ['x-1', 'x-2']],
    ['part', ['1', '2']],
  ])('can be chosen: %s', async (id, expected) => {
    expect(await idsIn('key,part,name,lat,lon\nx,1,A b,1,2\nx,2,A b,3,4\n', { id })).toEqual(expected);
  });

  it('that is chosen must be unique', async () => {
    const text = 'key,name,lat,lon\nx,A,1,2\ny,B,1,2\nx,C,3,4\n';
    const { fault, records } = await inspect(text, { id: 'key' });
    expect(fault).toMatchObject({
      message: 'Different records have one identifier (key): lines 2 and 4 both have "x".',
      remedies: [{ options: { id: 'hash' } }, { options: { duplicates: 'last' } }],
    });
    await expect(records().next()).rejects.toMatchObject({ code: 'FORMAT_INVALID' });
    expect(await idsIn(text, { id: 'key', duplicates: 'last' })).toEqual(['x', 'y', 'x']);
  });

  it('of a row that repeats another exactly is imported once', async () => {
    const { inspection, records } = await importAll('id,lat,lon\na,1,2\nb,1,2\na,1,2\n');
    expect(records.map(([id]) => id)).toEqual(['a', 'b']);
    expect(inspection.notes).toEqual(['rows that repeat others exactly are imported once']);
  });

  it('has no white space around it', async () => {
    expect(await idsIn('code,name,lat,lon\n AB ,X,1,2\n')).toEqual(['AB']);
  });
});
