/**
 * Draws whole numbers from 0 to below `count`, of which few come often and most seldom, by the law of Zipf: the number n
 * is drawn in proportion to 1 / (n + 1) ** exponent. YCSB has 0.99, too.
 *
 * @param random gives numbers from 0 to below 1.
 */
export function skewed(count: number, random: () => number, exponent = 0.99): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += 1 / (index + 1) ** exponent;
    sums[index] = sum;
  }
  return () => firstAbove(sums, random() * sum);
}

/** The index of the first of some rising values that is above `limit`. */
function firstAbove(values: Float64Array, limit: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] as number) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}
