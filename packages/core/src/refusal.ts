import { because, type Clause, type Explanation } from './explanation.ts';

/** Why a body is refused. It is thrown where that is found, and is no `Error`: nothing has failed. */
export class Refusal {
  readonly explanation: Explanation;

  constructor(clause: Clause, reason: string) {
    this.explanation = because(clause, reason);
  }
}
