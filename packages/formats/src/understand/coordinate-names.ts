import type { FieldName } from '../rows/row.ts';
import { wordSet, wordsOf } from './names.ts';

/**
 * Words for latitude and longitude that belong together, the preferred ones first. Words beside the first
 * are alternatives, and `_` stands for a space in them.
 */
const styles = (
  [
    ['latitude', 'longitude'],
    ['lat', 'lon lng long'],
    ['latitud', 'longitud'],
    ['latitudine', 'longitudine'],
    ['breitengrad breite', 'langengrad laengengrad lange laenge'],
    ['breedtegraad', 'lengtegraad'],
    ['breddegrad bredde', 'lengdegrad lengde langdgrad længdegrad længde laengdegrad langd'],
    ['leveysaste leveys', 'pituusaste pituus'],
    ['szerokosc', 'dlugosc długosc'],
    ['szelesseg', 'hosszusag'],
    ['sirka', 'delka dlzka'],
    ['enlem', 'boylam'],
    ['широта', 'долгота довгота'],
    ['πλατος', 'μηκος'],
    ['緯度 纬度', '経度 經度 经度'],
    ['위도', '경도'],
    ['lintang', 'bujur'],
    ['vi_đo vi_do', 'kinh_đo kinh_do'],
    ['العرض عرض', 'الطول طول'],
    ['רוחב', 'אורך'],
    ['y', 'x'],
    ['ycoord y坐标 northing n gkodn', 'xcoord x坐标 easting e gkode'],
  ] as const
).map(([latitude, longitude]) => [alternatives(latitude), alternatives(longitude)] as const);
const [yx, northing] = [styles.length - 2, styles.length - 1];

function alternatives(words: string): readonly string[] {
  return words.split(' ').map((word) => word.replaceAll('_', ' '));
}

/** Words that do not say which point of a record it is. */
const neutral = wordSet(
  'decimal dec deg degrees degree degre d grad dd wgs84 wgs 84 epsg 4326 gps geo geom geometry location ' +
    'position coordinates coordinate coord coords e7 e6 point stop map centroid center centre ' +
    'properties loc geolocation address intpt station site place geographique geografica geograficzna ' +
    'zemepisna zemepisne γεωγραφικο خط קו north east value n e exact precise',
);

/** Words of coordinates that are less exact than others of the same record. */
const rough = wordSet(
  'rounded round approx approximate approximated fuzzy fuzzed generalized generalised obscured blurred ' +
    'centroid center centre',
);

/** The languages in which the letter O, beside no other, means west or east. */
const languages: Readonly<Record<string, 'E' | 'W'>> = {
  latitud: 'W',
  latitudine: 'W',
  breitengrad: 'E',
  breite: 'E',
  breedtegraad: 'E',
};

/** A name as that of a latitude or a longitude. */
export interface Half {
  readonly name: FieldName;
  readonly style: number;
  /** All other words of the name. */
  readonly others: readonly string[];
  /** The rest of the name, which the other half has as well. */
  readonly stem: string;
  /** Whether the word is only the end of another: `reclat`. */
  readonly isEnding: boolean;
  /** What the words say about the unit. */
  readonly scale: number;
  /** What the letter O means in the language of the name. */
  readonly letterO: 'E' | 'W' | undefined;
}

/** Returns the ways to read a name as a latitude (0) or a longitude (1). */
export function halvesOf(name: FieldName, side: 0 | 1): readonly Half[] {
  const words = wordsOf(name).map((word) => word.replace(/(?<=\p{L}{3})e([67])$/u, ''));
  const scale = /e7$/i.test(name) ? 1e-7 : /e6$/i.test(name) ? 1e-6 : 1;
  const text = ` ${words.join(' ')} `;
  return styles.flatMap((style, index): Half[] => {
    const half = (others: readonly string[], word: string, isEnding: boolean): Half => {
      const stem = others.filter((each) => !neutral.has(each)).join(' ');
      const letterO = isEnding ? undefined : languages[word];
      return { name, style: index, others, stem, isEnding, scale, letterO };
    };
    const exact = style[side].find((word) => text.includes(` ${word} `));
    if (exact !== undefined) {
      const others = text.replaceAll(` ${exact} `, '  ').split(' ');
      return [half(others.filter(Boolean), exact, false)];
    }
    const last = (words.at(-1) ?? '').replace(/(?<!\d)\d+$/, '');
    const ending = style[side].find(
      (word) => word.length > 2 && (last.endsWith(word) || last.startsWith(word)),
    );
    if (ending === undefined) return [];
    return [half([...words.slice(0, -1), last.replace(ending, '')].filter(Boolean), ending, true)];
  });
}

export function belongTogether(latitude: Half, longitude: Half): boolean {
  const isSame = latitude.stem === longitude.stem && latitude.scale === longitude.scale;
  return isSame && latitude.style === longitude.style && latitude.name !== longitude.name;
}

/** Whether a name is one of degrees, not of any position in a plane. */
export function isOfDegrees({ style }: Half): boolean {
  return style < yx;
}

/** Whether a name is a single letter for a direction, which means many other things. */
export function isLetter({ style, name }: Half): boolean {
  return style === northing && /^[ne]$/i.test(name);
}

/** Says how well a name of coordinates fits, from 100 down. The styles of names differ by less than 1. */
export function scoreOf(half: Half): number {
  const { style, stem, isEnding, others } = half;
  const penalty = style === northing ? 67 : style === yx ? 46 : 0;
  const isRough = others.some((word) => rough.has(word));
  return 100 - (stem === '' ? 0 : 20) - (isEnding ? 10 : 0) - penalty - (isRough ? 5 : 0);
}
