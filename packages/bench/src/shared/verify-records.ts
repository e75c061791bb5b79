import { getRecords } from './get-records.ts';
import type { Ledger } from './ledger.ts';
import { parseList } from './parse-list.ts';
import { readList } from './read-list.ts';

/** What was found after a crash. */
export interface Findings {
  /** Attempts without a response that took effect all the same. */
  readonly landed: number;
  /** Records that hold neither what was acknowledged last nor what was attempted after it. */
  readonly wrong: readonly string[];
  /** Whether the list is well-formed and tells the same as the GETs. */
  readonly isListRight: boolean;
}

/** Compares every record with the ledger, and the list with the records. */
export async function verifyRecords(port: number, ledger: Ledger): Promise<Findings> {
  const list = parseList(await readList(port));
  const present = new Map<string, string>();
  const wrong: string[] = [];
  let landed = 0;
  await getRecords(port, ledger.ids, 8, (id, found) => {
    if (found !== undefined) present.set(id, found);
    const expected = ledger.acknowledged(id);
    const judgement = ledger.judge(id, found);
    if (judgement === 'landed') landed++;
    if (judgement === 'wrong') wrong.push(`${id} holds ${cut(found)}, acknowledged was ${cut(expected)}`);
  });
  const isListRight =
    list.size === present.size && [...list].every(([id, location]) => present.get(id) === location);
  return { landed, wrong, isListRight };
}

function cut(text: string | undefined): string {
  return text === undefined ? 'nothing' : text.slice(0, 60);
}
