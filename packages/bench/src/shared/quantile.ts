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
