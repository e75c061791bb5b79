import type { Location } from '@location-records/core';
import type { Operation } from './operation.ts';

/**
 * What takes effect without anything else in between: a write with every `get` that found what it wrote, or a single
 * operation that found nothing. It has to come behind each block that ends before it begins.
 */
export interface Block {
  /** `create` leaves the record present, `renew` has to find it so; `remove` leaves it absent, `miss` has to find it so. */
  readonly kind: 'create' | 'renew' | 'remove' | 'miss';
  /** When the last of its operations was called. */
  readonly begin: number;
  /** When the first of its operations was answered; never, and it may be left out, when none was. */
  readonly end: number;
}

/**
 * Puts the operations on one identifier into blocks. That is possible since no two writes have the same content: between
 * a write and the last `get` of it nothing else can have changed the record.
 *
 * @returns `undefined` where an answer cannot be right in any order: a `get` gave what no client had written by then, or a
 * `replace` neither `true` nor `false`.
 */
export function toBlocks(operations: readonly Operation[]): readonly Block[] | undefined {
  if (operations.some(isNoAnswer)) return undefined;
  const misses = operations.filter(isMiss).map((operation) => blockOf('miss', [operation]));
  const removals = operations
    .filter(({ method }) => method === 'delete')
    .map((operation) => blockOf('remove', [operation]));

  const writes = new Map<string, Operation[]>();
  for (const operation of operations)
    if (isWrite(operation)) writes.set(keyOf(operation.location), [operation]);
  for (const operation of operations.filter(isFind)) {
    const write = writes.get(keyOf(operation.answer?.result));
    if (!write?.[0] || (operation.answer?.at ?? 0) < write[0].called) return undefined;
    write.push(operation);
  }
  const changes = [...writes.values()].map((write) =>
    blockOf(write[0]?.method === 'put' ? 'create' : 'renew', write),
  );
  // A client that did not see whether a record was renewed cannot tell the difference.
  const seen = changes.filter(({ kind, end }) => kind === 'create' || end < Infinity);
  return [...misses, ...removals, ...seen];
}

/** Text that two results have in common only if they are the same Location. */
export function keyOf(result: unknown): string {
  const { description, coordinates } = (result ?? {}) as Partial<Location>;
  return JSON.stringify([description ?? null, coordinates?.latitude, coordinates?.longitude]);
}

function isNoAnswer({ method, answer }: Operation): boolean {
  return method === 'replace' && answer !== undefined && typeof answer.result !== 'boolean';
}

function isMiss({ method, answer }: Operation): boolean {
  if (!answer) return false;
  return method === 'get' ? answer.result === undefined : method === 'replace' && answer.result === false;
}

function isFind({ method, answer }: Operation): boolean {
  return method === 'get' && answer?.result !== undefined;
}

function isWrite(operation: Operation): boolean {
  return operation.location !== undefined && !isMiss(operation);
}

function blockOf(kind: Block['kind'], operations: readonly Operation[]): Block {
  return {
    kind,
    begin: Math.max(...operations.map(({ called }) => called)),
    end: Math.min(...operations.map(({ answer }) => answer?.at ?? Infinity)),
  };
}
