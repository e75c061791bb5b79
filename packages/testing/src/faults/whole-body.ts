import type { LocationResponse } from '@location-records/core';

/** The whole body of an answer. */
export async function wholeBody({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}
