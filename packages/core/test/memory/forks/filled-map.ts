import { ForkableMap } from '../../../src/memory/forkable-map.ts';

/** The value of each key: its number. */
export interface Value {
  readonly number: number;
}

/** A map of `key 0`, `key 1` and so on. */
export function filledMap(count: number): ForkableMap<Value> {
  const map = new ForkableMap<Value>();
  for (let number = 0; number < count; number++) map.set(`key ${number}`, { number });
  return map;
}
