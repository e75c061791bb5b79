/** The connection ended before the response that was waited for was whole. */
export class ConnectionEndedError extends Error {
  override readonly name = 'ConnectionEndedError';
  readonly code = 'CONNECTION_ENDED';
}
