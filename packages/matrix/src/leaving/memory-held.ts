import { setTimeout } from 'node:timers/promises';
import { memoryOf } from '@location-records/dev-kit/campaigns';

/** The memory of a process, in MiB. */
export interface Memory {
  /** All that is resident. */
  readonly resident: number;
  /** What lives on the heap, and the buffers that hang on it; 0 where the runtime does not tell. */
  readonly heap: number;
}

const mebi = 1024 * 1024;
/** After freeing less than this, in MiB, garbage is not collected again. */
const little = 1;
/** Runtimes free buffers, and give memory back, some time after they have collected what held them. */
const interval = 100;

/**
 * The memory of what a process holds, when nothing more is freed by collecting its garbage. `collectGarbage` does so,
 * and resolves to the bytes that are left.
 */
export async function memoryHeld(pid: number, collectGarbage: () => Promise<number>): Promise<Memory> {
  const collect = async (): Promise<Memory> => {
    const heap = (await collectGarbage()) / mebi;
    return { resident: await memoryOf(pid, 'VmRSS'), heap };
  };
  let before = await collect();
  for (;;) {
    await setTimeout(interval);
    const now = await collect();
    if (before.resident - now.resident < little && before.heap - now.heap < little) return now;
    before = now;
  }
}
