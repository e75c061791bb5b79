import { type BlamedWrite, blamedWrite } from './blamed-write.ts';
import type { Met } from './group.ts';
import { isOf, knownKinds } from './kinds.ts';

const { afterWrite, contents, otherList } = knownKinds;

/** A service that changes values, too, may have an earlier one by chance; a case may write in a way not known here. */
const nearlyAll = 0.9;

/**
 * Makes one kind of wrong records after the same write, since a write that is not carried out shows in every member:
 *
 * - After PUT or DELETE, records of a kind that nearly always come after it.
 * - After POST, with which cases begin, only records that are as they were before.
 * - A list may be wrong by itself, and joins only such records.
 */
export function byBlamedWrite(
  groups: ReadonlyMap<string, readonly Met[]>,
): ReadonlyMap<string, readonly Met[]> {
  const joined = new Map<string, readonly Met[]>();
  const add = (kind: string, met: readonly Met[]) => {
    const others = joined.get(kind) ?? [];
    const isNew = ({ httpCase }: Met) => !others.some((one) => one.httpCase === httpCase);
    joined.set(kind, [...others, ...met.filter(isNew)]);
  };
  for (const [kind, met] of groups) {
    if (kind !== otherList) add((isOf(kind, contents) && kindAfterWrite(met)) || kind, met);
  }
  const lists = groups.get(otherList);
  const ofLists = lists && kindAfterWrite(lists);
  if (lists) add(ofLists !== undefined && joined.has(ofLists) ? ofLists : otherList, lists);
  return joined;
}

function isUsual(met: readonly Met[], test: (one: BlamedWrite) => boolean): boolean {
  const blamed = met.flatMap(({ violation }) => blamedWrite(violation) ?? []);
  return met.length > 0 && blamed.filter(test).length >= nearlyAll * met.length;
}

/** The kind by the write, where a case of the states of a record is among those that met it. */
function kindAfterWrite(met: readonly Met[]): string | undefined {
  if (!met.some(({ httpCase }) => httpCase.clause === 'SPEC 3')) return undefined;
  if (!isUsual(met, ({ isResponse }) => !isResponse)) return undefined;
  const method = ['PUT', 'DELETE'].find((one) => isUsual(met, (write) => write.method === one));
  if (method !== undefined) return `${afterWrite} ${method}`;
  return isUsual(met, ({ isUndone }) => isUndone) ? `${afterWrite} POST` : undefined;
}
