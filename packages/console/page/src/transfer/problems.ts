/** A record that was refused, and why. */
export interface Problem {
  /** Where it is in the file, from 1. */
  readonly line: number;
  readonly id?: string | undefined;
  readonly reason: string;
  /** What may be meant, such as `did you mean "description"?`. */
  readonly suggestion?: string | undefined;
}

/** How many problems are kept to be shown. */
export const maxShown = 100;

/** Counts what was refused, and keeps the first of it. */
export class Problems {
  count = 0;
  #first: readonly Problem[] = [];

  /** The first {@link maxShown}. */
  get first(): readonly Problem[] {
    return this.#first;
  }

  add({ line, id, reason, suggestion }: Problem): void {
    this.count++;
    if (this.#first.length < maxShown) this.#first = [...this.#first, { line, id, reason, suggestion }];
  }
}
