/** An error of the body parsers of Express that says what was wrong with the body. */
export interface ParserError {
  readonly type?: string;
  /** The text that is not JSON. */
  readonly body?: unknown;
}

/**
 * The errors with which the body parsers of Express refuse a body that is none of their business here: the service has
 * answers of its own to it. What the app itself finds wrong with a body (`entity.verify.failed`) is not among them.
 */
const types = new Set<unknown>([
  'charset.unsupported',
  'encoding.unsupported',
  'entity.parse.failed',
  'entity.too.large',
  'parameters.too.many',
  'querystring.parse.rangeError',
]);

/** Of zlib, which the parsers hand on: what is said to be compressed is not. */
const decodingFailed = /^(?:Z_|ERR__ERROR_|ZSTD_)/;

/** Whether an earlier body parser has failed in one of these ways. */
export function isParserError(error: unknown): error is ParserError {
  if (typeof error !== 'object' || error === null) return false;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  return types.has(type) || (typeof code === 'string' && decodingFailed.test(code));
}
