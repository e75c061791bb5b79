import type { CaseResponse } from '../http/service.ts';
import { causeOf } from './findings/kinds.ts';

/** How often a request is sent where its connection is lost, or where it gets no response in time. */
const maxTries = { connection: 5, timeout: 2 };

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
