import type { Unreachable } from '../host.ts';
import { connectionEnded, either, emptyAnswer, notClosed } from './shows.ts';

const waits = 'The parser reads a body to its end, even one that it refuses, before the service is asked.';
/** Nothing comes, or the connection goes on. */
const isWaiting = either(/^Waited \d+ ms in vain for a line\.$/, notClosed);
/** A page of the app instead of the response. */
const page = (status: number) => new RegExp(`, got "(?:${status} )?<!DOCTYPE html>`);

/** Behind a parser that takes bodies of every type. */
export const everyTypeParsed: Unreachable = {
  reason: waits,
  cases: ['unread-content-type-*'],
  shows: isWaiting,
};

/** What no mount can mend after a body parser that has taken the body off the wire. */
export const parsed: readonly Unreachable[] = [
  {
    reason: waits,
    cases: [
      'unread-paused-*',
      'unread-cut-endless',
      'unread-rest-endless-*',
      ...['bad-escape', 'get', 'id', 'method', 'route'].flatMap((what) =>
        ['at-once', 'endless', 'large'].map((when) => `unread-${what}-${when}`),
      ),
    ],
    shows: isWaiting,
  },
  {
    reason: 'The parser refuses more than 100 KiB, of which it leaves nothing to the service.',
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
  shows: emptyAnswer,
};

/** Behind a parser that leaves a value of JSON, whose text has neither white space nor what comes behind it. */
export const reserialized: Unreachable = {
  reason: 'The limit applies to the JSON text of what was parsed, which has lost its white space.',
  cases: ['limit-spaces-before', 'limit-cut-at-end'],
  shows: emptyAnswer,
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
      'A long list has no Content-Length, nor has the response to HEAD; compressed and decoded it has one.',
    cases: ['list-long-head'],
    shows: /^content-length: expected \["\d+"\], got undefined$/,
  },
  {
    reason:
      'node:http ends the connection when the client ends its side, and what is compressed comes later.',
    cases: ['server-half-closed'],
    shows: connectionEnded,
  },
];
