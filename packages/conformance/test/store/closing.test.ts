import { createMemoryStore, type LocationStore } from '@location-records/core';
import { storeOver } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { runStoreCase, type StoreCase } from '../../src/store/store-case.ts';

const { guarantees } = createMemoryStore();

function caseOf(run: StoreCase['run']): StoreCase {
  return { id: 'opens', clause: 'open', title: 'A store opens', run };
}

function storeClosedBy(close: () => Promise<void>): LocationStore {
  return storeOver(createMemoryStore(), { close });
}

const failToClose = () => Promise.reject(new Error('No close.'));

/** Runs a case on stores that are closed in these ways. */
async function runOn(run: StoreCase['run'], ...closes: readonly (() => Promise<void>)[]) {
  const events: string[] = [];
  let opened = 0;
  const start = async () => ({
    open: async () =>
      storeClosedBy(async () => {
        await closes[opened++]?.();
        events.push('closed');
      }),
    close: async () => void events.push('removed'),
  });
  const error = await runStoreCase(caseOf(run), start, guarantees).catch((thrown: Error) => thrown);
  return { message: error?.message, events };
}

describe('a store that cannot be closed', () => {
  it('fails a case that passes, and its records are removed', async () => {
    const found = await runOn(async (open) => void (await open()), failToClose);
    expect(found).toEqual({ message: 'No close.', events: ['removed'] });
  });

  it('does not keep the others from being closed before the records are removed', async () => {
    const found = await runOn(
      async (open) => {
        await open();
        await open();
      },
      failToClose,
      async () => {},
    );
    expect(found).toEqual({ message: 'No close.', events: ['closed', 'removed'] });
  });

  it('does not hide the error of a case', async () => {
    const found = await runOn(async (open) => {
      await open();
      throw new Error('The rule is broken.');
    }, failToClose);
    expect(found).toEqual({ message: 'The rule is broken.', events: ['removed'] });
  });
});
