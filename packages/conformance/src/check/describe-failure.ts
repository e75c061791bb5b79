import { ContractError } from '../contract-error.ts';
import type { CaseFailure } from './check-report.ts';
import type { CheckedServer } from './checked-server.ts';
import { difference } from './difference.ts';
import type { Sent } from './sending/transcript.ts';
import { shellLines } from './shell/shell-lines.ts';

/** A failure as the report tells it. */
export function describeFailure(error: unknown, sent: readonly Sent[], server: CheckedServer): CaseFailure {
  const commands = shellLines(sent, server);
  if (error instanceof ContractError) {
    return { what: error.what, ...difference(error.expected, error.actual), commands };
  }
  const expected = `an answer that can be read, within ${server.bound} ms`;
  const message = error instanceof Error ? error.message : String(error);
  return { what: 'answer', ...difference(expected, message), commands };
}
