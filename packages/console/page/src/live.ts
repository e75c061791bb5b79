import type { Box } from './api.ts';
import { isTileInView } from './view-box.ts';

/** What was found when the page looked again. */
export type Found = 'same' | 'changed' | 'failed';

interface LiveOptions {
  readonly service: URL;
  readonly box: () => Box | undefined;
  /** Reads again all that the page shows; `false` if that fails. */
  readonly refresh: () => Promise<boolean>;
  /** Finds out with one request whether anything has changed. */
  readonly look: () => Promise<Found>;
  /** Whether the service does not know the user any more: then the page asks nothing by itself. */
  readonly isSignedOut: () => boolean;
  /** Whether the service is counting, so that the page has more to show soon. */
  readonly isCounting: () => boolean;
}

/** How long after the page was read it looks for what other processes write, in milliseconds. */
const interval = 10_000;

/** How often it reads again while the service counts. */
const countingInterval = 2000;

/**
 * Refreshes the page when the service tells of a change in view, when it comes into sight, and when a look
 * each ten seconds finds one. A page that is hidden asks nothing.
 */
export function keepLive({ service, box, refresh, look, isSignedOut, isCounting }: LiveOptions): void {
  let listening = new AbortController();
  let timer = 0;
  let isReading = false;
  let isDue = false;
  let hasFailed = false;

  /** Reads all again, or looks whether that is necessary. What is due meanwhile comes after it. */
  async function read(isLook: boolean): Promise<void> {
    if (document.hidden) return;
    if (isReading) {
      isDue ||= !isLook;
      return;
    }
    clearTimeout(timer);
    isReading = true;
    isDue = false;
    try {
      const found = isLook && !isCounting() ? await look() : 'changed';
      hasFailed = found === 'failed' || (found === 'changed' && !(await refresh()));
    } finally {
      isReading = false;
      // A browser would ask the user for a password each time.
      if (isSignedOut()) listening.abort();
      else {
        timer = window.setTimeout(() => void read(true), isCounting() ? countingInterval : interval);
        if (isDue) void read(false);
      }
    }
  }

  function hear(message: Message) {
    if (message.kind === 'lost') return void read(true);
    const { tiles } = message.kind === 'change' ? message : { tiles: [] };
    const area = box();
    const isSeen = tiles === '*' || tiles.some((tile) => isTileInView(tile, area));
    if (isSeen || (message.kind === 'open' && hasFailed)) void read(false);
  }

  function follow() {
    listening.abort();
    listening = new AbortController();
    clearTimeout(timer);
    if (document.hidden) return;
    listenToChanges(service, hear, listening.signal);
    void read(false);
  }

  document.addEventListener('visibilitychange', follow);
  addEventListener('online', () => void read(false));
  addEventListener('offline', () => void read(true));
  follow();
}

/**
 * Makes a look of parts that take turns: each takes one request. A part without anything to ask returns
 * `undefined`, and leaves its turn to the next.
 */
export function takeTurns(parts: readonly (() => Promise<Found> | undefined)[]): () => Promise<Found> {
  let next = 0;
  return async () => {
    for (let tried = 0; tried < parts.length; tried++) {
      const found = parts[next]?.();
      next = (next + 1) % parts.length;
      if (found) return found;
    }
    return 'same';
  };
}

/** What one tab tells the others: tiles of zoom 8 in which records have changed, or many (`*`). */
type Message =
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
function listenToChanges(service: URL, hear: (message: Message) => void, signal: AbortSignal): void {
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
