import { createClient } from '@location-records/client';
import { garbageCollector } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';

it('a list of 1,000,000 records needs at most 64 MiB', async () => {
  const collect = garbageCollector();
  const encoder = new TextEncoder();
  let number = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const entries = Array.from({ length: 1000 }, () => {
        const coordinates = { latitude: number / 1e5, longitude: number / 1e4 };
        return JSON.stringify([`id-${number++}`, { description: `place ${number}`, coordinates }]);
      });
      controller.enqueue(encoder.encode(`${number === 1000 ? '[' : ','}${entries.join()}`));
      if (number < 1_000_000) return;
      controller.enqueue(encoder.encode(']'));
      controller.close();
    },
  });
  const client = createClient({ url: 'http://a.test', fetch: async () => new Response(body) });
  collect();
  const before = process.memoryUsage().heapUsed;
  let [count, peak] = [0, 0];
  for await (const batch of client.list()) {
    count += batch.length;
    if (count % 100_000 >= batch.length) continue;
    collect();
    peak = Math.max(peak, process.memoryUsage().heapUsed - before);
  }
  expect(count).toBe(1_000_000);
  expect(peak).toBeLessThan(2 ** 26);
});
