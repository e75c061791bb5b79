/** What one tab tells the others: tiles of zoom 8 in which records have changed, or many (`*`). */
export type Message =
  | { readonly kind: 'change'; readonly tiles: readonly string[] | '*' }
  /** The connection is there, at first or again, or has been lost for longer than its renewal takes. */
  | { readonly kind: 'open' | 'lost' };

/** How long the renewal of a connection may take, in milliseconds. */
const longestRenewal = 4000;

/** How long after a response that is no stream of events another one is asked for, in milliseconds. */
const pauseAfterRefusal = 60_000;

/**
 * Listens to the changes of a service until it is aborted. A browser has six connections to an origin over
 * HTTP/1.1, so one tab has the connection and tells the others; without Web Locks, which browsers have only
 * on `https:` and on this machine, each tab has its own.
 */
export function listenToChanges(service: URL, hear: (message: Message) => void, signal: AbortSignal): void {
  const name = `location-records events ${service.href}`;
  const { locks } = navigator as { readonly locks?: LockManager };
  const channel = locks && new BroadcastChannel(name);
  const tell = (message: Message) => {
    hear(message);
    channel?.postMessage(message);
  };
  const connect = () => keepConnected(new URL('-/events', service), tell, signal);
  channel?.addEventListener('message', ({ data }) => hear(data as Message));
  signal.addEventListener('abort', () => channel?.close());
  // It waits for its turn, and has it until it is aborted.
  const done = locks ? locks.request(name, { signal }, connect) : connect();
  done.catch((error: Error) => {
    if (!signal.aborted) throw error;
  });
}

/** Resolves when it is aborted. */
function keepConnected(url: URL, tell: (message: Message) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let timer = 0;

    function connect() {
      source = new EventSource(url);
      source.addEventListener('open', () => {
        clearTimeout(timer);
        tell({ kind: 'open' });
      });
      source.addEventListener('change', ({ data }) => {
        const { tiles } = JSON.parse(data as string) as { readonly tiles: readonly string[] | '*' };
        tell({ kind: 'change', tiles });
      });
      source.addEventListener('error', () => {
        clearTimeout(timer);
        // The service ends each connection after a while, and the browser connects again.
        if (source.readyState !== EventSource.CLOSED) {
          timer = window.setTimeout(() => tell({ kind: 'lost' }), longestRenewal);
        } else timer = window.setTimeout(connect, pauseAfterRefusal);
      });
    }

    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source.close();
      resolve();
    });
    connect();
  });
}
