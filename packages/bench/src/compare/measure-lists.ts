import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { expectedList, idOf } from '../shared/big-list.mjs';
import { inTurn } from '../shared/in-turn.ts';
import { peakDuring } from '../shared/peak-during.ts';
import { probeDuring } from '../shared/probe.ts';
import { openGet, readList, readListChunks } from '../shared/read-records.ts';
import type { ServerProcess, ServerSettings } from '../shared/server-process.ts';
import { median } from '../shared/statistics.ts';
import type { ListContestant } from './list-contestants.ts';

/** How lists of one length are measured. */
interface ListSettings {
  readonly records: number;
  readonly rounds: number;
  /** Whether another client gets one record during some lists, and many clients read the list slowly at once. */
  readonly isProbed: boolean;
  readonly server: ServerSettings;
}

/** What was seen of one contestant: a figure of each round, in milliseconds unless it says more. */
export interface ListFigures {
  /** Until the last byte. */
  readonly last: number[];
  /** Until the first byte of the body. */
  readonly first: number[];
  /** CPU time of the server for a list. */
  readonly cpu: number[];
  /** How much its resident memory grew, in MiB: also in the list before the rounds. */
  readonly growth: number[];
  /** The same with {@link slowReaders}, once, where the list is streamed. */
  readonly slowGrowth: number[];
  /** The 99th percentile of another client's GETs, where there is one. */
  readonly gets: number[];
}

/** What was seen of lists of one length. */
export interface MeasuredLists {
  readonly records: number;
  readonly contestants: readonly { readonly name: string; readonly figures: ListFigures }[];
}

/** A running contestant. */
interface Running {
  readonly contestant: ListContestant;
  readonly server: ServerProcess;
  readonly figures: ListFigures;
}

/** About the number of records that the lists of a slice have together, and the most lists that it has. */
const recordsPerSlice = 100_000;
const maxLists = 100;

/** How many clients read the list slowly at once, for how long, and how long each waits between two chunks. */
export const slowReaders = 20;
const slowMs = 4000;
const pauseMs = 50;

/** For how long each server sends lists first. */
const warmUpMs = 1000;

/** Measures lists of one length, in turns of a short slice, so that other work disturbs all contestants alike. */
export async function measureLists(
  contestants: readonly ListContestant[],
  { records, rounds, isProbed, server: settings }: ListSettings,
  verdict: Verdict,
): Promise<MeasuredLists> {
  const running: Running[] = [];
  for (const contestant of contestants) {
    const figures = { last: [], first: [], cpu: [], growth: [], slowGrowth: [], gets: [] };
    running.push({ contestant, server: await contestant.start(settings), figures });
  }
  const { length } = expectedList(records);
  for (const one of running) {
    const list = await readOnce(one);
    const isWhole = JSON.parse(list.toString()).length === records;
    const isAsLong = !one.contestant.isSpecified || list.length === length;
    verdict.check(`${one.contestant.name}: the list has ${records} records`, isWhole && isAsLong);
  }
  for (const { contestant, server } of running) await warmUp(server.port, `${contestant.mountPath}/`);
  for (let round = 0; round < rounds; round++) {
    for (const [, one] of inTurn(running, round)) {
      const lengths = await measureSlice(one, records);
      const isAsLong = !one.contestant.isSpecified || lengths.every((seen) => seen === length);
      verdict.check(`${one.contestant.name}: each list has its length`, isAsLong);
      if (isProbed && one.contestant.isSpecified) await probe(one);
    }
  }
  for (const one of running) if (isProbed && one.contestant.isStreamed) await readSlowly(one);
  for (const { contestant, server } of running) {
    verdict.check(`${contestant.name} stopped`, (await server.stop()) === 0);
  }
  return { records, contestants: running.map(({ contestant: { name }, figures }) => ({ name, figures })) };
}

/** Reads the first list, which does not count but for the memory that it takes up. */
async function readOnce({ contestant, server, figures }: Running): Promise<Buffer> {
  const path = `${contestant.mountPath}/`;
  const { result, before, peak } = await peakDuring(server.pid, () => readList(server.port, { path }));
  figures.growth.push(peak - before);
  return result;
}

/** Reads lists that do not count: until its code is compiled, a server takes longer. */
async function warmUp(port: number, path: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const end = performance.now() + warmUpMs;
  do await timeList(port, path, agent);
  while (performance.now() < end);
  agent.destroy();
}

/** Reads the list, a short one several times. Resolves to the length of each. */
async function measureSlice({ contestant, server, figures }: Running, records: number): Promise<number[]> {
  const path = `${contestant.mountPath}/`;
  const count = Math.ceil(Math.min(recordsPerSlice / records, maxLists));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // Accepting the connection is not part of the slice.
  (await openGet(server.port, `${path}${idOf(0)}`, agent)).resume();
  const earlier = await server.usage();
  const { result, before, peak } = await peakDuring(server.pid, async () => {
    const lists = [];
    for (let index = 0; index < count; index++) lists.push(await timeList(server.port, path, agent));
    return lists;
  });
  const { user, system } = await server.usage();
  agent.destroy();
  figures.last.push(median(result.map(({ last }) => last)));
  figures.first.push(median(result.map(({ first }) => first)));
  figures.cpu.push((user + system - earlier.user - earlier.system) / 1000 / count);
  figures.growth.push(peak - before);
  return result.map(({ length }) => length);
}

async function timeList(port: number, path: string, agent: Agent) {
  const begin = performance.now();
  let first = Number.NaN;
  const onFirst = () => {
    first = performance.now() - begin;
  };
  const chunks = await readListChunks(port, { path, agent, onFirst });
  const last = performance.now() - begin;
  return { first, last, length: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}

/** Reads the list once more, while another client gets one record again and again. */
async function probe({ server: { port }, figures }: Running): Promise<void> {
  const { latency } = await probeDuring(port, idOf(0), () => readListChunks(port));
  figures.gets.push(latency.p99);
}

/** Has many clients read the list slowly at once. They leave before its end. */
async function readSlowly({ contestant, server, figures }: Running): Promise<void> {
  const path = `${contestant.mountPath}/`;
  const { before, peak } = await peakDuring(server.pid, () =>
    Promise.all(Array.from({ length: slowReaders }, () => readForAWhile(server.port, path))),
  );
  figures.slowGrowth.push(peak - before);
}

async function readForAWhile(port: number, path: string): Promise<void> {
  const response = await openGet(port, path);
  const end = performance.now() + slowMs;
  while (performance.now() < end) {
    response.read();
    await setTimeout(pauseMs);
  }
  response.destroy();
}
