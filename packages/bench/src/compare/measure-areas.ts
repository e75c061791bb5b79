import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { LocationRecord } from '@location-records/core';
import { memoryOf, type Verdict } from '@location-records/dev-kit/campaigns';
import { inTurn } from '../shared/in-turn.ts';
import { seededRandom } from '../shared/random.ts';
import { readList } from '../shared/read-records.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import { median, quantile } from '../shared/statistics.ts';
import {
  type AreaQuery,
  type AreaWork,
  areaWorks,
  boxAround,
  faultOf,
  franceWork,
  recordsIn,
} from './area-queries.ts';
import type { AreaServer } from './area-servers.ts';
import { type Measured, uncountedRounds } from './measure-works.ts';
import type { Settings } from './settings.ts';

/** What was seen of one server at one work: a figure of each round in milliseconds, or none where it takes no part. */
export interface AreaFigures {
  /** CPU time of the server for a request. */
  readonly cpu: number[];
  readonly p50: number[];
  /** None where a round has fewer than {@link leastForP99} requests. */
  readonly p99: number[];
}

/** What was seen of the servers at one work. */
export interface AreaCell {
  readonly title: string;
  readonly servers: readonly { readonly name: string; readonly figures: AreaFigures }[];
}

/** What was seen of servers with the same records. */
export interface MeasuredAreas extends Pick<Measured, 'peaks'> {
  readonly cells: readonly AreaCell[];
}

/** A request. */
interface AreaRequest {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** A work with the requests to a server, which come over and over; none where it takes no part. */
interface RequestedWork {
  readonly title: string;
  readonly requestsTo: (server: AreaServer) => readonly AreaRequest[];
}

/** A running server. */
interface RunningServer {
  readonly server: AreaServer;
  readonly process: ServerProcess;
}

/** A running server with the requests of one work. */
interface AskedServer {
  readonly process: ServerProcess;
  readonly requests: readonly AreaRequest[];
  sent: number;
}

/** What was seen in a turn, in milliseconds. */
interface AreaTurn {
  readonly cpu: number;
  readonly latencies: readonly number[];
}

/** Few enough for the slowest server to be asked for each place in a round. */
const placeCount = 20;
/** Places nearer to a pole or to the antimeridian are left out: the servers by hand do not know that a circle may reach it. */
const farthest = { latitude: 80, longitude: 170 };
/** How long a client warms a server up at each work. */
const warmUpMs = 2000;
/** A round has no 99th percentile with fewer requests. */
const leastForP99 = 100;
/** How far PUT moves a record, in degrees. */
const step = 0.001;

/** Measures servers at each work, in turns. A client sends one request after the other. */
export async function measureAreas(
  servers: readonly AreaServer[],
  records: readonly LocationRecord[],
  settings: Settings,
  verdict: Verdict,
): Promise<MeasuredAreas> {
  const places = somePlaces(records);
  const works = [...areaWorks, franceWork].map((work) => requestedWork(work, places, records));
  const requested = [...works, movingWork(places)];
  const cells = requested.map(({ title }) => ({
    title,
    servers: servers.map(({ name }) => ({ name, figures: { cpu: [], p50: [], p99: [] } as AreaFigures })),
  }));
  const peaks = servers.map(({ name }) => ({ name, mebibytes: [] as number[] }));
  for (const server of servers) await server.fill?.(settings.server);
  for (let generation = 0; generation < settings.generations; generation++) {
    const running: RunningServer[] = [];
    for (const server of servers) running.push({ server, process: await server.start(settings.server) });
    if (generation === 0) await checkAnswers(running, places, records, verdict);
    for (const [index, { requestsTo }] of requested.entries()) {
      const asked = running.map(({ server, process }) => ({
        process,
        requests: requestsTo(server),
        sent: 0,
      }));
      const figures = (cells[index] as AreaCell).servers.map((one) => one.figures);
      await takeRounds(asked, figures, settings, generation);
    }
    for (const [index, { server, process }] of running.entries()) {
      peaks[index]?.mebibytes.push(await memoryOf(process.pid, 'VmHWM'));
      verdict.check(`${server.name} stopped`, (await process.stop()) === 0);
    }
  }
  return { cells, peaks };
}

/** Some of the records: all of them where there are few, but for those near a pole or the antimeridian. */
export function somePlaces(records: readonly LocationRecord[]): readonly LocationRecord[] {
  const possible = new Set(records.filter(isFarFromEdges));
  const random = seededRandom(3);
  const places = new Set<LocationRecord>();
  while (places.size < Math.min(placeCount, possible.size)) {
    const place = records[Math.floor(random() * records.length)] as LocationRecord;
    if (possible.has(place)) places.add(place);
  }
  return [...places];
}

function isFarFromEdges([, { coordinates }]: LocationRecord): boolean {
  const { latitude, longitude } = coordinates;
  return Math.abs(latitude) <= farthest.latitude && Math.abs(longitude) <= farthest.longitude;
}

/** The queries of a work, with the number of records that each finds in its title. */
function requestedWork(
  work: AreaWork,
  places: readonly LocationRecord[],
  records: readonly LocationRecord[],
): RequestedWork {
  const queries = queriesOf(work, places);
  const counts = queries.map((query) => {
    const count = recordsIn(query, records).length;
    return query.limit === 'all' ? count : Math.min(count, query.limit);
  });
  return {
    title: `${work.title} (${counts.length > 1 ? 'median ' : ''}${median(counts).toLocaleString('en')})`,
    requestsTo: ({ targetOf }) =>
      queries.flatMap((query): readonly AreaRequest[] => {
        const path = targetOf(query);
        return path === undefined ? [] : [{ method: 'GET', path }];
      }),
  };
}

function queriesOf(work: AreaWork, places: readonly LocationRecord[]): readonly AreaQuery[] {
  const some = work === franceWork ? places.slice(0, 1) : places;
  return some.map(([, { coordinates }]) => work.queryAt(coordinates));
}

/** PUTs that move records to the north, and then PUTs that move them back. */
export function movingWork(places: readonly LocationRecord[]): RequestedWork {
  const requests = [...places.map(moved), ...places];
  return {
    title: 'PUT of a record that moves',
    requestsTo: ({ mountPath }) =>
      requests.map(([id, location]) => {
        return { method: 'PUT', path: `${mountPath}/${id}`, body: JSON.stringify(location) };
      }),
  };
}

function moved([id, location]: LocationRecord): LocationRecord {
  const { latitude, longitude } = location.coordinates;
  return [id, { ...location, coordinates: { latitude: latitude + step, longitude } }];
}

/** Asks each server for all that is timed, and compares it with the records that are there: also after they have moved. */
async function checkAnswers(
  running: readonly RunningServer[],
  places: readonly LocationRecord[],
  records: readonly LocationRecord[],
  verdict: Verdict,
): Promise<void> {
  const check = async (query: AreaQuery, expected: readonly LocationRecord[], what: string) => {
    for (const { server, process } of running) {
      const path = server.targetOf(query);
      if (path === undefined) continue;
      const found = server.recordsOf(String(await readList(process.port, { path })));
      const fault = faultOf(query, found, expected);
      verdict.check(`${server.name}, ${what}: ${fault ?? 'as expected'}`, fault === undefined);
    }
  };
  for (const work of [...areaWorks, franceWork]) {
    for (const query of queriesOf(work, places)) await check(query, recordsIn(query, records), work.title);
  }
  const { requestsTo } = movingWork(places);
  for (const [at, now] of [places.map(moved), places].entries()) {
    for (const { server, process } of running) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const requests = requestsTo(server).slice(at * places.length, (at + 1) * places.length);
      for (const one of requests) await exchange(process.port, agent, one);
      agent.destroy();
    }
    const changed = [...new Map([...records, ...now])];
    for (const [, { coordinates }] of places) {
      // Less wide than the way of a record: it has either the old place or the new one.
      const query: AreaQuery = { box: boxAround(coordinates, step, step), limit: 'all' };
      await check(query, recordsIn(query, changed), 'a record that has moved');
    }
  }
}

