import { expectEqual } from '../../expect-equal.ts';
import type { StoreCase } from '../store-case.ts';

/** How a store says what it promises. */
export const guarantees: readonly StoreCase[] = [
  {
    id: 'guarantees-stated',
    clause: 'StoreGuarantees',
    title: 'The store states its guarantees, and nobody can change them.',
    async run(subject) {
      const { guarantees: stated } = await subject.open();
      expectEqual('the type of durable', typeof stated.durable, 'boolean');
      expectEqual('the type of shared', typeof stated.shared, 'boolean');
      expectEqual('the type of snapshot', typeof stated.snapshot, 'boolean');
      const isKnown = ['id-bytes', 'first-put', 'none'].includes(stated.listOrder);
      expectEqual('listOrder is a known one', isKnown, true);
      expectEqual('the guarantees are frozen', Object.isFrozen(stated), true);
    },
  },
];
