/**
 * The items with their positions, in an order that begins with another one in each round, so that each comes first equally
 * often.
 */
export function inTurn<Item>(items: readonly Item[], round: number): readonly (readonly [number, Item])[] {
  const numbered = [...items.entries()];
  const first = round % items.length;
  return [...numbered.slice(first), ...numbered.slice(0, first)];
}
