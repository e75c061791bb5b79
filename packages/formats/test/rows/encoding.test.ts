import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openUtf8 } from '../../src/rows/encoding.ts';
import { sourceOf } from './rows.ts';

/** What a file of these bytes reads as, in chunks of a size, and what is noted. */
async function read(bytes: Uint8Array, size = 5000, encoding?: string) {
  const notes: string[] = [];
  const parts: Uint8Array[] = [];
  const text = openUtf8(sourceOf(bytes, size), { encoding, note: (note) => notes.push(note) });
  for await (const chunk of text.chunks) parts.push(chunk);
  return { text: Buffer.concat(parts).toString('utf8'), notes, isTranscoded: text.isTranscoded };
}

const windows = 'read as Windows-1252; encoding: "…" names another';
const latin = (text: string) => Buffer.from(text, 'latin1');
const bytesOf = (digits: string) => Buffer.from(digits, 'hex');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('text is read as UTF-8 from', () => {
  it.each([
    ['ASCII', Buffer.from('id,name'), 'id,name', []],
    ['UTF-8', Buffer.from('Köln, 東京'), 'Köln, 東京', []],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffKöln'), '\ufeffKöln', []],
    ['UTF-16LE with a mark', Buffer.from('\ufeffKöln, 東京', 'utf16le'), 'Köln, 東京', ['read as UTF-16LE']],
    ['UTF-16BE with a mark', utf16be('\ufeffKöln, 東京'), 'Köln, 東京', ['read as UTF-16BE']],
    ['UTF-16LE without a mark', Buffer.from('id;Köln\n', 'utf16le'), 'id;Köln\n', ['read as UTF-16LE']],
    ['UTF-16BE without a mark', utf16be('id;東京,1.5\n'), 'id;東京,1.5\n', ['read as UTF-16BE']],
    ['Windows-1252', latin('K\xf6ln \x80 \x93x\x94 \x81'), 'Köln € “x” \x81', [windows]],
    ['nothing', Buffer.of(), '', []],
  ] as const)('%s', async (_, bytes, text, notes) => {
    for (const size of [1, 7, 5000]) expect(await read(bytes, size)).toMatchObject({ text, notes });
  });

  it('each encoding that is named', async () => {
    expect(await read(Buffer.of(0xcc, 0xee, 0xf1), 1, 'windows-1251')).toMatchObject({
      text: 'Мос',
      notes: [],
    });
    expect(await read(Buffer.of(0x93, 0x8c, 0x8b, 0x9e), 1, 'Shift_JIS')).toMatchObject({ text: '東京' });
    expect(await read(Buffer.from('Köln'), 1, 'utf8')).toMatchObject({ text: 'Köln', isTranscoded: false });
  });
});