/** Adds the figures of each server at one work. */
async function takeRounds(
  asked: readonly AskedServer[],
  figures: readonly AreaFigures[],
  { rounds, generations, turns, sliceMs, isShort }: Settings,
  generation: number,
): Promise<void> {
  const roundsOfStart = uncountedRounds + Math.ceil(rounds / generations);
  for (const one of asked) await takeTurn(one, isShort ? sliceMs : warmUpMs);
  for (let round = 0; round < roundsOfStart; round++) {
    const seen = asked.map((): AreaTurn[] => []);
    for (let turn = 0; turn < turns; turn++) {
      for (const [index, one] of inTurn(asked, (generation * roundsOfStart + round) * turns + turn)) {
        seen[index]?.push(await takeTurn(one, sliceMs / turns));
      }
    }
    if (round < uncountedRounds) continue;
    for (const [index, one] of figures.entries()) addTurns(one, seen[index] ?? []);
  }
}

/** Adds the figures of a round. All requests of its turns count alike. */
export function addTurns({ cpu, p50, p99 }: AreaFigures, turns: readonly AreaTurn[]): void {
  const latencies = turns.flatMap((turn) => turn.latencies);
  if (latencies.length === 0) return;
  cpu.push(turns.reduce((sum, turn) => sum + turn.cpu, 0) / latencies.length);
  p50.push(quantile(latencies, 0.5));
  if (latencies.length >= leastForP99) p99.push(quantile(latencies, 0.99));
}

/** Sends requests for a time, over a connection of its own. Opening that is not measured. */
async function takeTurn(asked: AskedServer, turnMs: number): Promise<AreaTurn> {
  const { process, requests } = asked;
  const latencies: number[] = [];
  if (requests.length === 0) return { cpu: 0, latencies };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await exchange(process.port, agent, requests[asked.sent % requests.length] as AreaRequest);
  const before = await process.usage();
  const end = performance.now() + turnMs;
  do {
    const begin = performance.now();
    await exchange(process.port, agent, requests[asked.sent++ % requests.length] as AreaRequest);
    latencies.push(performance.now() - begin);
  } while (performance.now() < end);
  const after = await process.usage();
  agent.destroy();
  return { cpu: (after.user + after.system - before.user - before.system) / 1000, latencies };
}

/** Sends a request, and reads its response to the end. Rejects when that is not 200. */
async function exchange(port: number, agent: Agent, { method, path, body }: AreaRequest): Promise<void> {
  const headers =
    body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const ended = once(response.resume(), 'end');
  if (response.statusCode !== 200)
    throw new Error(`The response to ${method} ${path} was ${response.statusCode}.`);
  await ended;
}
