import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A response of a service, read to its end. */
export interface TextResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const decoder = new TextDecoder();

/** Reads a response to its end. */
export async function readText(response: IncomingMessage): Promise<TextResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: decoder.decode(Buffer.concat(chunks)) };
}

/** Whether a response says that it is JSON. */
export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}
