// Weighs the first records of the big list on the heap: `weigh-memory.mjs <records>`. Prints as JSON the bytes of each in a
// memory store, and in a plain Map.
import { createMemoryStore } from '@location-records/core';
import { recordAt } from '../../shared/big-list.mjs';
import { heapOf } from '../../shared/heap-of.mjs';

const records = Number(process.argv[2]);
const mapBytes = heapOf(() => new Map(firstRecords())) / records;
const bytes = heapOf(() => createMemoryStore(firstRecords())) / records;
process.stdout.write(JSON.stringify({ bytes, mapBytes }));

function* firstRecords() {
  for (let index = 0; index < records; index++) yield recordAt(index);
}
