import {
  type Handler,
  type LocationRequest,
  type LocationResponse,
  OptionError,
} from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { FormatError } from '@location-records/formats';
import type { Settings } from '../options.ts';
import { BulkFault, PassedOnError, RequestFault } from '../records/request-fault.ts';
import { type BulkRequest, parseBulkRequest, readBulkBody } from './bulk-request.ts';
import { Tally } from './report.ts';
import { understandBody } from './understand-body.ts';
import { messageIn, senderOf, WriteRefused, writeEntries } from './write-entries.ts';

/** How many requests write records at the same time. */
const maxActive = 4;

/** Returns what responds to POST of `/-/records`: it writes the records of the body, and reports. */
export function createBulk(
  handle: Handler,
  settings: Settings,
): (request: LocationRequest) => Promise<LocationResponse> {
  let active = 0;
  return async (request) => {
    const bulk = parseBulkRequest(request);
    if (active === maxActive) {
      throw new BulkFault('Service unavailable', 'too many bulk writes at once', 503, {
        'Retry-After': '1',
      });
    }
    active++;
    try {
      return await respond(request, bulk, handle, settings);
    } finally {
      active--;
    }
  };
}

async function respond(
  request: LocationRequest,
  { reading, action, onConflict, dryRun, returnsOutcomes }: BulkRequest,
  handle: Handler,
  { store, baseSegments, onError }: Settings,
): Promise<LocationResponse> {
  const bytes = await readBulkBody(request);
  const tally = new Tally({ returnsOutcomes, dryRun });
  const send = dryRun ? pretendToSend : senderOf(handle, request, { action, onConflict }, baseSegments);
  // Nothing is lost when a comparison ends early; writes of a body that has arrived are carried out (D53).
  const signal = dryRun ? request.signal : undefined;
  try {
    const { understood, batches } = await understandBody(bytes, reading);
    await writeEntries(batches, { store, send, action, onConflict, signal }, tally);
    return tally.response(understood);
  } catch (error) {
    if (error instanceof RequestFault || error instanceof PassedOnError) throw error;
    if (error instanceof OptionError) {
      throw new RequestFault(error.message.replace('option', 'parameter'), 'wrong parameter');
    }
    if (error instanceof FormatError) {
      throw new BulkFault(withWritten(error.message, tally, 'before the fault'), 'the body cannot be read');
    }
    if (error instanceof WriteRefused) return interrupted(error.response, tally);
    onError(error, request);
    const explanation = { clause: 'D39', reason: 'the store failed' };
    return errorResponse(500, withWritten('Internal server error', tally), explanation);
  }
}

/** Accepts every record. */
async function pretendToSend(): Promise<LocationResponse> {
  return { status: 200, headers: {}, body: '' };
}

/** The response to a write that ended the request, with what is written so far. */
function interrupted(response: LocationResponse, tally: Tally): LocationResponse {
  const { status, headers, body } = errorResponse(response.status, withWritten(messageIn(response), tally));
  return { ...response, status, headers: { ...response.headers, ...headers }, body };
}

/** Adds to a message how many records are written already. */
function withWritten(message: string, { written, counts }: Tally, which?: 'before the fault'): string {
  if (written === 0) return message;
  const records = written === 1 ? '1 record' : `${written} records`;
  const done = `${written === 1 ? 'is' : 'are'} ${counts.deleted > 0 ? 'deleted' : 'written'}`;
  const sentence = message.replace(/\.$/, '');
  return which === undefined
    ? `${sentence}; ${records} ${done}, and the same request continues`
    : `${sentence}; ${records} ${which} ${done}`;
}
