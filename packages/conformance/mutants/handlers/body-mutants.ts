import { errorResponse } from '@location-records/core/adapter-kit';
import {
  around,
  changingBodies,
  changingRequests,
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

/** Changes the lines of the content type. */
function changingTypes(change: (lines: readonly string[]) => readonly string[]): HandlerMutant['create'] {
  return changingRequests(({ headers }) => ({
    headers: { ...headers, 'content-type': change(headers['content-type'] ?? []) },
  }));
}

/** Services that do not read bodies as SPEC 4.5 says. */
export const bodyMutants: readonly HandlerMutant[] = [
  {
    id: 'type-by-prefix',
    breaks: 'accepts every content type that starts like JSON',
    killedBy: 'content-type-refused-longer',
    create: changingTypes((lines) => lines.map((line) => line.replace(/^(application\/json)[^;,]+/i, '$1'))),
  },
  {
    id: 'type-by-suffix',
    breaks: 'accepts application/problem+json',
    killedBy: 'content-type-refused-suffix',
    create: changingTypes((lines) =>
      lines.map((line) => line.replace(/^application\/[\w.-]+\+json/i, 'application/json')),
    ),
  },
  {
    id: 'type-first-of-many',
    breaks: 'checks only the first of several content types',
    killedBy: 'content-type-refused-repeated',
    create: changingTypes((lines) => lines.slice(0, 1)),
  },
  {
    id: 'type-before-comma',
    breaks: 'checks only the content type before a comma',
    killedBy: 'content-type-refused-comma-same',
    create: changingTypes((lines) => lines.map((line) => line.split(',', 1).join())),
  },
  {
    id: 'type-open-quote-hides-comma',
    breaks: 'treats a comma after an open quote as part of the content type',
    killedBy: 'content-type-refused-comma-behind-open-quote',
    create: changingTypes((lines) => lines.map((line) => line.replace(/"[^"]*$/, ''))),
  },
  {
    id: 'type-quotes-hide-comma',
    breaks: 'treats a quoted comma and space, which may come from joined lines, as part of the content type',
    killedBy: 'content-type-refused-comma-space-in-quotes',
    create: changingTypes((lines) => lines.map((line) => line.replaceAll(/"[^"]*"/g, ''))),
  },
  {
    id: 'type-lines-joined',
    breaks: 'joins the lines of a repeated content type, and trusts quotes across them',
    killedBy: 'content-type-refused-repeated-in-quotes',
    create: changingTypes((lines) =>
      lines.length === 0 ? lines : [lines.join(', ').replaceAll(/"[^"]*(?:"|$)/g, '')],
    ),
  },
  {
    id: 'type-case-sensitive',
    breaks: 'compares the content type case-sensitively',
    killedBy: 'content-type-accepted-upper-case',
    create: changingTypes((lines) => lines.filter((line) => !/[A-Z]/.test(line.split(';', 1).join()))),
  },
  {
    id: 'type-without-parameters',
    breaks: 'refuses a content type with parameters',
    killedBy: 'content-type-accepted-charset',
    create: changingTypes((lines) => lines.filter((line) => !line.includes(';'))),
  },
  {
    id: 'type-assumed',
    breaks: 'treats a body without a content type as JSON',
    killedBy: 'content-type-refused-missing',
    create: changingTypes((lines) => (lines.length === 0 ? ['application/json'] : lines)),
  },
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
