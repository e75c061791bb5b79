import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { RecordedStore } from './recorder.ts';

/** Options of {@link recordHistory}. */
export interface RecordHistoryOptions {
  /**
   * A whole number from which it follows who calls what.
   * @default 0
   */
  readonly seed?: number | undefined;
  /**
   * How many clients call at once. They are dealt out to the stores.
   * @default 16
   */
  readonly clients?: number | undefined;
  /**
   * How many calls each client makes, one after the other.
   * @default 20
   */
  readonly calls?: number | undefined;
  /**
   * The identifiers that they share. Nobody else may write to these meanwhile.
   * @default three that begin with `history` and the seed
   */
  readonly ids?: readonly string[] | undefined;
}

/**
 * Puts the defaults in place.
 *
 * @throws {InvalidArgumentError} when there is no store, and {OptionError}, when a value cannot work, or there is no
 * option of that name.
 */
export function checkRecordOptions(
  stores: readonly RecordedStore[],
  options: RecordHistoryOptions | undefined,
): Required<{ [Name in keyof RecordHistoryOptions]: NonNullable<RecordHistoryOptions[Name]> }> {
  const {
    seed = 0,
    clients = 16,
    calls = 20,
    ids = [1, 2, 3].map((number) => `history-${seed}-${number}`),
  } = checkOptionNames(options, ['seed', 'clients', 'calls', 'ids']);
  if (!Array.isArray(stores) || stores.length === 0)
    throw new InvalidArgumentError('stores', 'a list of stores');
  if (!Number.isSafeInteger(seed)) throw new OptionError('seed', 'a whole number');
  if (!(Number.isSafeInteger(clients) && clients > 0))
    throw new OptionError('clients', 'a whole number from 1');
  if (!(Number.isSafeInteger(calls) && calls > 0)) throw new OptionError('calls', 'a whole number from 1');
  if (!Array.isArray(ids) || ids.length === 0) throw new OptionError('ids', 'a list of identifiers');
  return { seed, clients, calls, ids };
}
