import { checkBeforeWrites, checkOpenFiles, type OpenFiles } from './open-files.ts';
import type { Attempt } from './store-failure.ts';

const intervalMs = 1000;

/**
 * Notices that the files of a store were deleted or replaced, for one thread. Lists look before they begin, and writes
 * before they are made. Single reads must not pay for it: they look once a second, and an idle store has no timer.
 */
export class FileWatch {
  readonly #attempt: Attempt;
  readonly #files: OpenFiles;
  #timer: NodeJS.Timeout | undefined;
  #isLost = false;
  /** When to look at all files again, on the clock of `performance.now()`. */
  #due = 0;

  /** `attempt` is what the thread does with the files. */
  constructor(attempt: Attempt, files: OpenFiles) {
    this.#attempt = attempt;
    this.#files = files;
  }

  /** Whether the paths led elsewhere when they were last looked at. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Demands that the paths lead to the open files.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` that says what happened.
   */
  check(): void {
    this.#demand(checkOpenFiles);
    this.#due = performance.now() + intervalMs;
  }

  /** The same before writes are made. Whether the log and its index are still the same files is looked at once a second. */
  checkBefore(): void {
    const isDue = this.#isLost || performance.now() >= this.#due;
    if (isDue) this.check();
    else this.#demand(checkBeforeWrites);
  }

  /** The same for a single read, as far as it is known: what happened in the second before may go unnoticed. */
  glance(): void {
    this.#timer ??= setTimeout(this.#look, intervalMs).unref();
    if (this.#isLost) this.check();
  }

  /** Looks no more. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #demand(check: typeof checkOpenFiles): void {
    this.#isLost = true;
    check(this.#attempt, this.#files);
    this.#isLost = false;
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    try {
      this.check();
    } catch {
      // The next read says so.
    }
  };
}
