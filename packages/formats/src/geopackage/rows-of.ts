import type { BoundValue, StatementSync } from '@location-records/stores/sqlite';

/** The statements whose rows are being read. */
const inUse = new Set<StatementSync>();

/**
 * The rows of a statement. It is kept until they are read: the iterator of `@photostructure/sqlite` 1.2 does not keep
 * it, and crashes when it was collected as garbage.
 */
export function* rowsOf<Row>(statement: StatementSync, ...values: BoundValue[]): Generator<Row, undefined> {
  inUse.add(statement);
  try {
    yield* statement.iterate(...values) as Iterable<Row>;
  } finally {
    inUse.delete(statement);
  }
}
