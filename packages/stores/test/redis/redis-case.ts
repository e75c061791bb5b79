import type { LocationStore } from '@location-records/core';
import type { RedisStoreOptions } from '@location-records/stores/redis';

/** One thing that the Redis store must do, beyond the store contract. */
export interface RedisCase {
  readonly id: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** Rejects when a store that is opened by `open` breaks the rule. */
  run(open: (options: RedisStoreOptions) => Promise<LocationStore>): Promise<void>;
}
