import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * Reads the whole Location list. With `stallMs` the reader stops reading after the first bytes for that long;
 * `onFirst` is called when they are there. Rejects when the response is not 200, or is aborted.
 */
export async function readList(port: number, stallMs = 0, onFirst = () => {}): Promise<Buffer> {
  const response = await request(port);
  if (response.statusCode !== 200) throw new Error(`The list answered ${response.statusCode}.`);
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    if (chunks.length === 0) onFirst();
    // While this loop waits, nothing reads the socket beyond the small buffer of the stream.
    if (chunks.length === 0 && stallMs > 0) await setTimeout(stallMs);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function request(port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/', agent: false }, resolve).on('error', reject);
  });
}
