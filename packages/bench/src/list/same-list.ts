/** Whether a list has the expected bytes; one without an order may have its records in any. */
export function isSameList(list: Buffer, expected: Buffer, isOrdered: boolean): boolean {
  if (isOrdered) return list.equals(expected);
  if (list.length !== expected.length) return false;
  const pairs = JSON.parse(list.toString()) as [string, unknown][];
  pairs.sort(([left], [right]) => (left < right ? -1 : 1));
  return Buffer.from(JSON.stringify(pairs)).equals(expected);
}
