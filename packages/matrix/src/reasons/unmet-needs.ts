import { type HttpNeed, requestExceptions } from '@location-records/conformance';
import { http2Exceptions } from '@location-records/conformance/node';
import type { Unreachable } from '../host.ts';
import { matrixCases } from '../matrix-cases.ts';

/** Where a function is called. */
export const noServer: readonly Unreachable[] = [
  {
    reason: 'There is no connection where a function is called.',
    cases: casesThatNeed('socket'),
    shows: /handler in this process has no connections\.$/,
  },
];

/** Where a function is called with a `Request`. */
export const noRequest: readonly Unreachable[] = [
  ...noServer,
  ...Object.entries(requestExceptions).map(([id, reason]) => ({
    reason,
    cases: [id],
    // The constructor refuses, or makes GET of `get`.
    shows:
      /cannot have body\.$|method is unsupported\.$|got "404 \{\\"error_message\\":\\"Resource not found/,
  })),
];

/** Where HTTP/2 is spoken. */
export const noHttp1: readonly Unreachable[] = [
  {
    reason: 'The case writes bytes of HTTP/1.1.',
    cases: casesThatNeed('socket'),
    shows: /^A case cannot send the bytes of HTTP\/1\.1 over HTTP\/2\.$/,
  },
  ...Object.entries(http2Exceptions).map(([id, reason]) => ({
    reason,
    cases: [id],
    // The server resets the stream, the client refuses, or the field is not there.
    shows: /NGHTTP2_PROTOCOL_ERROR$|must only have a single value$|Content-type is wrong/,
  })),
];

/** Where the store cannot be made to fail. */
export const noFaults: readonly Unreachable[] = [
  {
    reason: 'The store of the command takes no orders to fail.',
    cases: casesThatNeed('faults'),
    shows: /^The store of this service cannot fail on demand\.$/,
  },
];

function casesThatNeed(need: HttpNeed): string[] {
  return matrixCases.filter(({ needs }) => needs.includes(need)).map(({ id }) => id);
}
