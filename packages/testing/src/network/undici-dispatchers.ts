/** What undici is told of a request. */
interface DispatchOptions {
  readonly origin?: string | URL | null | undefined;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
}

/** What undici tells of a request that failed: in the form of undici 8 and of interceptors, or in that of undici 6. */
interface DispatchHandler {
  onResponseError?(controller: null, error: unknown): void;
  onError?(error: unknown): void;
}

type Dispatch = (this: unknown, options: DispatchOptions, handler: DispatchHandler) => boolean;

interface Dispatcher {
  dispatch: Dispatch;
}

/** Where a request goes instead: an origin, once it is known. `undefined` when it goes where it was sent. */
type Redirect = (method: string, url: URL) => Promise<string> | undefined;

/** The global dispatchers of undici 6 and 7, of `fetch` in Node.js, and of undici 7 and 8. */
const globalDispatchers = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(Symbol.for);

/**
 * Redirects the requests of the global dispatchers of undici that are there. Returns a function that undoes it.
 * `redirect` may throw or reject, which fails the request.
 */
export function redirectDispatchers(redirect: Redirect): () => void {
  const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
  // Several names may have the same one, which must not be redirected twice.
  const dispatchers = new Set(globalDispatchers.flatMap((name) => globals[name] ?? []));
  const undo = [...dispatchers].map((dispatcher) => redirectDispatcher(dispatcher, redirect));
  return () => {
    for (const step of undo) step();
  };
}

/** As an own property, so that the dispatcher stays the same object for code that holds it. */
function redirectDispatcher(dispatcher: Dispatcher, redirect: Redirect): () => void {
  const own = Object.getOwnPropertyDescriptor(dispatcher, 'dispatch');
  const { dispatch } = dispatcher;
  const replaced: Dispatch = function (this: unknown, options, handler) {
    const { origin, path, method } = options;
    const url = origin ? `${String(origin).replace(/\/$/, '')}${path}` : '';
    const elsewhere = URL.canParse(url) ? redirect(method, new URL(url)) : undefined;
    if (!elsewhere) return dispatch.call(this, options, handler);
    const headers = withHost(options.headers, new URL(url).host);
    elsewhere
      .then((target) => dispatch.call(this, { ...options, origin: target, headers }, handler))
      .catch((error) => fail(handler, error));
    return true;
  };
  Object.defineProperty(dispatcher, 'dispatch', { value: replaced, writable: true, configurable: true });
  return () => {
    // What has wrapped it since keeps working, and finds no fake.
    if (dispatcher.dispatch !== replaced) return;
    if (own) Object.defineProperty(dispatcher, 'dispatch', own);
    else Reflect.deleteProperty(dispatcher, 'dispatch');
  };
}

/** Fails a request that was not sent, as undici does itself: without a controller. */
function fail(handler: DispatchHandler, error: unknown): void {
  if (handler.onResponseError) handler.onResponseError(null, error);
  else handler.onError?.(error);
}

/** Header fields in one of the forms of undici, with the host that the client has asked. */
function withHost(headers: unknown, host: string): unknown {
  if (Array.isArray(headers)) {
    const names = headers.filter((_, index) => index % 2 === 0).map((name) => String(name).toLowerCase());
    return names.includes('host') ? headers : [...headers, 'host', host];
  }
  const isIterable = typeof headers === 'object' && headers !== null && Symbol.iterator in headers;
  const fields = isIterable
    ? Object.fromEntries(headers as Iterable<[string, string]>)
    : { ...(headers as Record<string, unknown> | null | undefined) };
  const isNamed = Object.keys(fields).some((name) => name.toLowerCase() === 'host');
  return isNamed ? fields : { ...fields, host };
}
