/** A record that was refused, and why. */
export interface Problem {
  /** Where it is in the file, from 1. */
  readonly line: number;
  readonly id?: string | undefined;
  readonly reason: string;
  /** What may be meant, such as `did you mean "description"?`. */
  readonly suggestion?: string | undefined;
}

/** Problems with the same cause. */
export interface ProblemGroup {
  readonly count: number;
  /** The first, at most three. */
  readonly examples: readonly Problem[];
}

/** How many causes are told apart. */
const maxGroups = 50;

const maxExamples = 3;

/** Lines of the list are kept as text until there are so many of them. */
const linesOfPart = 1000;

/** Counts what was refused by its cause, and keeps all of it as a list to download. */
export class Problems {
  count = 0;
  readonly #groups = new Map<string, { count: number; readonly examples: Problem[] }>();
  /** The browser keeps large ones on the disk. */
  readonly #parts: Blob[] = [];
  #lines: string[] = ['line,identifier,reason,suggestion\r\n'];

  /** The causes, the most frequent first. */
  get groups(): readonly ProblemGroup[] {
    return [...this.#groups.values()].sort((one, other) => other.count - one.count);
  }

  add({ line, id, reason, suggestion }: Problem): void {
    this.count++;
    const cause = causeOf(reason);
    const known = this.#groups.get(cause);
    const group = known ?? { count: 0, examples: [] };
    if (!known && this.#groups.size < maxGroups) this.#groups.set(cause, group);
    group.count++;
    if (group.examples.length < maxExamples) group.examples.push({ line, id, reason, suggestion });
    this.#lines.push(`${[String(line), id ?? '', reason, suggestion ?? ''].map(csvField).join()}\r\n`);
    if (this.#lines.length >= linesOfPart) this.#endPart();
  }

  /** All problems as CSV. */
  toFile(): Blob {
    this.#endPart();
    return new Blob(this.#parts, { type: 'text/csv' });
  }

  #endPart() {
    this.#parts.push(new Blob(this.#lines));
    this.#lines = [];
  }
}

/** The same for reasons that differ only by their values: `unknown member "a"` and `unknown member "b"`. */
function causeOf(reason: string): string {
  return reason.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/-?\d[\d.,e+-]*/gi, '0');
}

/** In quotes if RFC 4180 requires them. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
