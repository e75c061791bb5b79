/** Makes a function that gives identifiers which nobody has used before, of URL-safe characters. */
export function createFreshIds(): () => string {
  const prefix = crypto.randomUUID().slice(0, 13);
  let count = 0;
  return () => `case-${prefix}-${++count}`;
}
