import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { createApp, type EventHandler, toNodeListener } from 'h3-1';
import { askExample } from './ask-example.ts';

/** Asks the event handler that a module exports, in an app of h3 1, as Nitro 2 does. */
export async function askEventHandler(file: string): Promise<void> {
  const { default: handler } = (await import(pathToFileURL(file).href)) as { default: EventHandler };
  const server = createServer(toNodeListener(createApp().use(handler)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await askExample((request) =>
      fetch(new Request(request.url.replace('127.0.0.1', `127.0.0.1:${port}`), request)),
    );
  } finally {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
}
