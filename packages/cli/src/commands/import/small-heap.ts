import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 keep the memory of this process small from now on: a third less than by default. The records of an import live
 * for milliseconds, so that a larger heap gains nothing. V8 looks at these flags whenever it collects garbage, and
 * ignores those that it does not know.
 */
export function keepHeapSmall(): void {
  // The young generation keeps its first size, instead of growing to 32 MiB.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Garbage that has outlived the young generation is collected earlier.
  setFlagsFromString('--optimize-for-size');
}
