import { type CaseResponse, ConnectionEndedError } from '../http/service.ts';
import { TimeoutError } from '../transport/byte-queue.ts';

/** How often a request is sent where its connection is lost, or where it gets no response in time. */
const maxTries = { connection: 5, timeout: 2 };

/** The codes of connections that the server, or a host on the way, broke. */
const broken = ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ECONNABORTED'];

/**
 * Makes a request beside those that are judged. Sends it again where a bad network may be why there is no
 * response. Such requests can be repeated: their methods are idempotent.
 */
export async function persistently(send: () => Promise<CaseResponse>): Promise<CaseResponse> {
  const tries = { connection: 0, timeout: 0 };
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const cause = causeOf(error);
      if (cause === 'response' || ++tries[cause] >= maxTries[cause]) throw error;
    }
  }
}

function causeOf(error: unknown): 'response' | 'timeout' | 'connection' {
  if (error instanceof TimeoutError) return 'timeout';
  const isBroken = broken.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  return error instanceof ConnectionEndedError || isBroken ? 'connection' : 'response';
}
