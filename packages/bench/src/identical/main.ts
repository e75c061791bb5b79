// Compares the responses of the fake in this process and of the command over the network, byte by byte. See the README.
import { handlerService } from '@location-records/conformance';
import { type Difference, diffServices, isMissingResponse } from '@location-records/conformance/diff';
import { type UrlService, urlService } from '@location-records/conformance/node';
import { print, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { createFake } from '@location-records/testing';
import { maxSeed, seedFrom } from '../shared/random.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { type StoreServer, storeServers } from '../shared/store-servers.ts';

/** Starts what each store of the command needs. */
const servers = {
  memory: async (): Promise<StoreServer> => ({ url: 'memory:', stop: async () => {} }),
  SQLite: storeServers.SQLite,
  PostgreSQL: storeServers.PostgreSQL,
  Redis: storeServers.Redis,
  'Redis Cluster': storeServers['Redis Cluster'],
};
const values = readFlags({
  calls: { type: 'number', min: 1, max: 2 ** 31 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: Object.keys(servers) },
});
const calls = values.calls ?? (values.short ? 2500 : 100_000);

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same calls');
  for (const [name, start] of Object.entries(servers)) {
    if (values.store !== undefined && values.store !== name) continue;
    await withTemporaryFolder(async (folder) => {
      const { url, stop } = await start(folder);
      const server = await ServerProcess.startCli(url);
      const command = urlService(`http://127.0.0.1:${server.port}`);
      const fake = createFake();
      // A journal of all the calls would only take up memory.
      const inProcess = handlerService((request) => {
        fake.journal.clear();
        return fake.handle(request);
      });
      const begin = performance.now();
      // The fake lists in the order of the memory store.
      const listOrder = name === 'memory' ? 'same' : 'any';
      const options = { seed, calls, wholeLists: true, listOrder, notation: 'same' } as const;
      const found = await diffServices(inProcess, command, options);
      const seconds = (performance.now() - begin) / 1000;
      print(`${name}: ${found.calls} calls to each in ${seconds.toFixed(1)} s`);
      for (const difference of found.differences) printDifference(difference, command);
      verdict.check(`the same bytes on ${name}`, found.differences.length === 0);
      command.close();
      verdict.check(`${name}: the server stopped`, (await server.stop()) === 0);
      await stop();
    });
  }
});

function printDifference({ requests, responses, parts }: Difference, command: UrlService): void {
  print(`The responses to the last of these differ in ${parts.join(', ')}:`);
  for (const request of requests) print(command.curlCommand(request));
  for (const response of responses) {
    const text = isMissingResponse(response) ? '' : new TextDecoder().decode(response.body);
    print(JSON.stringify({ ...response, body: text }));
  }
}
