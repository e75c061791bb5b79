const unknownMethod = 'The parser of node:http refuses unknown methods, and does not call the listener.';

/**
 * The cases whose requests do not reach a listener of node:http, by id, each with the reason. Pass it as the option
 * `exceptions` of `registerHttpContract`. A whole server can still respond to them.
 */
export const nodeHttpExceptions: Readonly<Record<string, string>> = {
  'method-unknown': unknownMethod,
  'method-lower-case': unknownMethod,
};

const absoluteForm =
  'HTTP/2 has no absolute form: the server resets a stream whose :path does not begin with a slash.';
const surroundingSpace =
  'In HTTP/2 a value cannot begin or end with white space (RFC 9113 section 8.2.1): the server drops such a field.';
const repeatedType = 'The client of node:http2 does not send a second Content-Type.';

/**
 * The cases whose requests do not reach a listener of node:http2, by id, each with the reason. Pass it as the option
 * `exceptions` of `registerHttpContract`. Cases that need a `socket` cannot run over HTTP/2 at all.
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
