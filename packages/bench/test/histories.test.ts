import { itUnless } from '@location-records/dev-kit';
import { describe, expect } from 'vitest';
import { historyStores } from '../src/histories/history-stores.ts';
import { recordHistories } from '../src/histories/record-histories.ts';

describe('the histories are linearizable', { timeout: 180_000 }, () => {
  for (const store of historyStores) {
    itUnless(store.isThere() ? undefined : `${store.name} cannot be started here`)(
      `on ${store.name}`,
      async () => {
        const { operations, failed, violations } = await recordHistories(store, 1, 50);
        expect(violations.map(({ seed, explanation }) => `seed ${seed}: ${explanation}`)).toEqual([]);
        expect(failed).toBe(0);
        expect(operations).toBeGreaterThan(10_000);
      },
    );
  }
});
