import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { LocationRecord } from '@location-records/core';
import { memoryOf, type Verdict } from '@location-records/dev-kit/campaigns';
import { inTurn } from '../shared/in-turn.ts';
import { seededRandom } from '../shared/random.ts';
import { readList } from '../shared/read-records.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import { quantile } from '../shared/statistics.ts';
import type { AreaContestant } from './area-contestants.ts';
import { areaWorks, faultOf } from './area-queries.ts';
import type { Measured } from './measure-works.ts';
import type { Settings } from './settings.ts';

/** What was seen of one contestant at one work: a figure of each round in milliseconds, or none where it takes no part. */
export interface AreaFigures {
  /** CPU time of the server for a request. */
  readonly cpu: number[];
  readonly p50: number[];
  readonly p99: number[];
}

/** What was seen of the contestants at one work. */
export interface AreaCell {
  readonly work: string;
  readonly contestants: readonly { readonly name: string; readonly figures: AreaFigures }[];
}

/** What was seen of servers with the same records. */
export interface MeasuredAreas extends Pick<Measured, 'peaks'> {
  readonly cells: readonly AreaCell[];
}

/** A request. */
interface Asked {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** A work with the requests to a server, which come over and over; none where it takes no part. */
interface Task {
  readonly work: string;
  readonly requestsTo: (contestant: AreaContestant) => readonly Asked[];
}

/** A running contestant at one work. */
interface Running {
  readonly contestant: AreaContestant;
  readonly server: ServerProcess;
}

/** A running contestant with the requests of one work. */
interface Asking {
  readonly server: ServerProcess;
  readonly requests: readonly Asked[];
  sent: number;
}

/** What was seen in a turn, in milliseconds. */
interface Turn {
  readonly cpu: number;
  readonly latencies: readonly number[];
}

/** So few places that the slowest server is asked for all of them. */
const placeCount = 40;
/** The places for which the found records are compared with those that are there. */
const checkedPlaces = 5;
/** For how long each server is asked for each work first. */
const warmUpMs = 2000;
/** The rounds at first that are not counted. */
const uncountedRounds = 1;
/** How far PUT moves a record, in degrees. */
const step = 0.001;

/** Measures the contestants at each work, in turns. A client sends one request after the other. */
export async function measureAreas(
  contestants: readonly AreaContestant[],
  records: readonly LocationRecord[],
  settings: Settings,
  verdict: Verdict,
): Promise<MeasuredAreas> {
  const running: Running[] = [];
  for (const contestant of contestants) {
    running.push({ contestant, server: await contestant.start(settings.server) });
  }
  const places = somePlaces(records);
  for (const one of running) await checkAnswers(one, places, records, verdict);
  const cells: AreaCell[] = [];
  for (const { work, requestsTo } of tasksAt(places)) {
    const figures = await takeRounds(
      running.map(({ contestant, server }) => ({ server, requests: requestsTo(contestant), sent: 0 })),
      settings,
    );
    const named = contestants.map(({ name }, index) => ({ name, figures: figures[index] as AreaFigures }));
    cells.push({ work, contestants: named });
  }
  const peaks: { name: string; mebibytes: number[] }[] = [];
  for (const { contestant, server } of running) {
    peaks.push({ name: contestant.name, mebibytes: [await memoryOf(server.pid, 'VmHWM')] });
    verdict.check(`${contestant.name} stopped`, (await server.stop()) === 0);
  }
  return { cells, peaks };
}

function somePlaces(records: readonly LocationRecord[]): readonly LocationRecord[] {
  const random = seededRandom(3);
  const some = () => records[Math.floor(random() * records.length)] as LocationRecord;
  return Array.from({ length: placeCount }, some);
}

/** Asks a server for each query at some places, and compares what it finds with what is there. */
async function checkAnswers(
  { contestant: { name, targetOf, idsOf }, server }: Running,
  places: readonly LocationRecord[],
  records: readonly LocationRecord[],
  verdict: Verdict,
): Promise<void> {
  for (const { title, queryAt } of areaWorks) {
    for (const [, { coordinates }] of places.slice(0, checkedPlaces)) {
      const query = queryAt(coordinates);
      const path = targetOf(query);
      if (path === undefined) continue;
      const ids = idsOf(String(await readList(server.port, { path })));
      const fault = faultOf(query, ids, records);
      verdict.check(`${name} finds ${title}: ${fault ?? 'as they are'}`, fault === undefined);
    }
  }
}

/** The queries at some places, and then PUTs that move the records there to the north or south, and back. */
function tasksAt(places: readonly LocationRecord[]): readonly Task[] {
  const queries = areaWorks.map(({ title, queryAt }) => ({
    work: title,
    requestsTo: ({ targetOf }: AreaContestant) =>
      places.flatMap(([, { coordinates }]): readonly Asked[] => {
        const path = targetOf(queryAt(coordinates));
        return path === undefined ? [] : [{ method: 'GET', path }];
      }),
  }));
  const moved = places.map(([id, location]): LocationRecord => {
    const { latitude, longitude } = location.coordinates;
    return [id, { ...location, coordinates: { latitude: latitude + step, longitude } }];
  });
  const puts = ({ mountPath }: AreaContestant) =>
    [...moved, ...places].map(([id, location]): Asked => {
      return { method: 'PUT', path: `${mountPath}/${id}`, body: JSON.stringify(location) };
    });
  return [...queries, { work: 'PUT of a record that moves', requestsTo: puts }];
}

/** The figures of each server at one work. */
async function takeRounds(
  asking: readonly Asking[],
  { rounds, turns, sliceMs, isShort }: Settings,
): Promise<readonly AreaFigures[]> {
  const figures = asking.map((): AreaFigures => ({ cpu: [], p50: [], p99: [] }));
  for (const one of asking) await takeTurn(one, isShort ? sliceMs : warmUpMs);
  for (let round = 0; round < uncountedRounds + rounds; round++) {
    const seen = asking.map((): Turn[] => []);
    for (let turn = 0; turn < turns; turn++) {
      for (const [index, one] of inTurn(asking, round * turns + turn)) {
        seen[index]?.push(await takeTurn(one, sliceMs / turns));
      }
    }
    if (round < uncountedRounds) continue;
    for (const [index, one] of figures.entries()) addRound(one, seen[index] ?? []);
  }
  return figures;
}

/** Adds the figures of a round. All requests of its turns count alike. */
export function addRound({ cpu, p50, p99 }: AreaFigures, turns: readonly Turn[]): void {
  const latencies = turns.flatMap((turn) => turn.latencies);
  if (latencies.length === 0) return;
  cpu.push(turns.reduce((sum, turn) => sum + turn.cpu, 0) / latencies.length);
  p50.push(quantile(latencies, 0.5));
  p99.push(quantile(latencies, 0.99));
}

/** Sends requests for a time, over a connection of its own. Opening that is not measured. */
async function takeTurn(one: Asking, turnMs: number): Promise<Turn> {
  const { server, requests } = one;
  const latencies: number[] = [];
  if (requests.length === 0) return { cpu: 0, latencies };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () => exchange(server.port, agent, requests[one.sent++ % requests.length] as Asked);
  await send();
  const before = await server.usage();
  const end = performance.now() + turnMs;
  do {
    const begin = performance.now();
    await send();
    latencies.push(performance.now() - begin);
  } while (performance.now() < end);
  const after = await server.usage();
  agent.destroy();
  return { cpu: (after.user + after.system - before.user - before.system) / 1000, latencies };
}

/** Sends a request, and reads its response to the end. Rejects when that is not 200. */
async function exchange(port: number, agent: Agent, { method, path, body }: Asked): Promise<void> {
  const fields =
    body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const sent = request({ port, host: '127.0.0.1', agent, method, path, headers: fields }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const ended = once(response.resume(), 'end');
  if (response.statusCode !== 200)
    throw new Error(`The response to ${method} ${path} was ${response.statusCode}.`);
  await ended;
}
