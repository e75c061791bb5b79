import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Makes a function that collects all garbage at once. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
