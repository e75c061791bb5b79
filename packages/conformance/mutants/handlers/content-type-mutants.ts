import { changingRequests, type HandlerMutant } from './handler-mutant.ts';

/** Changes the lines of the content type. */
function changingTypes(change: (lines: readonly string[]) => readonly string[]): HandlerMutant['create'] {
  return changingRequests(({ headers }) => ({
    headers: { ...headers, 'content-type': change(headers['content-type'] ?? []) },
  }));
}

/** A service that takes the types that `pattern` matches for JSON. */
function accepting(pattern: RegExp): HandlerMutant['create'] {
  return changingTypes((lines) => lines.map((line) => (pattern.test(line) ? 'application/json' : line)));
}

/** Services that accept wrong content types, or refuse right ones. */
export const contentTypeMutants: readonly HandlerMutant[] = [
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
    id: 'type-quoted-comma-splits',
    breaks: 'takes a comma in a quoted string for the end of a value',
    killedBy: 'content-type-accepted-parameter-quoted-comma-space',
    create: changingTypes((lines) => lines.map((line) => line.replaceAll('"', ''))),
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
    id: 'type-of-patches',
    breaks: 'accepts application/json-patch+json',
    killedBy: 'content-type-refused-json-begins',
    create: accepting(/^application\/json-patch\+json$/i),
  },
  {
    id: 'type-of-json-lines',
    breaks: 'accepts application/ndjson',
    killedBy: 'content-type-refused-json-ends',
    create: accepting(/^application\/ndjson$/i),
  },
  {
    id: 'type-of-models',
    breaks: 'accepts types outside application whose subtypes end with +json',
    killedBy: 'content-type-refused-json-elsewhere',
    create: accepting(/^(?!application)[\w-]+\/[\w.-]+\+json$/i),
  },
];
