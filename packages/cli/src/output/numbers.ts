/** Made when it is needed: that takes a tenth of the time in which `serve` starts. */
let format: Intl.NumberFormat | undefined;

/** Formats a whole number: `1,000,000`. */
export function formatNumber(number: number): string {
  format ??= new Intl.NumberFormat('en-US');
  return format.format(number);
}

/** Formats milliseconds: `1.4 s`, or `12 ms` below a second. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1000 ? `${Math.max(whole, 1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Formats a rate per second: `27,051`, or `0.4`. `undefined` for less than a second, which would say little. */
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
