import type { Unreachable } from '../host.ts';
import { connectionEnded, either, emptyResponse, notClosed } from './shows.ts';

const waits = 'The parser reads a body to its end, even one that it refuses, before the service is asked.';
/** No response comes, or the connection stays open. */
const isWaiting = either(/^Timed out after \d+ ms waiting for a line\.$/, notClosed);
/** The app responds with a page of its own instead of the service. */
const page = (status: number) => new RegExp(`, got "(?:${status} )?<!DOCTYPE html>`);

/** Behind a parser that takes bodies of every type. */
export const everyTypeParsed: Unreachable = {
  reason: waits,
  cases: ['unread-content-type-*'],
  shows: isWaiting,
};

/** Behind any body parser, which has read the body before the service is asked. */
export const parsed: readonly Unreachable[] = [
  {
    reason: waits,
    cases: [
      'unread-paused-*',
      'unread-cut-endless',
      'unread-rest-endless-*',
      ...['bad-escape', 'delete-absent', 'get', 'id', 'method', 'options', 'route'].flatMap((what) =>
        ['at-once', 'endless', 'large'].map((when) => `unread-${what}-${when}`),
      ),
    ],
    shows: isWaiting,
  },
  {
    reason: 'The parser refuses a body of more than 100 KiB, and leaves nothing of it to the service.',
    cases: ['limit-behind-mebibyte-*', 'limit-mebibyte', 'limit-option-larger', 'unread-rest-large'],
    shows: page(413),
  },
  {
    reason: 'The parser undoes the Content-Encoding of a body, and refuses one that is not encoded.',
    cases: ['content-encoding-plain'],
    shows: page(400),
  },
];

/** Behind a parser that turns bytes into text. */
export const decoded: Unreachable = {
  reason:
    'The parser replaces what is not UTF-8, and drops a byte order mark, before the service sees the body.',
  cases: [
    'body-bom-twice',
    'body-utf8-beyond',
    'body-utf8-ff',
    'body-utf8-latin1',
    'body-utf8-lone-continuation',
    'body-utf8-overlong*',
    'body-utf8-surrogate*',
  ],
  shows: emptyResponse,
};

/** Behind a parser that leaves a value of JSON. Its text has neither the white space nor what came after it. */
export const reserialized: Unreachable = {
  reason: 'The limit applies to the JSON text of what was parsed, which has lost its white space.',
  cases: ['limit-spaces-before', 'limit-cut-at-end'],
  shows: emptyResponse,
};

/** Behind a parser that leaves text of every charset. */
export const charsetDecoded: Unreachable = {
  reason: 'The parser decodes the body as its charset says.',
  cases: ['body-charset-parameter'],
  shows: /^response: expected "200 \{\\"description\\":\\"é\\".*got "200 \{\\"description\\":\\"Ã©\\"/,
};

/** Where each body is compressed on its way to the client, and decoded there. */
export const compressed: readonly Unreachable[] = [
  {
    reason:
      'Neither a long list nor the response to HEAD has a Content-Length, but the decoded list has one.',
    cases: ['list-long-head'],
    shows: /^content-length: expected \["\d+"\], got undefined$/,
  },
  {
    reason:
      'node:http ends the connection when the client ends its side, and the compressed body comes later.',
    cases: ['server-half-closed'],
    shows: connectionEnded,
  },
];
