/** The same items in an order of chance. */
export function shuffled<T>(items: Iterable<T>): T[] {
  const rest = [...items];
  for (let index = rest.length; index > 1; index--) {
    rest.push(...rest.splice(Math.floor(Math.random() * index), 1));
  }
  return rest;
}
