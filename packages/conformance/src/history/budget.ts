import { HistoryLimitError } from './history-limit-error.ts';

/** How much work a search may still do. */
export class Budget {
  #steps: number;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** @throws {HistoryLimitError} when no step is left. */
  spend(): void {
    if (this.#steps <= 0) throw new HistoryLimitError();
    this.#steps--;
  }
}
