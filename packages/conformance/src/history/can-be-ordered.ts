import type { Block } from './blocks.ts';
import type { Budget } from './budget.ts';
import { nameOf, nextAfter, type Point, startPoint, take } from './point.ts';

/**
 * Whether blocks can take effect one after the other, on a record that is absent at first. The search is that of Wing
 * and Gong with Lowe's memory of where it has been, and leaves out what cannot matter:
 *
 * - What leaves the record as it finds it (`miss`, `renew`) takes effect as soon as it can.
 * - Of the blocks that could create the record next, or remove it, only the one that ends first is tried, as any of
 *   them could take the place of another.
 *
 * @throws {HistoryLimitError} when the budget is used up before it is decided.
 */
export function canBeOrdered(blocks: readonly Block[], budget: Budget): boolean {
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

/** Gives the function that tells which blocks may come next at a point, in the order in which they end. */
function possibleIn(order: readonly Block[]): (point: Point) => readonly number[] {
  /** For each block, those that end later and need not come behind it. */
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
