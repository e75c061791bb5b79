/** What the clients do again and again. */
export type Task = 'GET' | 'PUT';

/** How much was done. */
export interface Work {
  readonly operations: number;
  readonly seconds: number;
  /** CPU time of the process that drives the engine, in seconds. */
  readonly cpu: number;
}

/** The number of concurrent clients, each of which waits for every response. */
export const concurrency = 64;

/** The records that the clients read and write in turns. */
const ids = Array.from({ length: 1000 }, (_, index) => `record-${index}`);
/** The contents of each record by turns. A write of the content that is there would write nothing. */
export const locations = [48.8584, 48.8585].map((latitude) => ({
  description: 'Eiffel Tower',
  coordinates: { latitude, longitude: 2.2945 },
}));

/**
 * Has all clients act for `durationMs`, and at least once on each record. `turn` chooses the content of a write. Resolves to
 * how often they did.
 */
export async function workFor(
  durationMs: number,
  act: (id: string, client: number, turn: number) => Promise<unknown>,
): Promise<Omit<Work, 'cpu'>> {
  const begin = performance.now();
  let begun = 0;
  let operations = 0;
  const client = async (number: number) => {
    while (begun < ids.length || performance.now() - begin < durationMs) {
      const turn = Math.floor(begun / ids.length) % locations.length;
      await act(ids[begun++ % ids.length] as string, number, turn);
      operations++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, number) => client(number)));
  return { operations, seconds: (performance.now() - begin) / 1000 };
}
