/** A history could not be judged within the limit of `checkHistory`. It says nothing of whether it is right. */
export class HistoryLimitError extends Error {
  override readonly name = 'HistoryLimitError';
  readonly code = 'HISTORY_LIMIT';

  constructor() {
    super(
      'The history is not judged within the limit: raise it, or record fewer clients or more identifiers.',
    );
  }
}
