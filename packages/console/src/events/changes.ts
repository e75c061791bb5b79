import type { Handler, Location, LocationRequest, LocationResponse } from '@location-records/core';
import { findRoute } from '@location-records/core/adapter-kit';
import type { Settings } from '../options.ts';
import { RequestFault } from '../records/request-fault.ts';
import { throwIfLeft } from '../records/searches.ts';
import { placeOf } from '../tiles/tile-address.ts';
import { EventStream } from './event-stream.ts';

/** The zoom of the tiles that events name. */
const zoom = 8;

/** An event names up to this many tiles. */
const maxTiles = 64;

/** Milliseconds between two events. */
const interval = 1000;

const maxStreams = 100;

const writes: readonly string[] = ['POST', 'PUT', 'DELETE'];

const headers: LocationResponse['headers'] = {
  'Content-Type': 'text/event-stream',
  // Events arrive at once: nobody keeps or compresses them on the way, and nginx does not buffer them.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Tells clients in which tiles records have changed (`/-/events`): by writes through this handler alone, in no
 * promised order, and without a promise to miss none.
 */
export class Changes {
  readonly #settings: Pick<Settings, 'store' | 'baseSegments'>;
  readonly #streams = new Set<EventStream>();
  /** What the next event names. */
  readonly #tiles = new Set<string>();
  /** Whether it names all tiles. */
  #isEverywhere = false;
  /** Whether an event is due, or the one before was sent just now. */
  #isWaiting = false;

  constructor(settings: Pick<Settings, 'store' | 'baseSegments'>) {
    this.#settings = settings;
  }

  /** Whether somebody listens. Otherwise no write needs to be watched. */
  get isFollowed(): boolean {
    return this.#streams.size > 0;
  }

  /**
   * Responds to GET with a stream of events.
   *
   * @throws {RequestFault} 503, when there are too many already.
   */
  async respond({ signal }: LocationRequest): Promise<LocationResponse> {
    throwIfLeft(signal);
    if (this.#streams.size >= maxStreams) {
      throw new RequestFault('Service unavailable', 'too many event streams at once', 503, {
        'Retry-After': '10',
      });
    }
    const leave = () => body.end();
    const body = new EventStream(() => {
      this.#streams.delete(body);
      signal?.removeEventListener('abort', leave);
    });
    this.#streams.add(body);
    signal?.addEventListener('abort', leave);
    return { status: 200, headers, body, explanation: { clause: 'D50', reason: 'a stream of events' } };
  }

  /** Handles a request. If it writes a record, notes where that was before and where it is then. */
  async watch(handle: Handler, request: LocationRequest): Promise<LocationResponse> {
    if (!writes.includes(request.method)) return handle(request);
    const route = findRoute(request.target, this.#settings.baseSegments);
    if (route.kind !== 'record') return handle(request);
    if (this.#isEverywhere) {
      const response = await handle(request);
      this.#isEverywhere = true;
      this.#announce();
      return response;
    }
    const before = await this.#read(route.id);
    const response = await handle(request);
    // The client need not wait for it.
    if (response.status === 200) void this.#read(route.id).then((after) => this.#note([before, after]));
    return response;
  }

  /** A store that fails does so for the write, too. */
  #read(id: string): Promise<Location | undefined> {
    return this.#settings.store.get(id).catch(() => undefined);
  }

  #note(locations: readonly (Location | undefined)[]): void {
    for (const location of locations) {
      if (!location) continue;
      const { x, y } = placeOf(location.coordinates);
      this.#tiles.add(`${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`);
    }
    this.#isEverywhere ||= this.#tiles.size > maxTiles;
    this.#announce();
  }

  /** Sends an event, but not before the next one is due. */
  #announce(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    // With others that change in the same moment.
    wait(0, () => this.#send());
  }

  #send(): void {
    if (!this.#isEverywhere && this.#tiles.size === 0) {
      this.#isWaiting = false;
      return;
    }
    const tiles = this.#isEverywhere ? '*' : [...this.#tiles];
    const event = `event: change\ndata: ${JSON.stringify({ tiles })}\n\n`;
    this.#isEverywhere = false;
    this.#tiles.clear();
    for (const stream of this.#streams) stream.send(event);
    wait(interval, () => this.#send());
  }
}

/** Does not keep the process alive. */
function wait(ms: number, act: () => void): void {
  const timer: unknown = setTimeout(act, ms);
  (timer as { unref?(): void }).unref?.();
}
