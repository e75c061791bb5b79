import {
  type Handler,
  isStoreError,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { bytesResponse } from '../bytes-response.ts';
import type { Settings } from '../options.ts';
import { encodeTile } from '../tiles/encode-tile.ts';
import { PlaceCounter } from '../tiles/place-counter.ts';
import { readTile } from '../tiles/tile.ts';
import { parseTileAddress, type TileAddress } from '../tiles/tile-address.ts';
import { tileJson } from '../tiles/tile-json.ts';
import { respondWithMap } from './map.ts';
import { watchWrite } from './watched-write.ts';

/** Responds to GET. */
type Read = (request: LocationRequest) => Promise<LocationResponse>;

/** Clients ask again each time, and get the content if it is another one. */
const revalidated = { 'Cache-Control': 'no-cache' };

function isRead({ method }: LocationRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** The map of the records, and the tiles that it shows (D50). */
export class MapPages {
  readonly #settings: Settings;
  readonly #counter: PlaceCounter;
  #lastRequest: LocationRequest | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { store, limits, onError } = settings;
    this.#counter = new PlaceCounter({
      store,
      limits,
      onError: (error) => {
        // The server has ended while the records were counted.
        if (isStoreError(error) && error.code === 'STORE_CLOSED') return;
        onError(error, this.#lastRequest as LocationRequest);
      },
    });
  }

  /** How to respond to GET of what has this path below `/-`; `undefined` when there is not such a thing. */
  find([name, ...rest]: readonly string[]): Read | undefined {
    if (name === 'tiles.json' && rest.length === 0) return async (request) => this.#tileJson(request);
    if (name === 'map' && rest.length < 2) return (request) => this.#map(request, rest[0]);
    if (name !== 'tiles') return undefined;
    const tile = parseTileAddress(rest);
    return tile && ((request) => this.#tile(request, tile));
  }

  /** Gives a request to the handler of the service. The map shows soon what it writes. */
  pass(request: LocationRequest, handle: Handler): Promise<LocationResponse> {
    const { store, baseSegments } = this.#settings;
    const counter = this.#counter;
    if (isRead(request) || !counter.isWatched) return handle(request);
    return watchWrite(request, { handle, store, baseSegments, counter });
  }

  #tileJson(request: LocationRequest): LocationResponse {
    const { publicUrl, baseSegments } = this.#settings;
    const text = tileJson(request, publicUrl, baseSegments);
    return bytesResponse(request, {
      type: 'application/json',
      bytes: new TextEncoder().encode(text),
      headers: revalidated,
      reason: 'the TileJSON document',
    });
  }

  #map(request: LocationRequest, file: string | undefined): Promise<LocationResponse> {
    this.#lastRequest = request;
    // The page asks for tiles next.
    this.#counter.keepUpToDate();
    const { mapStyle } = this.#settings;
    return respondWithMap(request, file, mapStyle);
  }

  async #tile(request: LocationRequest, tile: TileAddress): Promise<LocationResponse> {
    this.#lastRequest = request;
    const { store, limits } = this.#settings;
    const content = await readTile(tile, { store, counter: this.#counter, limits });
    return bytesResponse(request, {
      type: 'application/vnd.mapbox-vector-tile',
      bytes: encodeTile(tile, content),
      headers: revalidated,
      reason: 'records' in content ? 'the records of the tile' : 'the number of records in each cell',
    });
  }
}
