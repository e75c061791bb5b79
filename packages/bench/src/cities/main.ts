// Real data through HTTP, with a restart in between, verified record by record. See the README.
import { join } from 'node:path';
import { print, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { ServerProcess } from '../shared/server-process.ts';
import { readCities } from './cities.ts';
import { loadCities } from './load.ts';
import { scriptOf } from './script-of.ts';
import { isListRight, wrongRecords } from './verify-cities.ts';

const values = readFlags({
  slice: { type: 'string' },
  store: { type: 'string', default: 'sqlite' },
});
const connectionCount = 64;

await runCampaign(values, async (verdict) => {
  const places = readCities(Number(values.slice ?? (values.short ? 5000 : Number.POSITIVE_INFINITY)));
  const expected = new Map(places.map((place, index) => [place.id, scriptOf(place, index).end]));
  verdict.check('every place has an identifier of its own', expected.size === places.length);

  await withTemporaryFolder(async (folder) => {
    const store = values.store === 'sqlite' ? `sqlite:${join(folder, 'cities.db')}` : `${values.store}:`;
    let server = await ServerProcess.startCli(store);
    const { requests, surprises } = await timed(`${places.length} places loaded`, async () => {
      const loading = await loadCities(server.port, places, connectionCount);
      return { ...loading, count: loading.requests };
    });
    print(`${requests} requests over ${connectionCount} connections on ${values.store}`);
    for (const surprise of surprises.slice(0, 10)) print(surprise);
    verdict.check('every write got the specified status', surprises.length === 0);

    if (values.store === 'sqlite') {
      verdict.check('the server stopped', (await server.stop()) === 0);
      server = await ServerProcess.startCli(store);
      print(`Restarted in ${server.startedIn.toFixed(0)} ms`);
    }
    const { wrong } = await timed('Every record got', async () => {
      const found = await wrongRecords(server.port, expected, connectionCount);
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

/** Prints how long `act` took, and its rate when it did more than one thing. */
async function timed<T extends { readonly count: number }>(title: string, act: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await act();
  const seconds = (performance.now() - begin) / 1000;
  const rate = result.count > 1 ? `, ${(result.count / seconds).toFixed(0)} requests per second` : '';
  print(`${title} in ${seconds.toFixed(1)} s${rate}`);
  return result;
}
