import { setTimeout } from 'node:timers/promises';
import { memoryOf, resetPeak } from '@location-records/dev-kit/campaigns';
import { type Latency, probeDuring } from '../shared/probe.ts';
import { readList } from '../shared/read-list.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import { idOf } from './big-list.mjs';

/** What reading the list once did to the server. */
export interface ListFigures {
  readonly list: Buffer;
  readonly seconds: number;
  /** Until the first bytes of the list were there. */
  readonly firstMs: number;
  /** RSS just before, and at its peak, in MiB. */
  readonly before: number;
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
  // The kernel counts resident pages per CPU and adds them up now and then, so either may see more.
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
