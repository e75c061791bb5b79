import type { Contestant } from './contestants.ts';
import type { Cost } from './cost.ts';
import { measureSlice } from './slice.ts';

/** What all contestants are asked to do. */
export interface Task {
  readonly request: Uint8Array;
  readonly expectedBody: string;
  /**
   * The number in a slice, which should take longer than a disturbance.
   * @default 2000
   */
  readonly requestsPerSlice?: number;
}

const warmUpSlices = 5;

/**
 * Has the contestants do the task in short slices by turns, so that what else the machine does meets them
 * alike, and adds what each slice cost to the costs of its contestant.
 */
export async function takeTurns(
  contestants: readonly Contestant[],
  { request, expectedBody, requestsPerSlice = 2000 }: Task,
  rounds: number,
  costs: readonly Cost[][],
): Promise<void> {
  for (let round = 0; round < warmUpSlices + rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      // Everyone comes first equally often.
      const index = (turn + round) % contestants.length;
      const cost = await measureSlice(
        contestants[index] as Contestant,
        request,
        expectedBody,
        requestsPerSlice,
      );
      if (round >= warmUpSlices) costs[index]?.push(cost);
    }
  }
}
