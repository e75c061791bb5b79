import { type CaseStores, runStoreCase, type StoreCase } from '@location-records/conformance';
import { createMemoryStore } from '@location-records/core';
import { storeOver } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';

const { guarantees } = createMemoryStore();

/** Runs a case on a store that cannot be closed, and counts the ends of its records. */
async function runOn(run: (stores: CaseStores) => Promise<void>) {
  const storeCase: StoreCase = { id: 'opens', clause: 'open', title: 'A store opens', run };
  let ends = 0;
  const start = async () => ({
    open: async () => storeOver(createMemoryStore(), { close: () => Promise.reject(new Error('No close.')) }),
    close: async () => {
      ends++;
    },
  });
  const error = await runStoreCase(storeCase, start, guarantees).catch((thrown: Error) => thrown);
  return { message: error?.message, ends };
}

describe('a store that cannot be closed', () => {
  it('fails a case that passes, and its records are removed', async () => {
    const found = await runOn(async ({ open }) => void (await open()));
    expect(found).toEqual({ message: 'No close.', ends: 1 });
  });

  it('does not keep the others from being closed before the records are removed', async () => {
    const events: string[] = [];
    let opened = 0;
    const close = async () => {
      await Promise.resolve();
      events.push('closed');
    };
    const start = async () => ({
      open: async () =>
        storeOver(createMemoryStore(), {
          close: opened++ === 0 ? () => Promise.reject(new Error('No close.')) : close,
        }),
      close: async () => void events.push('removed'),
    });
    const run = async ({ open }: CaseStores) => {
      await open();
      await open();
    };
    const storeCase: StoreCase = { id: 'opens', clause: 'open', title: 'A store opens', run };
    await expect(runStoreCase(storeCase, start, guarantees)).rejects.toThrow('No close.');
    expect(events).toEqual(['closed', 'removed']);
  });

  it('does not hide what a case has found', async () => {
    const found = await runOn(async ({ open }) => {
      await open();
      throw new Error('The rule is broken.');
    });
    expect(found).toEqual({ message: 'The rule is broken.', ends: 1 });
  });
});
