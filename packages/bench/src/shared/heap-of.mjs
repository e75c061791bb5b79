import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How many bytes of the heap `make` takes up with what it returns.
 *
 * @param {() => object} make
 */
export function heapOf(make) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collect();
  const after = process.memoryUsage().heapUsed;
  // Used once more, so that it is not collected before.
  return made ? after - before : 0;
}
