import { expect } from 'vitest';
import { ask, type ConsoleCase, type ConsoleService, reading, write, writing } from './console-case.ts';

/** Reads the events of a stream, one by one, until the client leaves. */
async function listen(service: ConsoleService) {
  const client = new AbortController();
  const response = await service.fetch(`${service.url}/-/events`, { signal: client.signal });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const readUntil = async (end: RegExp) => {
    for (;;) {
      const match = end.exec(text);
      if (match) {
        text = text.slice(match.index + match[0].length);
        return match;
      }
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream has ended after ${text}`);
      text += decoder.decode(value, { stream: true });
    }
  };
  await readUntil(/^retry: 1000\n\n/);
  return {
    /** The tiles of the next event. */
    async next(): Promise<readonly string[] | '*'> {
      const [, data = ''] = await readUntil(/^(?::\n\n)*event: change\ndata: (.*)\n\n/);
      return JSON.parse(data).tiles;
    },
    async leave() {
      await reader.cancel();
      client.abort();
    },
  };
}

/** The tiles of zoom 8 with the places that the cases use. */
const [atParis, atQuito, atSydney] = ['8/129/88', '8/72/128', '8/235/153'];
const paris = [48.86, 2.35];
const quito = [-0.18, -78.47];
const sydney = [-33.86, 151.21];

/** How those who listen hear of writes. */
export const eventCases: readonly ConsoleCase[] = [
  writing('those who listen hear where records are created, moved and deleted', async (service) => {
    const listeners = [await listen(service), await listen(service)];
    const heard = async (tiles: readonly string[]) => {
      for (const listener of listeners) expect((await listener.next()).toString()).toBe(tiles.join());
    };
    await write(service, 'POST', 'one', paris);
    await heard([atParis]);
    await write(service, 'PUT', 'one', quito);
    await heard([atParis, atQuito]);
    await write(service, 'DELETE', 'one');
    await heard([atQuito]);
    for (const listener of listeners) await listener.leave();
  }),
  writing('a write that is refused, and one of nothing, are no events', async (service) => {
    const listener = await listen(service);
    await (await ask(service, '/one', { method: 'POST', body: '{}' })).text();
    const put = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    await (await ask(service, '/absent', put)).text();
    await write(service, 'DELETE', 'absent');
    await write(service, 'POST', 'one', sydney);
    expect(await listener.next()).toEqual([atSydney]);
    await listener.leave();
  }),
  writing('a bulk write of few records names their tiles, and one of many names all', async (service) => {
    const listener = await listen(service);
    const send = async (lines: readonly string[]) => {
      const body = ['id,latitude,longitude', ...lines].join('\n');
      const headers = { 'Content-Type': 'text/csv' };
      const response = await ask(service, '/-/records', { method: 'POST', headers, body });
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    };
    await send([`a,${paris}`, `b,${quito}`]);
    const heard = new Set<string>();
    while (heard.size < 2) for (const tile of await listener.next()) heard.add(tile);
    expect([...heard].toSorted()).toEqual([atParis, atQuito].toSorted());
    await send(Array.from({ length: 300 }, (_, index) => `many ${index},${index / 10},${index / 2 + 0.1}`));
    let tiles = await listener.next();
    while (tiles !== '*') tiles = await listener.next();
    await listener.leave();
  }),
  reading('/-/events has GET, HEAD and OPTIONS', async (service) => {
    const head = await ask(service, '/-/events', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toBe('text/event-stream');
    for (const method of ['OPTIONS', 'POST']) {
      const response = await ask(service, '/-/events', { method });
      expect(response.status).toBe(method === 'POST' ? 405 : 200);
      expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
      await response.text();
    }
  }),
];
