/** Made when it is needed: that takes a part of the time in which `serve` starts. */
let format: Intl.NumberFormat | undefined;

/** Formats a whole number: `1,000,000`. */
export function formatNumber(number: number): string {
  format ??= new Intl.NumberFormat('en-US');
  return format.format(number);
}

/** `1 record`, `1,000 records`. */
export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats milliseconds: `1.4 s`, or `12 ms` below a second. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1000 ? `${Math.max(whole, 1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Formats how many records a second were handled: `, 27,051 records/s`. Empty for less than a second, which
 * says little.
 */
export function formatRate(count: number, milliseconds: number): string {
  if (milliseconds < 1000) return '';
  const rate = (count / milliseconds) * 1000;
  if (rate < 0.05) return '';
  return `, ${rate >= 10 ? formatNumber(Math.round(rate)) : rate.toFixed(1)} records/s`;
}
