import { placeholder } from './targets.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The characters that tell one search from others, and those that count within one: as many as in `shown`. */
const length = 5;

/** What stands in a report for the identifier of whichever run it was. */
export const shownIdentifier = 'diff-identifier';

/** The identifiers of one search: each run of a sequence takes a new one for each of the two services. */
export interface RunIdentifiers {
  /** What they all begin with, and nobody else's do. */
  readonly mark: string;
  next(): string;
}

/** Makes identifiers that nobody has used before, all as long as {@link shownIdentifier}. */
export function createRunIdentifiers(): RunIdentifiers {
  const random = crypto.getRandomValues(new Uint8Array(length));
  const mark = `diff-${Array.from(random, (byte) => letters[byte % letters.length]).join('')}`;
  let count = 0;
  return { mark, next: () => `${mark}${(count++).toString(36).padStart(length, '0')}` };
}

/** Puts an identifier in its place in a path. */
export function withIdentifier(path: string, id: string): string {
  return path.replaceAll(placeholder, id);
}
