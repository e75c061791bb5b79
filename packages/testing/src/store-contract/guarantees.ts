import { expectEqual } from '../expect-equal.ts';
import type { StoreCase } from './store-case.ts';

/** How a store says what it promises. */
export const guarantees: readonly StoreCase[] = [
  {
    id: 'guarantees-stated',
    clause: 'StoreGuarantees',
    title: 'The store states its guarantees, and nobody can change them.',
    async run(subject) {
      const { guarantees: stated } = await subject.open();
      expectEqual(typeof stated.durable, 'boolean', 'the type of durable');
      expectEqual(typeof stated.shared, 'boolean', 'the type of shared');
      expectEqual(['id-bytes', 'first-put'].includes(stated.listOrder), true, 'listOrder is a known one');
      expectEqual(Object.isFrozen(stated), true, 'the guarantees are frozen');
    },
  },
];
