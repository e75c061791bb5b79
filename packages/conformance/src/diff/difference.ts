import type { CaseRequest } from '../http/service.ts';
import type { ComparedPart, ResponsePair } from './compared-response.ts';
import type { UnreachableError } from './unreachable-error.ts';

/** A sequence of calls to which two services respond differently. */
export interface Difference {
  /**
   * The shortest sequence found that shows the difference, which is in the responses to the last request. To repeat it,
   * the services must not have records whose identifiers begin with `diff-identifier`.
   */
  readonly requests: readonly CaseRequest[];
  /** The responses to the last request, as they came last. */
  readonly responses: ResponsePair;
  /** The parts in which these differ in this way. */
  readonly parts: readonly ComparedPart[];
  /** The number of calls of the search that showed a difference of this kind. */
  readonly times: number;
  /**
   * How the difference showed again when the sequence was sent once more. `separately`: each request on a connection of
   * its own. `on-one-connection`: only with all requests on one new connection. `never`: it was seen in the search, and
   * not again. `untried`: the run ended before.
   */
  readonly repeated: 'separately' | 'on-one-connection' | 'never' | 'untried';
  /** Whether all shorter sequences were tried. Otherwise `maxShrinkTime` was used up, or the run ended before. */
  readonly isShortest: boolean;
  /** Whether the sequence shows another difference before this one, which may be its cause. */
  readonly isAfterOthers: boolean;
}

/** What a search for differences found. */
export interface DiffResult {
  /** The seed that leads to the same calls. */
  readonly seed: number;
  /** The number of calls made to each service, without those of shrinking and repeating. */
  readonly calls: number;
  /** One difference of each kind, the most important first. It is empty when none was found. */
  readonly differences: readonly Difference[];
  /** The number of further kinds of differences: only `maxDifferences` are shortened. */
  readonly omitted: number;
  /** An example of bodies with equal values and other bytes, unless the option `notation` is `'same'`. */
  readonly notation: Difference | undefined;
  /**
   * Why the search ended: all `calls` were made, `endAtFirst` was set, `maxTime` was used up, the signal was
   * aborted, or a service no longer responded. `time` also means that missing responses took 30 seconds in all.
   */
  readonly endedBy: 'calls' | 'difference' | 'time' | 'signal' | 'unreachable';
  /** The error when a service no longer responded after a difference was found. */
  readonly unreachable: UnreachableError | undefined;
}
