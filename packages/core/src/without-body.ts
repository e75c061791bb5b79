import { because } from './explanation.ts';
import type { LocationResponse } from './response.ts';

/** The answer to HEAD: that to GET, without the body (RFC 9110 section 9.3.2). */
export async function withoutBody(answer: LocationResponse): Promise<LocationResponse> {
  if (typeof answer.body !== 'string') await answer.body.return?.();
  const { clause, reason } = answer.explanation ?? {};
  return { ...answer, body: '', explanation: because('D12', `as GET (${clause}): ${reason}`) };
}
