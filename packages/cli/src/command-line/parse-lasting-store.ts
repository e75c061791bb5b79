import { InvalidArgumentError } from 'commander';
import type { StoreTarget } from '../store-urls/store-urls.ts';
import { parseStore } from './option-values.ts';

/**
 * A store URL of records that outlive the command.
 *
 * @throws {StartError} when it begins at a working directory that there is not.
 */
export function parseLastingStore(text: string): StoreTarget {
  const store = parseStore(text);
  if (store.scheme !== 'memory') return store;
  throw new InvalidArgumentError('Records in memory end with this command; name a store that keeps them.');
}
