import type { Location } from '@location-records/core';
import type { Operation } from './operation.ts';

/**
 * Operations that take effect together: a write with every `get` that found what it wrote, or a single operation that
 * found nothing. A block comes after each block that ends before it begins.
 */
export interface Block {
  /**
   * `create` makes the record present, and `renew` has to find it present. `remove` makes it absent, and `miss` has to
   * find it absent.
   */
  readonly kind: 'create' | 'renew' | 'remove' | 'miss';
  /** When the last of its operations was called. */
  readonly begin: number;
  /** When the first of its operations resolved. `Infinity` when none did: the block may then be left out. */
  readonly end: number;
}

/**
 * Groups the operations on one identifier into blocks. No two writes have the same content, so between a write and the
 * last `get` of it no other write can have changed the record.
 *
 * @returns `undefined` when an outcome is wrong in any order: a `get` returned a Location that no client had written by
 * then, or a `replace` neither `true` nor `false`.
 */
export function toBlocks(operations: readonly Operation[]): readonly Block[] | undefined {
  if (operations.some(isNotBoolean)) return undefined;
  const misses = operations.filter(isMiss).map((operation) => blockOf('miss', [operation]));
  const removals = operations
    .filter(({ method }) => method === 'delete')
    .map((operation) => blockOf('remove', [operation]));

  const writes = new Map<string, Operation[]>();
  for (const operation of operations)
    if (isWrite(operation)) writes.set(keyOf(operation.location), [operation]);
  for (const operation of operations.filter(isFind)) {
    const write = writes.get(keyOf(operation.outcome?.result));
    if (!write?.[0] || (operation.outcome?.at ?? 0) < write[0].called) return undefined;
    write.push(operation);
  }
  const changes = [...writes.values()].map((write) =>
    blockOf(write[0]?.method === 'put' ? 'create' : 'renew', write),
  );
  // A client that did not see whether a record was renewed cannot tell the difference.
  const seen = changes.filter(({ kind, end }) => kind === 'create' || end < Infinity);
  return [...misses, ...removals, ...seen];
}

/** A text that is equal for equal Locations only. */
export function keyOf(result: unknown): string {
  const { description, coordinates } = (result ?? {}) as Partial<Location>;
  return JSON.stringify([description ?? null, coordinates?.latitude, coordinates?.longitude]);
}

function isNotBoolean({ method, outcome }: Operation): boolean {
  return method === 'replace' && outcome !== undefined && typeof outcome.result !== 'boolean';
}

function isMiss({ method, outcome }: Operation): boolean {
  if (!outcome) return false;
  return method === 'get' ? outcome.result === undefined : method === 'replace' && outcome.result === false;
}

function isFind({ method, outcome }: Operation): boolean {
  return method === 'get' && outcome?.result !== undefined;
}

function isWrite(operation: Operation): boolean {
  return operation.location !== undefined && !isMiss(operation);
}

function blockOf(kind: Block['kind'], operations: readonly Operation[]): Block {
  return {
    kind,
    begin: Math.max(...operations.map(({ called }) => called)),
    end: Math.min(...operations.map(({ outcome }) => outcome?.at ?? Infinity)),
  };
}
