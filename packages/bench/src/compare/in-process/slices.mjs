import process from 'node:process';

/** The number of slices that count. As many before them are for warming up. */
const slices = 5;

/**
 * The CPU time of this process for one call, in microseconds: a figure of each slice.
 *
 * @param {number} calls in a slice
 * @param {(from: number, to: number) => void | Promise<void>} run makes the calls of these numbers
 */
export async function costsOf(calls, run) {
  const costs = [];
  for (let slice = 0; slice < 2 * slices; slice++) {
    const before = process.cpuUsage();
    await run(slice * calls, (slice + 1) * calls);
    const { user, system } = process.cpuUsage(before);
    if (slice >= slices) costs.push((user + system) / calls);
  }
  return costs;
}
