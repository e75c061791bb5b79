import { type Block, toBlocks } from './blocks.ts';
import type { History } from './operation.ts';

/** A history could not be judged within the `maxSteps` of `checkHistory`. It may be right or wrong. */
export class HistoryLimitError extends Error {
  override readonly name = 'HistoryLimitError';
  readonly code = 'HISTORY_LIMIT';

  constructor() {
    super(
      'The history is not judged within "maxSteps": raise it, or record fewer clients or more identifiers.',
    );
  }
}

/**
 * Whether the operations on one identifier can have taken effect one after the other, each at a moment between its
 * call and its outcome, so that every outcome is right by SPEC section 3.
 *
 * @throws {HistoryLimitError} when the budget is used up before it is decided.
 */
export function isLinearizable(operations: History, budget: Budget): boolean {
  const blocks = toBlocks(operations);
  return blocks !== undefined && canBeOrdered(blocks, budget);
}

/**
 * Whether blocks can take effect one after the other, on a record that is absent at first. The search is the algorithm
 * of Wing and Gong with Lowe's cache of visited states. It leaves out what cannot matter:
 *
 * - A block that does not change the record (`miss`, `renew`) takes effect as soon as it can.
 * - Of the blocks that could create the record next, or remove it, only the one that ends first is tried, as any of
 *   them could take the place of another.
 *
 * @throws {HistoryLimitError} when the budget is used up before it is decided.
 */
function canBeOrdered(blocks: readonly Block[], budget: Budget): boolean {
  const order = blocks.toSorted((a, b) => (a.end === b.end ? a.begin - b.begin : a.end < b.end ? -1 : 1));
  const possible = possibleIn(order);
  const seen = new Set<string>();
  const points = [settle(startPoint)];
  for (let point = points.pop(); point; point = points.pop()) {
    // From here on there are only blocks that may be left out.
    if (endOf(point.first) === Infinity) return true;
    for (const index of choices(point)) {
      const next = settle(step(point, index));
      const name = nameOf(next);
      if (seen.has(name)) continue;
      seen.add(name);
      points.push(next);
    }
  }
  return false;

  function endOf(index: number): number {
    return order[index]?.end ?? Infinity;
  }

  function step(point: Point, index: number): Point {
    budget.spend();
    return take(point, index, order[index] as Block);
  }

  /** Lets everything take effect that leaves the record as it is. */
  function settle(from: Point): Point {
    let point = from;
    for (;;) {
      const kind = point.isPresent ? 'renew' : 'miss';
      const index = possible(point).find((index) => order[index]?.kind === kind);
      if (index === undefined) return point;
      point = step(point, index);
    }
  }

  /** Which blocks are tried next, the most promising one last. */
  function choices(point: Point): readonly number[] {
    const wanted = order[point.first]?.kind;
    const kinds = wanted === 'create' || wanted === 'renew' ? ['remove', 'create'] : ['create', 'remove'];
    const next = possible(point);
    return kinds.flatMap((kind) => {
      const index = next.find((index) => order[index]?.kind === kind) ?? order.length;
      const isInVain = endOf(index) === Infinity && point.isPresent === (kind === 'create');
      return index === order.length || isInVain ? [] : [index];
    });
  }
}

/** Returns a function for the blocks that may come next at a point, in the order in which they end. */
function possibleIn(order: readonly Block[]): (point: Point) => readonly number[] {
  /** For each block, the blocks that end later and need not come after it. */
  const besides: (readonly number[])[] = [];
  return ({ first, ahead }) => {
    const block = order[first];
    if (!block) return [];
    besides[first] ??= order.flatMap(({ begin }, index) =>
      index > first && begin <= block.end ? [index] : [],
    );
    let passed = 0;
    const others = besides[first].filter((index) => {
      while ((ahead[passed] ?? Infinity) < index) passed++;
      return ahead[passed] !== index;
    });
    const isFirstPossible = block.begin <= (order[nextAfter({ first, ahead })]?.end ?? Infinity);
    return isFirstPossible ? [first, ...others] : others;
  };
}

/** How far an order of blocks has come: which have taken effect, and what the record is then. */
interface Point {
  readonly isPresent: boolean;
  /** The first block that has not taken effect, in the order in which they end. */
  readonly first: number;
  /** The later blocks that have taken effect, ascending. */
  readonly ahead: readonly number[];
}

/** The beginning of every order. */
const startPoint: Point = { isPresent: false, first: 0, ahead: [] };

/** The point where one more block has taken effect. */
function take({ isPresent, first, ahead }: Point, index: number, { kind }: Block): Point {
  const present = kind === 'create' || (isPresent && kind !== 'remove');
  if (index !== first) {
    const place = ahead.findIndex((other) => other > index);
    return { isPresent: present, first, ahead: ahead.toSpliced(place < 0 ? ahead.length : place, 0, index) };
  }
  const next = nextAfter({ first, ahead });
  return { isPresent: present, first: next, ahead: ahead.slice(next - first - 1) };
}

/** The second block that has not taken effect. */
function nextAfter({ first, ahead }: Pick<Point, 'first' | 'ahead'>): number {
  let next = first + 1;
  for (const index of ahead) if (index === next) next++;
  return next;
}

/** A text that is unique to this point. */
function nameOf({ isPresent, first, ahead }: Point): string {
  return `${isPresent} ${first} ${ahead}`;
}

/** The number of steps that a search may still take. */
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
