/** What a record may hold: its JSON text, or `undefined` where it is absent. */
export type State = string | undefined;

/**
 * What was acknowledged, and what was attempted since, for every identifier. Each identifier is written by one
 * client that waits for every response, so at most one attempt is open at a time, and the rule is exact: a record
 * holds what was acknowledged last, or what was attempted after that.
 */
export class Ledger {
  readonly #acknowledged = new Map<string, State>();
  readonly #attempted = new Map<string, { readonly state: State }>();

  get ids(): readonly string[] {
    return [...new Set([...this.#acknowledged.keys(), ...this.#attempted.keys()])];
  }

  /** How many attempts got no response. */
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
   * Judges what a record was found to hold, which is what it has to hold from then on: `kept` is what was
   * acknowledged last, `landed` what was attempted after it, and anything else is `wrong`.
   */
  judge(id: string, found: State): 'kept' | 'landed' | 'wrong' {
    const acknowledged = this.#acknowledged.get(id);
    const attempted = this.#attempted.get(id);
    this.acknowledge(id, found);
    if (found === acknowledged) return 'kept';
    return attempted !== undefined && found === attempted.state ? 'landed' : 'wrong';
  }
}
