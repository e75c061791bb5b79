import { setTimeout } from 'node:timers/promises';
import { memoryOf, resetPeak } from '@location-records/dev-kit/campaigns';
import { idOf } from '../shared/big-list.mjs';
import { type Latency, probeDuring } from '../shared/probe.ts';
import { readList } from '../shared/read-records.ts';
import type { ServerProcess } from '../shared/server-process.ts';

/** What one reading of the list cost the server and its clients. */
interface ListFigures {
  readonly list: Buffer;
  readonly seconds: number;
  /** Until the first bytes of the list were there. */
  readonly firstMs: number;
  /** RSS just before, in MiB. */
  readonly before: number;
  /** RSS at its peak, in MiB. */
  readonly peak: number;
  readonly latency: Latency;
}

const sampleMs = 20;

/** Reads the list while another client gets single records; stalls for `stallMs` after the first bytes. */
export async function measureList(server: ServerProcess, stallMs: number): Promise<ListFigures> {
  const before = await memoryOf(server.pid, 'VmRSS');
  await resetPeak(server.pid);
  const sampled = samplePeak(server.pid);
  const { result, latency } = await probeDuring(server.port, idOf(0), async () => {
    const begin = performance.now();
    let firstMs = Number.NaN;
    const list = await readList(server.port, stallMs, () => {
      firstMs = performance.now() - begin;
    });
    return { list, seconds: (performance.now() - begin) / 1000, firstMs };
  });
  // The kernel counts resident pages per CPU and adds them up now and then, so either figure may be the larger one.
  const peak = Math.max(await memoryOf(server.pid, 'VmHWM'), await sampled.stop());
  return { ...result, before, peak, latency };
}

function samplePeak(pid: number) {
  let isOver = false;
  const sampling = (async () => {
    let peak = 0;
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(pid, 'VmRSS'));
      await setTimeout(sampleMs);
    }
    return peak;
  })();
  return {
    stop() {
      isOver = true;
      return sampling;
    },
  };
}
