const format = new Intl.NumberFormat('en-US');

/** A whole number for a person: `1,000,000`. */
export function formatNumber(number: number): string {
  return format.format(number);
}

/** Milliseconds for a person, as seconds: `1.4 s`. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `1 record`, `1,000 records`. */
export function countedRecords(count: number): string {
  return `${formatNumber(count)} record${count === 1 ? '' : 's'}`;
}
