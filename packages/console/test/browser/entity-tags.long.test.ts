import { createServer } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the HTTP cache of Chromium', () => {
  const { serve, open } = useBrowser();

  it('asks whether a record with an entity tag has changed, each time it is read', async () => {
    const statuses: number[] = [];
    const server = await serve({
      store: createAreaMemoryStore(placesOfParis),
      etags: true,
      makeServer: (handle) =>
        createServer(
          createListener(async (request) => {
            const response = await handle(request);
            if (request.target === '/tower') statuses.push(response.status);
            return response;
          }),
        ),
    });
    const { page } = await open(server, { hash: paris });
    const read = () => page.evaluate("fetch('../tower').then((response) => response.json())");
    expect([await read(), await read()]).toEqual([tower, tower]);
    await server.store.put('tower', arch);
    expect(await read()).toEqual(arch);
    expect(statuses).toEqual([200, 304, 200]);
  });
});
