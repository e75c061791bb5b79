const unknownMethod = 'The parser of node:http refuses methods that it does not know, and asks no listener.';

/**
 * The cases that no listener of node:http is asked, by id, each with the reason: for the option `except` of
 * `registerHttpContract`. A whole server can answer them all the same.
 */
export const nodeHttpExceptions: Readonly<Record<string, string>> = {
  'method-unknown': unknownMethod,
  'method-lower-case': unknownMethod,
};

const absoluteForm =
  'HTTP/2 has no absolute form: the server resets a stream whose :path does not begin with a slash.';
const surroundingSpace =
  'In HTTP/2 no value begins or ends with white space (RFC 9113 section 8.2.1): the server drops such a field.';
const repeatedType = 'The client of node:http2 does not send a second Content-Type.';

/**
 * The cases that no listener of node:http2 is asked, by id, each with the reason: for the option `except` of
 * `registerHttpContract`. What needs a `socket` cannot be run over HTTP/2 at all.
 */
export const http2Exceptions: Readonly<Record<string, string>> = {
  'base-path-absolute': absoluteForm,
  'content-type-accepted-parameter-empty-spaced': surroundingSpace,
  'content-type-accepted-space-around': surroundingSpace,
  'content-type-refused-repeated': repeatedType,
  'content-type-refused-repeated-in-quotes': repeatedType,
  'content-type-refused-repeated-other': repeatedType,
  'target-root-absolute': absoluteForm,
  'target-root-absolute-bare': absoluteForm,
  'target-root-absolute-query': absoluteForm,
  'target-spelling-absolute': absoluteForm,
  'target-spelling-absolute-dots': absoluteForm,
  'target-spelling-absolute-https': absoluteForm,
  'target-spelling-absolute-port': absoluteForm,
  'target-spelling-absolute-query': absoluteForm,
};
