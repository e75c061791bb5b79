import { errorResponse } from '@location-records/core/adapter-kit';
import {
  around,
  changingBodies,
  changingTexts,
  type HandlerMutant,
  isWrite,
  textOf,
  withOptions,
  withStore,
} from './handler-mutant.ts';

const mark = [0xef, 0xbb, 0xbf] as const;

function hasMark(bytes: Uint8Array): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** Services that do not read bodies as SPEC 4.5 says. */
export const bodyMutants: readonly HandlerMutant[] = [
  {
    id: 'limit-in-bytes',
    breaks: 'counts bytes instead of characters',
    killedBy: 'limit-exact-two-bytes',
    create: changingBodies((bytes, limit) => bytes.subarray(0, limit + (hasMark(bytes) ? mark.length : 0))),
  },
  {
    id: 'limit-in-units',
    breaks: 'counts UTF-16 code units instead of characters',
    killedBy: 'limit-exact-astral',
    create: changingBodies((bytes, limit) => {
      const text = new TextDecoder().decode(bytes);
      return text.length > limit ? Buffer.from(text.slice(0, limit)) : bytes;
    }),
  },
  {
    id: 'limit-one-less',
    breaks: 'reads one character fewer than the limit',
    killedBy: 'limit-fits-at-end',
    create: withOptions(({ bodyLimit = 4096 }) => ({ bodyLimit: Math.max(bodyLimit - 1, 1) })),
  },
  {
    id: 'limit-one-more',
    breaks: 'reads one character more than the limit',
    killedBy: 'limit-behind-garbage',
    create: withOptions(({ bodyLimit = 4096 }) => ({ bodyLimit: bodyLimit + 1 })),
  },
  {
    id: 'no-limit',
    breaks: 'reads the whole body',
    killedBy: 'limit-option-one',
    create: withOptions(() => ({ bodyLimit: 2 ** 26 })),
  },
  {
    id: 'limit-is-413',
    breaks: 'refuses a body beyond the limit',
    killedBy: 'limit-behind-spaces',
    create: around(async (handle, request, { bodyLimit = 4096 }) =>
      isWrite(request) && (await textOf(request)).length > bodyLimit
        ? errorResponse(413, 'Too long')
        : handle(request),
    ),
  },
  {
    id: 'mark-counted',
    breaks: 'counts a byte order mark',
    killedBy: 'limit-bom-not-counted',
    create: changingBodies((bytes, limit) => {
      if (!hasMark(bytes)) return bytes;
      return Buffer.from(Array.from(Buffer.from(bytes).toString()).slice(0, limit).join(''));
    }),
  },
  {
    id: 'mark-kept',
    breaks: 'treats a byte order mark as part of the JSON text',
    killedBy: 'body-bom-before',
    create: changingBodies((bytes) => (hasMark(bytes) ? Buffer.from([...mark, ...bytes]) : bytes)),
  },
  {
    id: 'broken-utf8-replaced',
    breaks: 'replaces bytes that are not UTF-8 by U+FFFD',
    killedBy: 'body-utf8-lone-continuation',
    create: changingBodies((bytes) =>
      Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
    ),
  },
  {
    id: 'white-space-is-nothing',
    breaks: 'treats a body of white space as missing',
    killedBy: 'body-space',
    create: changingTexts((text) => text.trim()),
  },
  {
    id: 'unknown-members-ignored',
    breaks: 'drops unknown members',
    killedBy: 'shape-unknown-member',
    create: withOptions(() => ({ unknownMembers: 'ignore' })),
  },
  {
    id: 'unknown-members-always-refused',
    breaks: 'refuses unknown members although the option says ignore',
    killedBy: 'shape-unknown-ignored',
    create: withOptions(() => ({ unknownMembers: 'reject' })),
  },
  {
    id: 'first-duplicate-wins',
    breaks: 'keeps the first of duplicate members',
    killedBy: 'shape-duplicate',
    create: changingTexts((text) =>
      text.replace(/("description":"[^"]*")(.*),"description":"[^"]*"/s, '$1$2'),
    ),
  },
  {
    id: 'null-description-refused',
    breaks: 'refuses a description that is null',
    killedBy: 'shape-description-null',
    create: changingTexts((text) => text.replace(/"description":\s*null/, '"description":0')),
  },
  {
    id: 'empty-description-dropped',
    breaks: 'drops an empty description',
    killedBy: 'shape-description-empty',
    create: changingTexts((text) => text.replace(/"description":\s*""/, '"description":null')),
  },
  {
    id: 'number-strings-accepted',
    breaks: 'accepts coordinates in quotes',
    killedBy: 'shape-no-latitude-string',
    create: changingTexts((text) => text.replace(/"(latitude|longitude)":\s*"(-?[\d.]+)"/g, '"$1":$2')),
  },
  {
    id: 'infinity-accepted',
    breaks: 'replaces numbers that are too large by a large number',
    killedBy: 'number-infinite-latitude-1',
    create: changingTexts((text) => text.replace(/\de999/g, '1e308')),
  },
  {
    id: 'always-strict',
    breaks: 'refuses coordinates beyond their usual ranges without the option',
    killedBy: 'range-free-far',
    create: withOptions(() => ({ strictCoordinates: true })),
  },
  {
    id: 'never-strict',
    breaks: 'accepts coordinates beyond their usual ranges despite the option',
    killedBy: 'range-strict-latitude-above',
    create: withOptions(() => ({ strictCoordinates: false })),
  },
  {
    id: 'lone-surrogates-replaced',
    breaks: 'replaces lone surrogates by U+FFFD',
    killedBy: 'shape-surrogate-1',
    create: changingTexts((text) => text.replace(/\\ud800(?!\\ud[c-f])/gi, '\\ufffd')),
  },
  {
    id: 'last-comma-accepted',
    breaks: 'accepts a comma after the last member',
    killedBy: 'json-no-trailing-comma',
    create: changingTexts((text) => text.replace(/,\s*}/g, '}')),
  },
  {
    id: 'coordinates-rounded',
    breaks: 'keeps only six digits after the decimal point',
    killedBy: 'number-sixteen-digits',
    create: withStore((store) => ({
      put: (id, { coordinates: { latitude, longitude }, ...rest }) =>
        store.put(id, {
          ...rest,
          coordinates: {
            latitude: Math.round(latitude * 1e6) / 1e6,
            longitude: Math.round(longitude * 1e6) / 1e6,
          },
        }),
    })),
  },
];
