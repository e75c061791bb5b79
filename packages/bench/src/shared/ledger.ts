import { getRecords, parseList, readList, type State } from './read-records.ts';

/**
 * What was acknowledged, and what was attempted since, for every identifier. Each identifier is written by one client,
 * which waits for every response, so at most one attempt is open at a time. A record must hold what was acknowledged
 * last or what was attempted after that, and nothing else.
 */
export class Ledger {
  readonly #acknowledged = new Map<string, State>();
  readonly #attempted = new Map<string, { readonly state: State }>();

  get ids(): readonly string[] {
    return [...new Set([...this.#acknowledged.keys(), ...this.#attempted.keys()])];
  }

  /** The number of attempts that were not acknowledged. */
  get openAttempts(): number {
    return this.#attempted.size;
  }

  acknowledged(id: string): State {
    return this.#acknowledged.get(id);
  }

  attempt(id: string, state: State): void {
    this.#attempted.set(id, { state });
  }

  acknowledge(id: string, state: State): void {
    this.#acknowledged.set(id, state);
    this.#attempted.delete(id);
  }

  /**
   * Judges what a record was found to hold: `kept` is what was acknowledged last, `landed` what was attempted after it,
   * and anything else is `wrong`. From then on the record has to hold what was found.
   */
  judge(id: string, found: State): 'kept' | 'landed' | 'wrong' {
    const acknowledged = this.#acknowledged.get(id);
    const attempted = this.#attempted.get(id);
    this.acknowledge(id, found);
    if (found === acknowledged) return 'kept';
    return attempted !== undefined && found === attempted.state ? 'landed' : 'wrong';
  }
}

/** What was found after a crash. */
interface Findings {
  /** The number of attempts without an acknowledgement that took effect all the same. */
  readonly landed: number;
  /** Records that hold neither what was acknowledged last nor what was attempted after it. */
  readonly wrong: readonly string[];
  /** Whether the list is well-formed and holds the same as the responses to the GETs. */
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

function cut(text: State): string {
  return text === undefined ? 'nothing' : text.slice(0, 60);
}
