import { describe, expect, it } from 'vitest';
import { readKmlRows } from '../../src/rows/kml-rows.ts';
import { fieldsIn, readAll } from './xml-rows.ts';

const point = '<Point><coordinates>2.2945,48.8584,0</coordinates></Point>';
const geometry = { type: 'Point', coordinates: [2.2945, 48.8584] };

/** A document of KML with some content. */
function kml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${content}\n</Document></kml>\n`;
}

const placemark = (content: string) => kml(`<Placemark>${content}</Placemark>`);

/** The fields of the only placemark with some content. */
async function fieldsOf(content: string) {
  const [fields] = await fieldsIn(readKmlRows, placemark(content));
  return fields;
}

describe('a placemark has the fields', () => {
  it.each<[title: string, content: string, fields: object]>([
    ['name and description', '<name>a</name><description>b</description>', { name: 'a', description: 'b' }],
    [
      'balloon instead of description, if it is a table of HTML',
      '<name>a</name><description><![CDATA[<center><table><tr><td>b</td></tr></table></center>]]></description>',
      { name: 'a', balloon: '<center><table><tr><td>b</td></tr></table></center>' },
    ],
    [
      'description, though it is a table, if there is no name',
      '<description><![CDATA[<table/>]]></description>',
      { description: '<table/>' },
    ],
    [
      'description, if it has HTML without a table',
      '<name>a</name><description>&lt;b>c&lt;/b></description>',
      { name: 'a', description: '<b>c</b>' },
    ],
    [
      'address and phoneNumber',
      '<address>1, Rue</address><phoneNumber>tel:1</phoneNumber>',
      { address: '1, Rue', phoneNumber: 'tel:1' },
    ],
    ['snippet', '<Snippet maxLines="1">a</Snippet>', { snippet: 'a' }],
    ['link', '<atom:link href="https://example.org"/>', { link: 'https://example.org' }],
    ['when', '<TimeStamp><when>2024-05-01</when></TimeStamp>', { when: '2024-05-01' }],
    [
      'begin and end',
      '<TimeSpan><begin>1887</begin><end>1889</end></TimeSpan>',
      { begin: '1887', end: '1889' },
    ],
    [
      'of untyped data',
      '<ExtendedData><Data name="height"><displayName>h</displayName><value>330</value></Data><Data name="none"><value/></Data></ExtendedData>',
      { height: '330' },
    ],
    [
      'of data with a schema',
      '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="code">T1</SimpleData></SchemaData></ExtendedData>',
      { code: 'T1' },
    ],
    [
      'of data in another namespace',
      '<ExtendedData xmlns:c="urn:c"><c:level>3</c:level></ExtendedData>',
      { level: '3' },
    ],
    [
      'of data that are called like an element',
      '<name>a</name><ExtendedData><Data name="name"><value>b</value></Data></ExtendedData>',
      { name: 'a', 'ExtendedData.name': 'b' },
    ],
  ])('%s', async (_, content, fields) => {
    expect(await fieldsOf(content)).toEqual(fields);
  });

  it('id, its attribute, unless its data have one', async () => {
    const data = '<ExtendedData><Data name="id"><value>b</value></Data></ExtendedData>';
    const text = kml(
      `<Placemark id="a"/><Placemark id="a">${data}</Placemark><Placemark>${data}</Placemark>`,
    );
    expect(await fieldsIn(readKmlRows, text)).toEqual([{ id: 'a' }, { id: 'b', '@id': 'a' }, { id: 'b' }]);
  });

  it('name, unless it repeats the identifier', async () => {
    const data = '<ExtendedData><Data name="id"><value>a</value></Data></ExtendedData>';
    expect(await fieldsOf(`<name>a</name>${data}`)).toEqual({ id: 'a' });
  });

  it('folder, the path of the names of its folders', async () => {
    const text = kml(
      `<name>Trip</name><Folder><name>France</name><Placemark/><Folder><name>Paris &amp; more</name><Placemark/></Folder><Folder><Placemark/></Folder></Folder><Placemark/>`,
    );
    expect(await fieldsIn(readKmlRows, text)).toEqual([
      { folder: 'France' },
      { folder: 'France/Paris & more' },
      { folder: 'France' },
      {},
    ]);
  });
});

describe('the text of an element', () => {
  it.each([
    ['entities and references are decoded', 'a &lt;b&gt; &amp; &#233;&#xE9; &eacute;', 'a <b> & éé é'],
    ['CDATA is kept as it is', '<![CDATA[ <b>1 &amp; 2</b>\n]]>', ' <b>1 &amp; 2</b>\n'],
    ['white space at its ends is left out', '\n   a\n  b\t\n', 'a\n  b'],
    ['white space around CDATA is left out', '\n  <![CDATA[ a ]]>\n  ', ' a '],
    ['comments are left out', 'a<!-- x -->b', 'ab'],
    ['an empty CDATA is an empty text', '<![CDATA[]]>', ''],
    ['an empty element is no text', '', undefined],
    ['line ends are LF', 'a\r\nb\rc&#13;d', 'a\nb\nc\rd'],
    ['a loose ampersand stays', 'Tom & Jerry, a?b=1&c=2', 'Tom & Jerry, a?b=1&c=2'],
  ])('%s', async (_, content, text) => {
    for (const size of [1, 3, 100_000]) {
      const [fields] = await fieldsIn(readKmlRows, placemark(`<description>${content}</description>`), size);
      expect(fields?.description).toBe(text);
    }
  });

  it('may be longer than the buffers of the parser', async () => {
    const text = 'é&lt;'.repeat(20_000);
    const fields = await fieldsOf(`<name>${text}</name><description><![CDATA[${text}]]></description>`);
    expect(fields).toEqual({ name: text.replaceAll('&lt;', '<'), description: text });
  });

  it('expands no entity of the document type', async () => {
    const text = `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><kml><Placemark><name>&b;</name></Placemark></kml>`;
    expect(await fieldsIn(readKmlRows, text)).toEqual([{ name: '&b;' }]);
  });
});

describe('the geometry', () => {
  it.each<[title: string, content: string, geometry: object | undefined]>([
    [
      'is a point with longitude and latitude',
      '<Point><coordinates>2.5,-48.25</coordinates></Point>',
      { type: 'Point', coordinates: [2.5, -48.25] },
    ],
    [
      'has an altitude',
      '<Point><coordinates>2.5,48,35.5</coordinates></Point>',
      { type: 'Point', coordinates: [2.5, 48, 35.5] },
    ],
    ['has no altitude if it is 0', point, geometry],
    [
      'may have white space around its numbers',
      '<Point><coordinates>\n 2.2945 , 48.8584\n</coordinates></Point>',
      geometry,
    ],
    ['may end with a comma', '<Point><coordinates>2.2945,48.8584,</coordinates></Point>', geometry],
    [
      'may have an exponent',
      '<Point><coordinates>1e-7,-5E1</coordinates></Point>',
      { type: 'Point', coordinates: [1e-7, -50] },
    ],
    ['is missing without coordinates', '<Point><coordinates/></Point>', undefined],
    ['is the point of a MultiGeometry', `<MultiGeometry>${point}</MultiGeometry>`, geometry],
    [
      'is the point beside an area',
      `<MultiGeometry><Polygon/><MultiGeometry>${point}</MultiGeometry></MultiGeometry>`,
      geometry,
    ],
    [
      'names several points',
      `<MultiGeometry>${point}${point}</MultiGeometry>`,
      { type: 'MultiPoint', coordinates: [] },
    ],
    [
      'names other collections',
      `<MultiGeometry><Polygon/><LineString/></MultiGeometry>`,
      { type: 'GeometryCollection', coordinates: [] },
    ],
    [
      'names a line',
      '<LineString><coordinates>1,2 3,4</coordinates></LineString>',
      { type: 'LineString', coordinates: [] },
    ],
    ['names an area', '<Polygon/>', { type: 'Polygon', coordinates: [] }],
    ['names a track', '<gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>', { type: 'Track', coordinates: [] }],
  ])('%s', async (_, content, expected) => {
    expect((await fieldsOf(content))?.geometry).toEqual(expected);
  });

  it.each([
    ['abc', 'the coordinates "abc" are not numbers'],
    ['2.5', 'the coordinates "2.5" are not numbers'],
    ['2.5,', 'the coordinates "2.5," are not numbers'],
    ['1,2,3,4', 'the coordinates "1,2,3,4" are not numbers'],
    ['1,2 3,4', 'the Point has 2 positions: "1,2 3,4"'],
  ])('is refused with its row alone: %s', async (coordinates, reason) => {
    const text = kml(
      `<Placemark/>\n<Placemark>\n<Point><coordinates>${coordinates}</coordinates></Point></Placemark><Placemark/>`,
    );
    const { entries } = await readAll(readKmlRows, text);
    expect(entries).toMatchObject([
      { index: 1, line: 3 },
      { index: 2, line: 4, reason },
      { index: 3, line: 5 },
    ]);
  });
});

describe('a document', () => {
  it('may have prefixes, no namespace, and any depth', async () => {
    const deep = `<k:kml xmlns:k="http://www.opengis.net/kml/2.2">${'<k:Folder>'.repeat(1000)}<k:Placemark><k:name>a</k:name><k:Point><k:coordinates>2.2945,48.8584</k:coordinates></k:Point></k:Placemark>${'</k:Folder>'.repeat(1000)}</k:kml>`;
    expect(await fieldsIn(readKmlRows, deep)).toEqual([{ name: 'a', geometry }]);
    expect(await fieldsIn(readKmlRows, '<Document><Placemark><name>a</name></Placemark></Document>')).toEqual(
      [{ name: 'a' }],
    );
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeff<kml><Placemark><name>Köln €</name></Placemark></kml>')],
    [
      'UTF-16',
      Buffer.from(
        '\ufeff<?xml version="1.0" encoding="UTF-16"?><kml><Placemark><name>Köln €</name></Placemark></kml>',
        'utf16le',
      ),
    ],
    [
      'UTF-8 that is called UTF-16',
      Buffer.from(
        '<?xml version="1.0" encoding="utf-16"?><kml><Placemark><name>Köln €</name></Placemark></kml>',
      ),
    ],
    [
      'Windows-1252',
      Buffer.from(
        "<?xml version='1.0' encoding='windows-1252'?><kml><Placemark><name>K\xf6ln \x80</name></Placemark></kml>",
        'latin1',
      ),
    ],
    [
      'ISO-8859-15',
      Buffer.from(
        "<?xml version='1.0' encoding='ISO-8859-15'?><kml><Placemark><name>K\xf6ln \xa4</name></Placemark></kml>",
        'latin1',
      ),
    ],
    [
      'Windows-1252 that says nothing',
      Buffer.from('<kml><Placemark><name>K\xf6ln \x80</name></Placemark></kml>', 'latin1'),
    ],
  ])('may be %s', async (_, bytes) => {
    for (const size of [1, 100_000])
      expect(await fieldsIn(readKmlRows, bytes, size)).toEqual([{ name: 'Köln €' }]);
  });

  it('loses only the rows that are not UTF-8', async () => {
    const good = Buffer.from('<Placemark><name>Köln 🏿</name></Placemark>\n'.repeat(3));
    const text = Buffer.concat([
      Buffer.from('<kml>'),
      good,
      Buffer.from('<Placemark><name>K\xf6</name></Placemark>', 'latin1'),
      Buffer.from('</kml>'),
    ]);
    const { entries } = await readAll(readKmlRows, text);
    expect(entries).toHaveLength(4);
    expect(entries[0]).toHaveProperty('fields', new Map([['name', 'Köln 🏿']]));
  });

  it('loses only the row that is too long', async () => {
    const text = kml(
      `<Placemark><name>a</name></Placemark><Placemark><name>b</name><LineString><coordinates>${'1,2 '.repeat(1000)}</coordinates></LineString></Placemark><Placemark><name>c</name></Placemark>`,
    );
    const { entries } = await readAll(readKmlRows, text, { maxRecordLength: 1000 });
    expect(entries).toMatchObject([
      { index: 1 },
      { index: 2, reason: 'the record is longer than 1000 bytes' },
      { index: 3 },
    ]);
  });

  it.each([
    [
      '<kml>\n<Placemark/>\n<Placemark></kml>',
      'Line 3, column 17: the XML is not well-formed: Unexpected close tag.',
      1,
    ],
    ['<kml>\n<Placemark/>\n<Placemark><name>a', 'Line 3, column 18: the file is cut off within <name>.', 1],
    [
      '<kml>\n<Placemark/>\n<name>R&D</name>',
      'Line 3, column 10: the XML is not well-formed: write "&" as "&amp;".',
      1,
    ],
    ['<html><body/></html>', 'The file is not KML: its first element is <html>.', 0],
    ['', 'The file is empty, and not KML.', 0],
  ])('is read up to its fault: %j', async (text, message, rows) => {
    const { entries, error } = await readAll(readKmlRows, text);
    expect(entries).toHaveLength(rows);
    expect(error).toMatchObject({ code: 'FORMAT_INVALID', message });
  });

  it('is closed if the rest is not wanted', async () => {
    let isClosed = false;
    const source = {
      async *open() {
        try {
          for (;;) yield new TextEncoder().encode('<kml>'.concat('<Placemark/>'.repeat(1000)));
        } finally {
          isClosed = true;
        }
      },
    };
    const batches = readKmlRows(source, { maxRecordLength: 1000, note: () => {}, system: () => {} });
    await batches.next();
    isClosed = false;
    await batches.return(undefined);
    expect(isClosed).toBe(true);
  });
});

describe('a note says', () => {
  it.each([
    ['<Placemark/>', []],
    ['', ['the file has no placemarks']],
    [
      '<NetworkLink><name>all</name><Link><href>https://example.org/all.kml</href></Link></NetworkLink>',
      ['the file has no placemarks, and only links to "https://example.org/all.kml": download that'],
    ],
    ['<Placemark/><GroundOverlay/><ScreenOverlay/>', ['2 overlays are not imported']],
    [
      `<Placemark><MultiGeometry><Polygon/>${point}</MultiGeometry></Placemark>`,
      ['lines and areas beside the point of 1 placemark are left out'],
    ],
    ['<Placemark><name>R & D</name></Placemark>', ['1 "&" is not written as "&amp;", and is kept as it is']],
  ])('what is not imported: %s', async (content, notes) => {
    expect((await readAll(readKmlRows, kml(content))).notes).toEqual(notes);
  });
});
