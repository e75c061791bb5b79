import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createListener } from '@location-records/adapters/node';
import { createHandler, type HandlerOptions, type LocationRecord } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { type ConsoleOptions, createConsole } from '../../src/index.ts';

/** A service with its console, on the loopback address. */
export interface MapServer {
  /** The URL of the service, with a slash at its end. */
  readonly service: string;
  readonly store: AreaStore;
  /** Ends the server and closes its store. */
  stop(): Promise<void>;
}

/** How a {@link MapServer} is made. */
export interface MapServerOptions extends Omit<HandlerOptions, 'store'> {
  /** @default a memory store */
  readonly store?: AreaStore | undefined;
  /** The style below the records. @default an empty one, which is drawn faster than the base map */
  readonly mapStyle?: ConsoleOptions['mapStyle'];
  /** Whether the base map of the page is below the records. @default false */
  readonly hasBaseMap?: boolean;
  /** Whether people can change records in the page. @default 'edit' */
  readonly mapMode?: ConsoleOptions['mapMode'];
  /** What the front door and the map say of the service. */
  readonly about?: ConsoleOptions['about'];
  /** Makes the server around the handler. @default node:http */
  readonly makeServer?: ((handle: ReturnType<typeof createHandler>) => Server) | undefined;
}

const emptyStyle = { version: 8, sources: {}, layers: [] };

/** Starts a server on a free port. */
export async function startMapServer({
  store = createAreaMemoryStore(),
  makeServer = (handle) => createServer(createListener(handle)),
  hasBaseMap = false,
  mapStyle = hasBaseMap ? undefined : emptyStyle,
  mapMode,
  about,
  ...options
}: MapServerOptions = {}): Promise<MapServer> {
  const { basePath = '/' } = options;
  const server = makeServer(
    createConsole(createHandler({ store, ...options }), {
      store,
      basePath,
      mapStyle,
      mapMode,
      about,
      openApi: {},
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    service: `http://127.0.0.1:${port}${basePath.replace(/\/*$/, '/')}`,
    store,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await store.close();
    },
  };
}

/** All records of a store by their identifiers. */
export async function recordsIn(store: AreaStore): Promise<Readonly<Record<string, LocationRecord[1]>>> {
  const records: Record<string, LocationRecord[1]> = {};
  for await (const page of store.list()) for (const [id, location] of page) records[id] = location;
  return records;
}
