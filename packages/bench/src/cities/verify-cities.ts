import { getRecords } from '../shared/get-records.ts';
import type { State } from '../shared/ledger.ts';
import { parseList } from '../shared/parse-list.ts';
import { readList } from '../shared/read-list.ts';

/** Gets every record, and gives the identifiers of those that hold something else than expected. */
export async function wrongRecords(
  port: number,
  expected: ReadonlyMap<string, State>,
  connectionCount: number,
): Promise<string[]> {
  const wrong: string[] = [];
  await getRecords(port, [...expected.keys()], connectionCount, (id, found) => {
    if (found !== expected.get(id)) wrong.push(id);
  });
  return wrong;
}

/** Whether the list holds exactly the records that are expected to be present. */
export async function isListRight(port: number, expected: ReadonlyMap<string, State>): Promise<boolean> {
  const list = parseList(await readList(port));
  const present = [...expected].filter(([, state]) => state !== undefined);
  return list.size === present.length && present.every(([id, state]) => list.get(id) === state);
}
