// Real data through HTTP, with a restart in between, verified record by record. See the README.
import { join } from 'node:path';
import { print, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { Connection, requestBytes } from '../shared/connection.ts';
import { getRecords, parseList, readList, type State } from '../shared/read-records.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { type Place, readPlaces, scriptOf } from './places.ts';

const values = readFlags({
  slice: { type: 'number', min: 1 },
  store: { type: 'choice', of: ['sqlite', 'memory'] },
});
const isKept = values.store !== 'memory';
const connectionCount = 64;

await runCampaign(values, async (verdict) => {
  const places = readPlaces(values.slice ?? (values.short ? 5000 : Number.POSITIVE_INFINITY));
  const expected = new Map(places.map((place, index) => [place.id, scriptOf(place, index).end]));
  verdict.check('every place has an identifier of its own', expected.size === places.length);

  await withTemporaryFolder(async (folder) => {
    const store = isKept ? `sqlite:${join(folder, 'cities.db')}` : 'memory:';
    let server = await ServerProcess.startCli(store);
    const { requests, surprises } = await timed(`${places.length} places loaded`, async () => {
      const loading = await loadPlaces(server.port, places);
      return { ...loading, count: loading.requests };
    });
    print(`${requests} requests over ${connectionCount} connections on ${isKept ? 'sqlite' : 'memory'}`);
    for (const surprise of surprises.slice(0, 10)) print(surprise);
    verdict.check('every write got the specified status', surprises.length === 0);

    if (isKept) {
      verdict.check('the server stopped', (await server.stop()) === 0);
      server = await ServerProcess.startCli(store);
      print(`Restarted in ${server.startedIn.toFixed(0)} ms`);
    }
    const { wrong } = await timed('Every record got', async () => {
      const found = await wrongRecords(server.port, expected);
      return { wrong: found, count: expected.size };
    });
    for (const id of wrong.slice(0, 10)) print(`wrong: ${id}`);
    verdict.check('every record is as the source says', wrong.length === 0);
    const { isRight } = await timed('The list read and compared', async () => ({
      isRight: await isListRight(server.port, expected),
      count: 1,
    }));
    verdict.check('the list is as the source says', isRight);
    verdict.check('the server stopped in the end', (await server.stop()) === 0);
  });
});

/** The number of requests, and the responses with another status than the specified one. */
interface Loading {
  readonly requests: number;
  readonly surprises: readonly string[];
}

/** Sends the scripts of all places. Each connection sends one script at a time. */
async function loadPlaces(port: number, places: readonly Place[]): Promise<Loading> {
  const connections = await Connection.openMany(port, connectionCount);
  const surprises: string[] = [];
  let requests = 0;
  let next = 0;
  const work = async (connection: Connection) => {
    while (next < places.length) {
      const index = next++;
      const place = places[index] as Place;
      for (const step of scriptOf(place, index).steps) {
        const { status, body } = await connection.send(requestBytes(step.method, place.id, step.body));
        requests++;
        if (status !== step.status) surprises.push(`${step.method} ${place.id}: ${status} ${body}`);
      }
    }
  };
  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  return { requests, surprises };
}

/** Gets every record, and resolves to the identifiers of those that do not hold what is expected. */
async function wrongRecords(port: number, expected: ReadonlyMap<string, State>): Promise<string[]> {
  const wrong: string[] = [];
  await getRecords(port, [...expected.keys()], connectionCount, (id, found) => {
    if (found !== expected.get(id)) wrong.push(id);
  });
  return wrong;
}

/** Whether the list holds exactly the records that are expected to be present. */
async function isListRight(port: number, expected: ReadonlyMap<string, State>): Promise<boolean> {
  const list = parseList(await readList(port));
  const present = [...expected].filter(([, state]) => state !== undefined);
  return list.size === present.length && present.every(([id, state]) => list.get(id) === state);
}

/** Prints how long `act` took, and its rate when it made more than one request. */
async function timed<T extends { readonly count: number }>(title: string, act: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await act();
  const seconds = (performance.now() - begin) / 1000;
  const rate = result.count > 1 ? `, ${(result.count / seconds).toFixed(0)} requests per second` : '';
  print(`${title} in ${seconds.toFixed(1)} s${rate}`);
  return result;
}
