import type { Block } from './blocks.ts';

/** How far an order of blocks has come: which have taken effect, and what the record is then. */
export interface Point {
  readonly isPresent: boolean;
  /** The first block that has not taken effect, in the order in which they end. */
  readonly first: number;
  /** Those behind it that have, ascending. */
  readonly ahead: readonly number[];
}

/** Where every order begins. */
export const startPoint: Point = { isPresent: false, first: 0, ahead: [] };

/** The point where one more block has taken effect. */
export function take({ isPresent, first, ahead }: Point, index: number, { kind }: Block): Point {
  const present = kind === 'create' || (isPresent && kind !== 'remove');
  if (index !== first) {
    const place = ahead.findIndex((other) => other > index);
    return { isPresent: present, first, ahead: ahead.toSpliced(place < 0 ? ahead.length : place, 0, index) };
  }
  const next = nextAfter({ first, ahead });
  return { isPresent: present, first: next, ahead: ahead.slice(next - first - 1) };
}

/** The second block that has not taken effect. */
export function nextAfter({ first, ahead }: Pick<Point, 'first' | 'ahead'>): number {
  let next = first + 1;
  for (const index of ahead) if (index === next) next++;
  return next;
}

/** A text that no other point has. */
export function nameOf({ isPresent, first, ahead }: Point): string {
  return `${isPresent} ${first} ${ahead}`;
}
