import { listLines } from '../journal/journal-error.ts';

/** No request has met some of the faults of a fake. The message names them, and has a line for each request. */
export class UnmetFaultsError extends Error {
  override readonly name = 'UnmetFaultsError';
  readonly code = 'FAULTS_UNMET';

  constructor(unmet: readonly string[], arrived: readonly string[]) {
    super(`No request has met ${unmet.join(', nor ')}. This has arrived:${listLines(arrived)}`);
  }
}
