import { print } from './print.ts';

/** The results of a campaign: conditions of correctness, which must hold, and figures, which have targets. */
export class Verdict {
  readonly #strict: boolean;
  #passed = 0;
  #failed = 0;
  #failedChecks = 0;
  #missed = 0;
  #unmeasured = 0;

  /** With `strict` a target that is missed, or was not measured, is a failure. */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** How many conditions of correctness did not hold so far. */
  get failedChecks(): number {
    return this.#failedChecks;
  }

  /** Records whether a condition of correctness holds, and prints it when it does not. */
  check(title: string, holds: boolean): void {
    if (holds) {
      this.#passed++;
      return;
    }
    this.#failed++;
    this.#failedChecks++;
    print(`FAILED: ${title}`);
  }

  /** Records whether a figure is at most `limit`, and prints both. `NaN` is a figure that could not be measured. */
  target(title: string, value: number, limit: number, unit = ''): void {
    this.#judge(title, value, value <= limit, `at most ${limit}`, unit);
  }

  /** Records whether a figure, such as a speed, is at least `limit`, and prints both. It may be `NaN`, too. */
  targetAtLeast(title: string, value: number, limit: number, unit = ''): void {
    this.#judge(title, value, value >= limit, `at least ${limit}`, unit);
  }

  #judge(title: string, value: number, holds: boolean, bound: string, unit: string): void {
    const isMeasured = !Number.isNaN(value);
    if (holds) this.#passed++;
    else if (this.#strict) this.#failed++;
    else if (isMeasured) this.#missed++;
    else this.#unmeasured++;
    const suffix = unit && ` ${unit}`;
    const target = `(target: ${bound}${suffix})`;
    if (isMeasured) {
      print(`${holds ? 'met' : 'MISSED'}: ${title}: ${Number(value.toFixed(3))}${suffix} ${target}`);
    } else {
      print(`NOT MEASURED: ${title} ${target}`);
    }
  }

  /** Prints the last line, and sets the exit code. A campaign without results is a failure, too. */
  finish(): void {
    const missed = this.#missed > 0 ? `, ${this.#missed} targets missed` : '';
    const unmeasured = this.#unmeasured > 0 ? `, ${this.#unmeasured} targets not measured` : '';
    print(`${this.#passed} passed, ${this.#failed} failed${missed}${unmeasured}`);
    if (this.#failed > 0 || this.#passed === 0) process.exitCode = 1;
  }
}
