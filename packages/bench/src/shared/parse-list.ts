/**
 * The records of a Location list, each as its JSON text by identifier.
 *
 * @throws {Error} when it is not an array of pairs, or has an identifier twice.
 */
export function parseList(bytes: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (const pair of JSON.parse(bytes.toString()) as unknown[]) {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'string') {
      throw new Error(`The list has an element that is no pair: ${JSON.stringify(pair)}`);
    }
    if (records.has(pair[0])) throw new Error(`The list has the identifier ${pair[0]} twice.`);
    records.set(pair[0], JSON.stringify(pair[1]));
  }
  return records;
}
