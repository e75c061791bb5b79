import type { Clock } from './clock.ts';
import { FakeError } from './errors.ts';
import { type CheckedFault, checkFault, type Fault, type FaultFunction } from './faults.ts';
import type { MatchedRequest } from './request-match.ts';

/** A fault of a fake. */
export interface AddedFault {
  /** From 1, in the order in which faults were added since the last reset. */
  readonly number: number;
  readonly row: Fault;
  /** How many requests have met it. */
  readonly timesMet: number;
  /** Removes it. Requests that have met it are not affected. */
  remove(): void;
}

/** The faults of a fake. */
export interface FaultTable extends Iterable<AddedFault> {
  /**
   * Adds a fault. Faults apply in the order in which they were added; one that responds without the service
   * (`reset`, `status`) is the last one of its request.
   *
   * @throws {InvalidArgumentError} if a member is unknown, or cannot work.
   */
  add(row: Fault): AddedFault;
  /** Removes all faults. */
  clear(): void;
  /** @throws {FakeError} `FAULTS_UNMET` if a fault of the table has met no request. */
  expectMet(): void;
}

/** What a request meets. */
export interface Met {
  /** The names of the faults. */
  readonly names: readonly string[];
  readonly faults: readonly FaultFunction[];
}

interface Row {
  readonly added: AddedFault;
  readonly checked: CheckedFault;
  matched: number;
}

/** The table, as the fake uses it. */
export class Faults implements FaultTable {
  readonly #clock: Clock;
  readonly #received: () => string;
  #rows: readonly Row[] = [];
  #lastNumber = 0;

  /** @param received the journal as a text. */
  constructor(clock: Clock, received: () => string) {
    this.#clock = clock;
    this.#received = received;
  }

  add(fault: Fault): AddedFault {
    const checked = checkFault(fault, this.#clock);
    const added: AddedFault = {
      number: ++this.#lastNumber,
      row: fault,
      get timesMet() {
        return Math.max(0, Math.min(row.matched - checked.after, checked.times));
      },
      remove: () => {
        this.#rows = this.#rows.filter((other) => other !== row);
      },
    };
    const row: Row = { added, checked, matched: 0 };
    this.#rows = [...this.#rows, row];
    return added;
  }

  clear(): void {
    this.#rows = [];
    this.#lastNumber = 0;
  }

  expectMet(): void {
    const unmet = this.#rows.filter(({ added }) => added.timesMet === 0).map(({ checked }) => checked.name);
    if (unmet.length === 0) return;
    throw new FakeError('FAULTS_UNMET', `No request has met ${unmet.join(', nor ')}. ${this.#received()}`);
  }

  /** Returns what a request meets, and counts it. */
  meet(request: MatchedRequest): Met {
    const met: CheckedFault[] = [];
    for (const row of this.#rows) {
      const { checked } = row;
      if (!checked.matches(request)) continue;
      row.matched++;
      if (row.matched <= checked.after || row.matched > checked.after + checked.times) continue;
      met.push(checked);
      if (checked.isLast) break;
    }
    return { names: met.map(({ name }) => name), faults: met.map(({ respond }) => respond) };
  }

  [Symbol.iterator](): Iterator<AddedFault> {
    return this.#rows.map(({ added }) => added).values();
  }
}
