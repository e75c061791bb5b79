import { createMemoryStore } from '@location-records/core';

/**
 * A memory store with the record that the command line of a server tells: its identifier, and its JSON text.
 *
 * @param {readonly string[]} argv
 */
export async function storeOf([, , id = '', text = '']) {
  const store = createMemoryStore();
  await store.put(id, JSON.parse(text));
  return store;
}
