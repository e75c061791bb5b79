/** The value below which the share `q` (0 to 1) of the values lies, interpolated; NaN of no values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** What something costs on a quiet machine, the cheapest tenth: other work only ever adds to a cost. */
export function quiet(costs: readonly number[]): number {
  return quantile(costs, 0.1);
}

/** The first and the third quartile for a table: `0.98-1.03`. */
export function quartiles(values: readonly number[], digits: number): string {
  return [0.25, 0.75].map((q) => quantile(values, q).toFixed(digits)).join('-');
}

/** The ratio of each value to the value of the same round in `base`. */
export function ratiosTo(base: readonly number[], values: readonly number[]): number[] {
  return values.map((value, round) => value / (base[round] ?? Number.NaN));
}
