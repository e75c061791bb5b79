import { requestExceptions } from '@location-records/conformance';
import type { Unreachable } from '../host.ts';
import { casesThatNeed } from './cases-that-need.ts';

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
    // The constructor refuses, or what it makes of `get` is handled as GET is.
    shows:
      /cannot have body\.$|method is unsupported\.$|got "404 \{\\"error_message\\":\\"Resource not found/,
  })),
];
