import { foundIf } from './conditional.ts';
import { canonicalLocation, formatLocation } from './location.ts';
import type { Settings } from './options.ts';
import type { LocationRequest } from './request.ts';
import { because, found, foundInPieces, type LocationResponse, problem, quote } from './responses.ts';
import type { KnownRoute } from './route.ts';

const recordFound = because('SPEC 4', 'the record is present');
const listFound = because('SPEC 4.7', 'the list of all records');

/** Handles GET (SPEC section 4): one record, or the list of all. */
export async function read(
  route: KnownRoute,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  if (route.kind === 'collection') return readList(request, settings);
  if (route.kind === 'invalid-identifier') return problem('identifierInvalid', route.explanation);
  const location = await settings.store.get(route.id);
  if (location === undefined) {
    return problem(
      'resourceNotFound',
      because('SPEC 4.1', `the record ${quote(route.id)} is absent`),
      route.id,
    );
  }
  const content = formatLocation(location, settings.nullDescription);
  return settings.exchangeStore ? foundIf(content, request) : found(content, recordFound);
}

/**
 * Responds with the list. A store that fails before the first piece is complete is a 500, and a short list
 * has a length (D40).
 */
async function readList(request: LocationRequest, settings: Settings): Promise<LocationResponse> {
  const pieces = listPieces(request, settings);
  const { done, value } = await pieces.next();
  return done ? found(value, listFound) : foundInPieces(pieces, listFound);
}

/**
 * A piece ends after the record that makes it about this many characters long. They are counted from the
 * identifiers and descriptions, so that pieces do not depend on the store's batches.
 */
const pieceLength = 65_536;
/** About how many characters of JSON a record has besides its identifier and description. */
const restLength = 80;

/**
 * Yields the JSON text of the list in pieces. The first one comes twice: for `readList`, which settles the
 * status, and for the client. A list of one piece is returned instead.
 */
async function* listPieces(
  request: LocationRequest,
  { store, nullDescription, onError }: Settings,
): AsyncGenerator<string, string> {
  let start = '[';
  let records: unknown[] = [];
  let room = pieceLength;
  let isInPieces = false;
  const takePiece = () => {
    const piece = start + JSON.stringify(records).slice(1, -1);
    start = ',';
    records = [];
    room = pieceLength;
    return piece;
  };

  try {
    for await (const batch of store.list()) {
      for (const [id, location] of batch) {
        const canonical = canonicalLocation(location, nullDescription);
        records.push([id, canonical]);
        room -= id.length + (canonical.description?.length ?? 0) + restLength;
        if (room > 0) continue;
        const piece = takePiece();
        if (!isInPieces) yield piece;
        isInPieces = true;
        yield piece;
      }
    }
  } catch (error) {
    if (isInPieces) onError(error, request);
    throw error;
  }
  const last = isInPieces && records.length === 0 ? ']' : `${takePiece()}]`;
  if (isInPieces) yield last;
  return last;
}
