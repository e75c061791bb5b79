import { pathToFileURL } from 'node:url';
import { askExample } from './ask-example.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Asks the route handlers that a module exports by the names of the methods, as Next.js does. */
export async function askRoutes(file: string): Promise<void> {
  const routes = (await import(pathToFileURL(file).href)) as Record<string, Fetch | undefined>;
  await askExample((request) => {
    const route = routes[request.method];
    if (route === undefined) throw new Error(`The module exports no ${request.method}.`);
    return route(request);
  });
}

/** Asks the listener that a script of a service worker adds. */
export async function askServiceWorker(file: string): Promise<void> {
  type FetchEvent = { request: Request; respondWith: (response: Promise<Response>) => void };
  let listener: (event: FetchEvent) => void = () => {};
  const scope = globalThis as { addEventListener?: unknown };
  scope.addEventListener = (_type: string, added: typeof listener) => {
    listener = added;
  };
  await import(pathToFileURL(file).href);
  delete scope.addEventListener;
  await askExample((request) => new Promise((respondWith) => listener({ request, respondWith })));
}
