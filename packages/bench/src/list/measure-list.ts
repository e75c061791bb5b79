import { idOf } from '../shared/big-list.mjs';
import { peakDuring } from '../shared/peak-during.ts';
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

/** Reads the list while another client gets single records; stalls for `stallMs` after the first bytes. */
export async function measureList({ pid, port }: ServerProcess, stallMs: number): Promise<ListFigures> {
  const read = async () => {
    const begin = performance.now();
    let firstMs = Number.NaN;
    const onFirst = () => {
      firstMs = performance.now() - begin;
    };
    const list = await readList(port, { stallMs, onFirst });
    return { list, seconds: (performance.now() - begin) / 1000, firstMs };
  };
  const { result, before, peak } = await peakDuring(pid, () => probeDuring(port, idOf(0), read));
  return { ...result.result, latency: result.latency, before, peak };
}
