import { ListBody } from './list-body.ts';
import { formatLocation, type Location } from './location.ts';
import type { Settings } from './options.ts';
import type { LocationRequest } from './request.ts';
import type { LocationResponse } from './response.ts';
import { found, foundInPieces, listFound, problems, recordFound } from './responses.ts';
import type { KnownRoute } from './route.ts';

/** GET (SPEC section 4): one record, or the list of all. */
export async function read(
  route: KnownRoute,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  if (route.kind === 'collection') return readList(request, settings);
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  const location = await settings.store.get(route.id);
  if (location === undefined) return problems.resourceNotFound(route.id);
  const body = formatLocation(location, settings.nullDescription);
  return found(body, recordFound, hasOnlyAscii(location) ? body.length : undefined);
}

/** The longest text that is looked at character by character. Of a longer one, all bytes are counted in less time. */
const maxShort = 64;

/**
 * Whether a Location has a short description of ASCII alone, or none, as most have. Then its JSON has as many bytes as
 * characters. To count them takes a twelfth of the instructions of a GET on Deno, and a sixtieth on Node.js.
 */
function hasOnlyAscii({ description = '', coordinates }: Location): boolean {
  const { latitude, longitude } = coordinates;
  // A store without types may give anything.
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return false;
  if (typeof description !== 'string' || description.length > maxShort) return false;
  for (let index = 0; index < description.length; index++) {
    if (description.charCodeAt(index) >= 0x80) return false;
  }
  return true;
}

/** The first piece is read before the status is settled, so that a store that has failed by then is a 500 (D40). */
async function readList(request: LocationRequest, settings: Settings): Promise<LocationResponse> {
  const { store, nullDescription, onError } = settings;
  const list = new ListBody(store.list(), nullDescription);
  const { value: first = '' } = await list.next();
  if (list.ended) return found(first, listFound);
  return foundInPieces(
    withFirstPiece(first, list, (error) => onError(error, request)),
    listFound,
  );
}

/** The list with the piece that was already read in front again. */
function withFirstPiece(
  first: string,
  rest: ListBody,
  onError: (error: unknown) => void,
): AsyncIterableIterator<string> {
  let isFirst = true;
  return {
    async next() {
      if (isFirst) {
        isFirst = false;
        return { done: false, value: first };
      }
      try {
        return await rest.next();
      } catch (error) {
        onError(error);
        throw error;
      }
    },
    async return() {
      try {
        return await rest.return();
      } catch (error) {
        // The client is gone, so that the failure concerns only the owner of the service.
        onError(error);
        return { done: true, value: undefined };
      }
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