describe('the encoding is judged by the whole file', () => {
  const ascii = 'id,name\n'.repeat(20_000);

  it('if its first letter beyond ASCII comes late', async () => {
    const { text, notes } = await read(latin(`${ascii}K\xf6ln`));
    expect([text, notes]).toEqual([`${ascii}Köln`, [windows]]);
    expect(await read(Buffer.from(`${ascii}Köln`))).toMatchObject({ text: `${ascii}Köln`, notes: [] });
  });

  it('and is UTF-8 if some letters are cut', async () => {
    const bytes = Buffer.concat([latin('cut \xc3\n'), Buffer.from('Köln\n'.repeat(1000))]);
    expect(await read(bytes)).toMatchObject({ notes: [], isTranscoded: false });
  });

  it('and is Windows-1252 if what looks like UTF-8 is rare', async () => {
    expect(await read(latin(`\xc3\xb6${'K\xf6ln\n'.repeat(100)}`))).toMatchObject({ notes: [windows] });
  });

  it.each([
    ['Polish', latin('\xa3\xf3d\x9f, Wroc\xb3aw, Gda\xf1sk, Bia\xb3ystok'), 'windows-1250', /^Łódź, Wrocław/],
    [
      'Czech',
      latin('Zem\xecpisn\xe1 \x9a\xed\xf8ka, d\xe9lka, Plze\xf2'),
      'windows-1250',
      /^Zeměpisná šířka/,
    ],
    [
      'Turkish',
      latin('Kad\xfdk\xf6y \xddskelesi, \xc7ar\xfe\xfd'),
      'windows-1254',
      /^Kadıköy İskelesi, Çarşı/,
    ],
    [
      'Lithuanian',
      latin('\xd0iauliai, Panev\xeb\xfeys, Ma\xfeeikiai'),
      'windows-1257',
      /^Šiauliai, Panevėžys/,
    ],
    ['Russian', bytesOf('cceef1eae2e02c20d1e0ece0f0e0'), 'windows-1251', /^Москва, Самара/],
    ['Russian of Unix', bytesOf('edcfd3cbd7c12c20f3c1cdc1d2c1'), 'koi8-r', /^Москва, Самара/],
    ['Greek', bytesOf('c1e8deede12c20d0dcf4f1e1'), 'windows-1253', /^Αθήνα, Πάτρα/],
    ['Chinese', bytesOf('b9c4c2a5b9abd4b0'), 'gb18030', /^鼓楼公园/],
    ['Chinese of Taiwan', bytesOf('a8aeafb80aa4bdb6e9'), 'big5', /^車站\n公園/],
    ['Japanese', bytesOf('88dc93782c8c6f93780a96bc8cc3'), 'shift_jis', /^緯度,経度\n名古/],
    ['Japanese of Unix', bytesOf('a4abc5ecb5fea4cea4adced3'), 'euc-jp', /^か東京のき林/],
    ['Korean', bytesOf('bcadbfefbfaa20c8adc0e5bdc72cb4ebc0fcbfaa20c8adc0e5bdc7'), 'euc-kr', /^서울역 화장실/],
    ['of a Mac', latin('Z\x9frich, M\x87laga, C\x87diz, Orl\x8eans'), 'macintosh', /^Zürich, Málaga/],
  ] as const)('and is that of its letters if the text is %s', async (_, bytes, encoding, text) => {
    expect(await read(Buffer.from(bytes))).toMatchObject({
      text: expect.stringMatching(text),
      notes: [`read as ${encoding}; encoding: "…" names another`],
    });
    expect(await read(Buffer.from(bytes), 5000, encoding)).toMatchObject({ notes: [] });
  });

  it.each([
    [
      'Chinese or Korean',
      bytesOf('b1b1bea9'),
      'encoding: "gb18030", "big5" or "euc-kr"; or save it as UTF-8. It would read as "北京" in gb18030, "控儔" in big5',
    ],
    [
      'Icelandic or Turkish',
      latin('K\xfdz\xfdlay'),
      'encoding: "windows-1252" or "windows-1254"; or save it as UTF-8. It would read as "Kýzýlay" in windows-1252, "Kızılay" in',
    ],
    ['nothing that makes words', bytesOf('a401a6a8b8af2c8786a4'), 'in no encoding that is recognised'],
  ] as const)('and has to be named if the text is %s', async (_, bytes, message) => {
    await expect(read(Buffer.from(bytes))).rejects.toThrow(message);
  });

  it.each([
    '\xbfD\xf3nde? l\xb7l m\xb2 5\xb0C d\x92Or \x84Alt\x93 \x80 5',
    'S\xe3o Jo\xe3o, \xc9vora, Bragan\xe7a, Guimar\xe3es, \xd3bidos, Set\xfabal',
    'c\x9cur \xab N\xeemes \xbb \x96 48\xb012\x92 \xa9',
    '\xc5s, \xd8rsta, \xc6r\xf8, \xdeorl\xe1ksh\xf6fn',
  ])('and is Windows-1252 if it is western: %j', async (text) => {
    expect(await read(latin(text))).toMatchObject({ notes: [windows] });
  });
});

it('an encoding that is not known is refused with the names of some', () => {
  const settings = { encoding: 'utf-9', note: () => {} };
  expect(() => openUtf8(sourceOf(Buffer.of()), settings)).toThrow(
    'The encoding "utf-9" is not known. Usual ones are utf-8, utf-16le, windows-1252, ',
  );
});

it('what an encoding does not allow is an invalid byte', async () => {
  const parts: Uint8Array[] = [];
  const bytes = Buffer.of(0x61, 0xff, 0x0a, 0x62);
  const settings = { encoding: 'euc-kr', note: () => {} };
  for await (const chunk of openUtf8(sourceOf(bytes), settings).chunks) parts.push(chunk);
  expect([...Buffer.concat(parts)]).toEqual([0x61, 0xff, 0x0a, 0x62]);
});

it('offsets are those of the file until it is transcoded', async () => {
  const text = openUtf8(sourceOf(latin(`${'a'.repeat(5000)}\xf6`), 5000), { note: () => {} });
  await text.chunks.next();
  expect(text.isTranscoded).toBe(false);
  await text.chunks.next();
  expect(text.isTranscoded).toBe(true);
});

it('text in UTF-8 and UTF-16 is read exactly, cut anywhere', async () => {
  // U+FFFD stands for what cannot be read.
  const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\ufffd'));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      expect((await read(Buffer.from(text), size, 'utf-8')).text).toBe(text);
      expect((await read(Buffer.from(`\ufeff${text}`, 'utf16le'), size)).text).toBe(text);
      expect((await read(utf16be(`\ufeff${text}`), size)).text).toBe(text);
    }),
    { numRuns: 50 },
  );
});
