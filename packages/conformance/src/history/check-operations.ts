import { InvalidArgumentError } from '@location-records/core';
import { keyOf } from './blocks.ts';
import type { History } from './operation.ts';

/**
 * Demands what the checker relies on.
 *
 * @throws {InvalidArgumentError} when an operation was answered before it was called, is given a Location where it takes none or
 * none where it takes one, or writes what another one writes to the same identifier.
 */
export function checkOperations(history: History): void {
  const writes = new Set<string>();
  for (const [index, { method, id, location, called, answer }] of history.entries()) {
    const name = `history[${index}]`;
    const takesLocation = method === 'put' || method === 'replace';
    if (!takesLocation && method !== 'get' && method !== 'delete') {
      throw new InvalidArgumentError(`${name}.method`, '"get", "put", "replace" or "delete"');
    }
    if (!Number.isFinite(called)) throw new InvalidArgumentError(`${name}.called`, 'a number');
    if (answer && !(answer.at >= called))
      throw new InvalidArgumentError(`${name}.answer.at`, 'a number from called on');
    if (takesLocation !== (location !== undefined)) {
      throw new InvalidArgumentError(
        `${name}.location`,
        takesLocation ? 'a Location' : `left out of a ${method}`,
      );
    }
    if (location === undefined) continue;
    const write = JSON.stringify([id, keyOf(location)]);
    if (writes.has(write))
      throw new InvalidArgumentError(`${name}.location`, 'one that no other operation writes');
    writes.add(write);
  }
}
