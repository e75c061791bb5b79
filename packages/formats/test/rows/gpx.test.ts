import { describe, expect, it } from 'vitest';
import { readGpxRows } from '../../src/rows/gpx-rows.ts';
import { fieldsIn, readAll } from './xml-rows.ts';

const gpx = (content: string) =>
  `<?xml version="1.0"?>\n<gpx version="1.1" creator="a" xmlns="http://www.topografix.com/GPX/1/1">\n${content}\n</gpx>`;

describe('a waypoint', () => {
  it('has its texts, its link, its extensions and a geometry as fields', async () => {
    const waypoint = `<wpt lat="48.8584" lon="2.2945"><ele>35.5</ele><time>2024-05-01T10:00:00Z</time>
      <name> Tower </name><cmt>c</cmt><desc><![CDATA[d <b>]]></desc><src/>
      <link href="https://example.org"><text>more</text></link><sym>Flag</sym><type>sight</type>
      <extensions><x:Waypoint><x:Address><x:City>Paris</x:City></x:Address></x:Waypoint><level>3</level></extensions></wpt>`;
    expect(await fieldsIn(readGpxRows, gpx(waypoint))).toEqual([
      {
        time: '2024-05-01T10:00:00Z',
        name: 'Tower',
        cmt: 'c',
        description: 'd <b>',
        link: 'https://example.org',
        sym: 'Flag',
        type: 'sight',
        'Waypoint.Address.City': 'Paris',
        level: '3',
        geometry: { type: 'Point', coordinates: [2.2945, 48.8584, 35.5] },
      },
    ]);
  });

  it('of GPX 1.0 has its url and the elements of others', async () => {
    const text = `<gpx version="1.0"><wpt lon="1" lat="2"><name>GC1</name><url>https://example.org</url><groundspeak:cache id="1"><groundspeak:name>Box</groundspeak:name></groundspeak:cache></wpt></gpx>`;
    expect(await fieldsIn(readGpxRows, text)).toEqual([
      {
        name: 'GC1',
        url: 'https://example.org',
        'cache.name': 'Box',
        geometry: { type: 'Point', coordinates: [1, 2] },
      },
    ]);
  });

  it.each([
    ['lat="1"', 'the longitude is missing'],
    ['lon="1"', 'the latitude is missing'],
    ['lat="48,5" lon="1"', 'the latitude "48,5" is not a number'],
    ['lat="" lon="1"', 'the latitude "" is not a number'],
  ])('without a place is refused alone: %s', async (attributes, reason) => {
    const { entries } = await readAll(readGpxRows, gpx(`<wpt ${attributes}/>\n<wpt lat="1" lon="2"/>`));
    expect(entries).toMatchObject([
      { index: 1, line: 3, reason },
      { index: 2, line: 4 },
    ]);
  });
});

describe('a note says', () => {
  const track = '<trk><name>t</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>';

  it.each([
    ['<wpt lat="1" lon="2"/>', []],
    [
      `<wpt lat="1" lon="2"/>${track.repeat(3)}<rte/>`,
      ['3 tracks are not imported', '1 route is not imported'],
    ],
    [track, ['the file has no waypoints', '1 track is not imported']],
    ['', ['the file has no waypoints']],
  ])('what is not imported: %s', async (content, notes) => {
    expect((await readAll(readGpxRows, gpx(content))).notes).toEqual(notes);
  });
});

it('GPX is read up to its fault', async () => {
  const { entries, error } = await readAll(readGpxRows, '<gpx><wpt lat="1" lon="2"/>\n<wpt lat="1"');
  expect(entries).toHaveLength(1);
  expect(error).toMatchObject({
    code: 'FORMAT_INVALID',
    message: 'Line 2, column 12: the file is cut off within <gpx>.',
  });
});

it('another document of XML is not taken for GPX', async () => {
  const { error } = await readAll(readGpxRows, '<kml/>');
  expect(error).toMatchObject({ message: 'The file is not GPX: its first element is <kml>.' });
});
