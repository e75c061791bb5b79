import type { CaseRequest } from '../http/service.ts';
import type { ComparedAnswer, ComparedPart, MissingAnswer } from './compared-answer.ts';

/** A sequence of calls that two services do not answer in the same way. */
export interface Difference {
  /** The seed that leads to it. */
  readonly seed: number;
  /** How many calls each service had been sent when it showed, those of shrinking not counted. */
  readonly calls: number;
  /**
   * The shortest sequence that was found to show it, for services that hold no record whose identifier begins with
   * `diff-identifier`. Only the answers to the last request differ.
   */
  readonly requests: readonly CaseRequest[];
  /** What came to the last request. */
  readonly answers: readonly [a: ComparedAnswer | MissingAnswer, b: ComparedAnswer | MissingAnswer];
  /** In what these differ. */
  readonly parts: readonly ComparedPart[];
}
