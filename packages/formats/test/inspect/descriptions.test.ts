import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';
import { descriptionsIn } from './importing.ts';

describe('the description', () => {
  it.each([
    ['description in any case', 'id,Name,DESCRIPTION,lat,lon\na,A,tall,1,2\n', 'DESCRIPTION'],
    ['the name before the title', 'id,title,name,lat,lon\na,T,N,1,2\n', 'name'],
    ['a name with other words', 'id,stop_name,city,lat,lon\na,N,C,1,2\n', 'stop_name'],
    ['the name in another language', 'id,Bezeichnung,lat,lon\na,N,1,2\n', 'Bezeichnung'],
    ['the address without any name', 'id,Address,lat,lon\na,1 Main St,1,2\n', 'Address'],
    [
      'the name if hardly any record has a description',
      `id,name,desc,lat,lon\n${Array.from({ length: 9 }, (_, index) => `a${index},N${index},${index === 0 ? 'x' : ''},1,2\n`).join('')}`,
      'name',
    ],
    ['no field of numbers', 'id,name,lat,lon\na,12,1,2\n', undefined],
  ])('is %s', async (_, text, used) => {
    expect((await inspect(text)).description.used).toBe(used);
  });

  it('can be a template, and leaves out the separators of what is empty', async () => {
    const text =
      'id,name,city,zip,lat,lon\na,Tower,Paris,75007,1,2\nb,Tower,,,1,2\nc,,Paris,,1,2\nd,,,,1,2\n';
    expect(await descriptionsIn(text, { description: '{name}, {zip}, {city}' })).toEqual([
      'Tower, 75007, Paris',
      'Tower',
      'Paris',
      undefined,
    ]);
  });

  it('can be left out', async () => {
    expect(await descriptionsIn('id,name,lat,lon\na,A,1,2\n', { description: '' })).toEqual([undefined]);
  });

  it('is text, whatever JSON has', async () => {
    const text = '[{"id":"a","lat":1,"lon":2,"tags":["old","tall"],"height":330}]';
    expect(await descriptionsIn(text, { description: 'tags' })).toEqual(['old, tall']);
    expect(await descriptionsIn(text, { description: 'height' })).toEqual(['330']);
  });

  it('must name fields that exist', async () => {
    await expect(inspect('id,lat,lon\na,1,2\n', { description: '{nam}' })).rejects.toThrow(
      'The file has no field "nam".',
    );
  });

  it('names the fields that are left out', async () => {
    expect((await inspect('id,name,city,lat,lon\na,A,C,1,2\n')).unused).toEqual(['city']);
  });
});
