import {
  around,
  type ConsoleMutant,
  changingParameter,
  changingQueries,
  changingResponses,
  problem,
} from './console-mutant.ts';

const formats = ['geojson', 'json', 'ndjson', 'geojsonseq', 'csv', 'json-object'];

const known = ['bbox', 'near', 'radius', 'limit', 'f', 'cursor'];

/** A console that acts on some of the parameters alone. */
function keeping(isKept: (name: string, value: string, index: number, names: readonly string[]) => boolean) {
  return changingQueries((query) => {
    const parts = query.split('&').map((part) => part.split('=', 2));
    const names = parts.map(([name = '']) => name);
    return parts
      .filter(([name = '', value = ''], index) => isKept(name, value, index, names))
      .map((part) => part.join('='))
      .join('&');
  });
}

/** Consoles that serve parameters which they must refuse, or refuse them in a way that does not help. */
export const parameterMutants: readonly ConsoleMutant[] = [
  {
    id: 'unknown-ignored',
    breaks: 'ignores parameters that it does not know',
    killedBy: 'areas-parameter-unknown',
    create: keeping((name) => known.includes(name)),
  },
  {
    id: 'slip-ignored',
    breaks: 'ignores a misspelt bbox, and gives everything',
    killedBy: 'areas-parameter-misspelt',
    create: keeping((name) => name !== 'bbx'),
  },
  {
    id: 'names-without-case',
    breaks: 'reads the names of parameters without their case',
    killedBy: 'areas-parameter-upper-case',
    create: changingQueries((query) => query.replace(/[A-Z]+(?==)/g, (name) => name.toLowerCase())),
  },
  {
    id: 'names-by-their-ends',
    breaks: 'takes xbbox for bbox',
    killedBy: 'areas-parameter-prefixed',
    create: changingQueries((query) => query.replace(/\bx(?=bbox)/, '')),
  },
  {
    id: 'names-in-the-plural',
    breaks: 'takes limits for limit',
    killedBy: 'areas-parameter-plural',
    create: changingQueries((query) =>
      query.replaceAll(/limits=1,2,3,4/g, 'limit=1').replace('limits', 'limit'),
    ),
  },
  {
    id: 'nameless-refusal',
    breaks: 'refuses a parameter without naming it',
    killedBy: 'areas-parameter-unknown',
    create: changingResponses((response) =>
      response.status === 400 ? problem(400, 'Bad request') : response,
    ),
  },
  {
    id: 'first-of-repeated',
    breaks: 'takes the first of repeated parameters',
    killedBy: 'areas-repeated-bbox',
    create: keeping((name, _value, index, names) => names.indexOf(name) === index),
  },
  {
    id: 'last-of-repeated',
    breaks: 'takes the last of repeated limits',
    killedBy: 'areas-repeated-limit',
    create: keeping((name, _value, index, names) => name !== 'limit' || names.lastIndexOf(name) === index),
  },
  {
    id: 'numbers-at-the-beginning',
    breaks: 'takes what begins with a number for a number',
    killedBy: 'areas-bbox-numbers',
    create: changingParameter('bbox', (text) => text.split(',').map(Number.parseFloat).join()),
  },
  {
    id: 'empty-box-ignored',
    breaks: 'ignores an empty box',
    killedBy: 'areas-bbox-numbers',
    create: keeping((name, value) => name !== 'bbox' || value !== ''),
  },
  {
    id: 'six-numbers',
    breaks: 'takes a box of six numbers for one with heights',
    killedBy: 'areas-bbox-numbers',
    create: changingParameter('bbox', (text) =>
      text.replace(/^([^,]*,[^,]*),[^,]*,([^,]*,[^,]*),[^,]*$/, '$1,$2'),
    ),
  },
  {
    id: 'upside-down-turned',
    breaks: 'exchanges south and north where south is above north',
    killedBy: 'areas-bbox-upside-down',
    create: changingParameter('bbox', (text) => {
      const [west, south, east, north] = text.split(',');
      return Number(south) > Number(north) ? [west, north, east, south].join() : text;
    }),
  },
  {
    id: 'inside-out-turned',
    breaks: 'exchanges west and east beyond 180 where west is above east',
    killedBy: 'areas-bbox-inside-out',
    create: changingParameter('bbox', (text) => {
      const [west, south, east, north] = text.split(',');
      const isTurned = Number(west) > Number(east) && Number(west) > 180;
      return isTurned ? [east, south, west, north].join() : text;
    }),
  },
  {
    id: 'point-of-one-number',
    breaks: 'takes a point without a longitude for one at 0',
    killedBy: 'areas-near-numbers',
    create: changingParameter('near', (text) => (/^-?\d+$/.test(text) ? `${text},0` : text)),
  },
  {
    id: 'longitude-wrapped',
    breaks: 'takes a point at 350 for one at -10',
    killedBy: 'areas-near-range',
    create: changingParameter('near', (text) => {
      const [latitude, longitude] = text.split(',').map(Number);
      return longitude && longitude > 180 ? `${latitude},${longitude - 360}` : text;
    }),
  },
  {
    id: 'radius-without-sign',
    breaks: 'takes a radius below 0 for one above',
    killedBy: 'areas-radius-number',
    create: changingParameter('radius', (text) => text.replace(/^-(?=\d)/, '')),
  },
  {
    id: 'radius-alone-ignored',
    breaks: 'ignores a radius without a point',
    killedBy: 'areas-radius-alone',
    create: keeping((name, _value, _index, names) => name !== 'radius' || names.includes('near')),
  },
  {
    id: 'point-rather-than-box',
    breaks: 'ignores a box beside a point',
    killedBy: 'areas-bbox-and-near',
    create: keeping((name, _value, _index, names) => name !== 'bbox' || !names.includes('near')),
  },
  {
    id: 'limit-clamped',
    breaks: 'takes a limit out of range for the nearest one in range',
    killedBy: 'areas-limit-number',
    create: changingParameter('limit', (text) =>
      Number.isInteger(Number(text)) && text !== ''
        ? String(Math.max(1, Math.min(Number(text), 1000)))
        : text,
    ),
  },
  {
    id: 'unknown-format-ignored',
    breaks: 'gives GeoJSON where it does not know a format',
    killedBy: 'areas-format-unknown',
    create: keeping((name, value) => name !== 'f' || formats.includes(value)),
  },
  {
    id: 'bad-escape-fails',
    breaks: 'responds with 500 to a bad escape',
    killedBy: 'areas-bad-escape',
    create: around(async (handle, request) =>
      /%(?![\da-f]{2})/i.test(request.target) ? problem(500, 'Internal server error') : handle(request),
    ),
  },
];
