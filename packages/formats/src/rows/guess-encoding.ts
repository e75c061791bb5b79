import { decoderOf } from './decoder.ts';

/** An encoding in which a text reads as words of some language. */
export interface EncodingGuess {
  /** As `TextDecoder` takes it. */
  readonly encoding: string;
  /** The share of what is beyond ASCII that is plausible, from 0 to 1. */
  readonly share: number;
  /** How a part of the text reads. */
  readonly sample: string;
}

const western = [
  'äöüßéèêàáç',
  'àâæçéèêëîïôœùûüÿ',
  'áéíóúüñçàèòïº',
  'áâãàçéêíóôõúüº',
  'àèéìíîòóùúºª',
  'åäöæøéüáàèô',
  'áéíóúýþæöðø',
  'éèëïöüáóíúàêâçû',
  'äöåšžõü',
  'áéíóúàèìòùâêîôûŵŷ',
];
const central = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'čćđšž',
  'ăâîşţ',
  'äöüß',
  'ëç',
];
const russian = ['абвгдежзийклмнопрстуфхцчшщъыьэюяё'];
const cyrillic = [
  ...russian,
  'абвгґдежзиійклмнопрстуфхцчшщъыьэюяёєїў',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
];
const greek = ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ'];

/** The letters beyond ASCII of the languages for which encodings of one byte are used. */
const alphabets: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': western,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1254': ['çğıİöşüâîû'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž'],
  'windows-1251': cyrillic,
  'koi8-r': russian,
  ibm866: russian,
  'windows-1253': greek,
  'iso-8859-7': greek,
  'windows-1255': ['אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  'windows-1256': ['ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيپچژگک'],
  macintosh: western,
};

/**
 * What the two bytes of a character stand for in an encoding: a frequent one, a rare one, or a mark that tells
 * nothing.
 */
type Kind = 'frequent' | 'rare' | 'mark';

const withTwoBytes: Readonly<Record<string, (lead: number, trail: number) => Kind>> = {
  gb18030: (lead, trail) => kindOf(lead <= 0xd7 && lead >= 0xb0 && trail >= 0xa1, lead, trail),
  big5: (lead, trail) => kindOf(lead >= 0xa4 && lead <= 0xc6 && trail >= 0x40, lead, trail),
  'euc-kr': (lead, trail) => kindOf(lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1, lead, trail),
  'euc-jp': (lead, trail) =>
    kindOf((isBetween(lead, 0xa4, 0xa5) || isBetween(lead, 0xb0, 0xcf)) && trail >= 0xa1, lead, trail),
  shift_jis: (lead, trail) => {
    if (lead === 0x81 && trail >= 0x40) return 'mark';
    return trail >= 0x40 && (isBetween(lead, 0x82, 0x83) || isBetween(lead, 0x88, 0x97))
      ? 'frequent'
      : 'rare';
  },
};

function kindOf(isFrequent: boolean, lead: number, trail: number): Kind {
  if (isFrequent) return 'frequent';
  return isBetween(lead, 0xa1, 0xa3) && trail >= 0x40 ? 'mark' : 'rare';
}

function isBetween(byte: number, least: number, most: number): boolean {
  return byte >= least && byte <= most;
}

/** At least this share must be plausible. */
const leastShare = 0.95;

/**
 * Finds the encodings in which parts of a text that is not UTF-8 read as words, by the letters of each
 * language and the frequent characters of Chinese, Japanese and Korean. Several remain if nothing tells them
 * apart; none if the text is no text.
 */
export function guessEncodings(bytes: Uint8Array): readonly EncodingGuess[] {
  const single = Object.entries(alphabets).map(([encoding, letters]) =>
    guessOf(encoding, bytes, (text) => shareOfWords(text, letters)),
  );
  const double = Object.entries(withTwoBytes).map(([encoding, kind]) =>
    guessOf(encoding, bytes, () => shareOfPairs(bytes, kind)),
  );
  const all = [...single, ...double];
  const likely = all.filter(({ share }) => share >= leastShare);
  const named = (name: string) => likely.filter(({ encoding }) => encoding === name);
  const [west] = named('windows-1252');
  // Only these two have the same letters at almost all bytes.
  if (west) return distinct([west, ...named('windows-1254')]);
  const [korean] = named('euc-kr');
  // All of so many characters are not by chance in the half of the Chinese ones that Korean has.
  if (korean && named('gb18030').length > 0 && bytes.filter((byte) => byte > 0x7f).length >= 24)
    return [korean];
  if (named('euc-jp').length > 0 && !hasKana(bytes))
    return distinct(likely.filter(({ encoding }) => encoding !== 'euc-jp'));
  if (likely.length > 0) return distinct(likely);
  const best = all.reduce((one, other) => (other.share > one.share ? other : one));
  return best.encoding === 'windows-1252' && best.share >= 0.75 ? [best] : [];
}

function guessOf(
  encoding: string,
  bytes: Uint8Array,
  shareOf: (text: string) => number,
): EncodingGuess & { readonly text: string } {
  const text = decoderOf(encoding)(bytes);
  const [sample = ''] = /[^\s,;|"]*[^\0-\x7f][^,;|"\r\n\t]*/u.exec(text) ?? [];
  return { encoding, text, share: shareOf(text), sample: [...sample].slice(0, 20).join('') };
}

/** Leaves out guesses that read as others. */
function distinct(guesses: readonly (EncodingGuess & { readonly text: string })[]): readonly EncodingGuess[] {
  return guesses.filter(({ text }, index) => guesses.findIndex((other) => other.text === text) === index);
}

/** Marks that stand seldom in the name of a place, or not at all. */
const rareMark = /[\x80-\x9f\ufffd¤¦¨¬¯¸¶‡†ƒˆ‰¢¥\u2500-\u25ff]/u;

/** Returns the share of the words and marks beyond ASCII that a language has. */
function shareOfWords(text: string, languages: readonly string[]): number {
  let [good, all] = [0, 0];
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/[^\0-\x7f]/.test(word)) continue;
    all++;
    if (isWord(word, languages)) good++;
  }
  for (const [, before, marks = '', after] of text.matchAll(
    /(\p{L}?)([^\0-\x7f\p{L}\p{M}]+)(?=(\p{L}?))/gu,
  )) {
    // Marks that are not of one kind stand alone.
    const isRow = marks.length > 1 && !/^[‘’“”„«»…°€·–—]+$/u.test(marks);
    const isWithin = before !== '' && after !== '' && !/^[’‘·\u00ad–—]$/u.test(marks);
    for (const mark of marks) {
      all++;
      if (!isRow && !isWithin && !rareMark.test(mark)) good++;
    }
  }
  return all === 0 ? 0 : good / all;
}

