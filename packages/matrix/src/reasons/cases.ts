/** Heads that are not HTTP/1.1, and that most parsers refuse. */
export const malformedHeads: readonly string[] = [
  'server-no-http',
  'server-tls',
  'server-version',
  'server-target-*',
  'server-field-*',
  'server-length-letters',
  'server-length-negative',
  'server-length-repeated',
  'server-length-list',
  'server-length-too-large',
  'server-encoding-*',
];

/** Requests of HTTP/1.1 without a `Host`. */
export const hostMissing: readonly string[] = [
  'server-host-missing',
  'server-host-absolute',
  'server-host-options',
  'server-host-expect',
  'server-host-refused-write',
  'server-host-still-sending',
];

/** Values of `Host` that are not valid. */
export const hostMalformed: readonly string[] = [
  'server-host-space',
  'server-host-comma',
  'server-host-path',
  'server-host-remembered',
  'server-host-user',
  'server-host-scheme',
  'server-host-port*',
  'server-host-bracket',
];

/** Malformed HTTP after a request on the same connection. */
export const malformedAfter: readonly string[] = ['server-garbage-behind*', 'server-malformed-body-behind-*'];

/** Bodies that the client offers with `Expect: 100-continue`, and that the service would not invite. */
export const uninvited: readonly string[] = ['expect-uninvited-*', 'expect-delete'];

/** Targets with invalid escapes, or with escapes of what is not UTF-8, which some routers refuse. */
export const badEscapes: readonly string[] = [
  'base-path-bad-escape',
  'check-*-id-escape*',
  'id-bad-escape-*',
  'method-head-record-length',
  'method-lock',
  'method-mkcol',
  'method-options-bad-escape',
  'method-patch',
  'method-propfind',
  'method-purge',
  'method-search',
  'method-trace',
  'response-error-bad-escape',
  'response-error-is-object',
  'target-unknown-first',
  'unread-bad-escape-*',
];
