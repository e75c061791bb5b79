import { errorResponse } from '@location-records/core/adapter-kit';
import type { WholeResponse } from './write-response.ts';

/**
 * The answer when the handler itself is broken, or gave an answer that cannot be sent. Its error becomes a process
 * warning, since somebody has to learn of it.
 */
export function handlerFailure(error: unknown): WholeResponse {
  try {
    process.emitWarning(error instanceof Error ? error : String(error));
  } catch {
    // In Jest, an Error of the test environment is not one to Node.js.
    process.emitWarning(String(error));
  }
  return errorResponse(500, 'Internal server error');
}
