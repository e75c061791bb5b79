import type { Unreachable } from '../host.ts';

const waits = 'The parser waits for the whole body before the service is asked.';

/** Behind a parser that takes bodies of every type. */
export const everyTypeParsed: Unreachable = { reason: waits, cases: ['unread-content-type-*'] };

/** What no mount can mend behind a body parser that has taken the body off the wire. */
export const parsed: readonly Unreachable[] = [
  {
    reason: waits,
    cases: [
      'unread-paused-*',
      'unread-cut-endless',
      'unread-rest-endless-*',
      'unread-rest-large',
      ...['bad-escape', 'get', 'id', 'method', 'route'].flatMap((what) =>
        ['at-once', 'endless', 'large'].map((when) => `unread-${what}-${when}`),
      ),
    ],
  },
  {
    reason: 'The parser refuses more than 100 KiB.',
    cases: ['limit-behind-mebibyte-*', 'limit-mebibyte', 'limit-option-larger'],
  },
  { reason: 'The parser decodes Content-Encoding.', cases: ['content-encoding-plain'] },
];

/** Behind a parser that turns bytes into text. */
export const decoded: readonly Unreachable[] = [
  {
    reason:
      'The parser has replaced what is not UTF-8, and dropped a byte order mark, before the service sees it.',
    cases: [
      'body-bom-twice',
      'body-utf8-beyond',
      'body-utf8-ff',
      'body-utf8-latin1',
      'body-utf8-lone-continuation',
      'body-utf8-overlong*',
      'body-utf8-surrogate*',
    ],
  },
];
