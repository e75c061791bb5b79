/** Targets with escapes that are not UTF-8, or no escapes at all, which some routers refuse. */
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