function isWord(word: string, languages: readonly string[]): boolean {
  const others = [...word].filter((letter) => letter > '\x7f');
  const isOf = (language: string) =>
    others.every((letter) => language.includes(letter) || language.includes(letter.toLowerCase()));
  if (!languages.some(isOf)) return false;
  // Capitals begin words, other alphabets are not mixed with this one, and some letters end words.
  if (/\p{Ll}(?![A-Z])\p{Lu}/u.test(word)) return false;
  if (/[a-z]/i.test(word) && /[^\p{Script=Latin}\p{M}]/u.test(word)) return false;
  return !/[ςםןךףץ](?=\p{L})/u.test(word);
}

function shareOfPairs(bytes: Uint8Array, kindOfPair: (lead: number, trail: number) => Kind): number {
  let [good, all] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x80) continue;
    const kind = kindOfPair(lead, bytes[at + 1] ?? 0);
    at++;
    if (kind === 'mark') continue;
    all++;
    if (kind === 'frequent') good++;
  }
  return all === 0 ? 0 : good / all;
}

/** Whether a text in EUC-JP has the syllables that Japanese always has. */
function hasKana(bytes: Uint8Array): boolean {
  let [kana, all] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x80) continue;
    at++;
    all++;
    if (lead === 0xa4 || lead === 0xa5) kana++;
  }
  return kana >= 0.1 * all;
}
