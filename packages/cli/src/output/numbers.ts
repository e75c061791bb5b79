const format = new Intl.NumberFormat('en-US');

/** A whole number for a person: `1,000,000`. */
export function formatNumber(number: number): string {
  return format.format(number);
}

/** Milliseconds for a person: `1.4 s`, or `12 ms` below a second. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1000 ? `${Math.max(whole, 1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** How many a second, for a person: `27,051`, or `0.4`. There is none of less than a second, which would say little. */
export function formatRate(count: number, milliseconds: number): string | undefined {
  if (milliseconds < 1000) return undefined;
  const rate = (count / milliseconds) * 1000;
  if (rate >= 10) return formatNumber(Math.round(rate));
  return rate >= 0.05 ? rate.toFixed(1) : undefined;
}

/** `1 record`, `1,000 records`. */
export function countedRecords(count: number): string {
  return `${formatNumber(count)} record${count === 1 ? '' : 's'}`;
}
