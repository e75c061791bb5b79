import { InvalidArgumentError } from './errors.ts';

/**
 * The name that was probably meant by a text that is not one: the first that differs by one letter more, less or
 * changed, or by two letters swapped. Capitals do not count. A name of one letter is not like another.
 *
 * @throws {InvalidArgumentError} when `text` is not a string, or `names` is not an array.
 *
 * @example
 * nearestName('bobx', ['bbox', 'near']); // 'bbox'
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (typeof text !== 'string') throw new InvalidArgumentError('text', 'a string');
  if (!Array.isArray(names)) throw new InvalidArgumentError('names', 'an array');
  return names.find((name) => isSlipOf(name.toLowerCase(), text.toLowerCase()));
}

function isSlipOf(name: string, text: string): boolean {
  if (name.length < 2) return text === name;
  let [start, end] = [0, 0];
  const shorter = Math.min(name.length, text.length);
  while (start < shorter && name[start] === text[start]) start++;
  while (end < shorter - start && name.at(-1 - end) === text.at(-1 - end)) end++;
  const left = name.slice(start, name.length - end);
  const right = text.slice(start, text.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}
