import { BodyUsedError } from '../errors.ts';
import { RequestAbortedError } from '../request-aborted-error.ts';

/**
 * Reads the first `maxBytes` bytes of the body of a `Request`, or fewer when `hasEnough` says so of a chunk, and
 * leaves the rest to the runtime.
 *
 * @throws {RequestAbortedError} when the client went away first.
 * @throws {BodyUsedError} when somebody else has read the body, or is about to.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  hasEnough: (chunk: Uint8Array) => boolean = () => false,
): Promise<Uint8Array> {
  const { body, bodyUsed } = request;
  if (bodyUsed || body?.locked) throw new BodyUsedError();
  if (body === null) return new Uint8Array();
  // A `Request` of Firefox does not give its body as a stream.
  if (body === undefined) return (await readWhole(request)).subarray(0, maxBytes);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await readChunk(reader);
    if (done) break;
    if (!ArrayBuffer.isView(value)) throw new TypeError('The request body gives chunks that are no bytes.');
    chunks.push(value);
    length += value.length;
    if (length < maxBytes && !hasEnough(value)) continue;
    reader.cancel().catch(() => {});
    break;
  }
  return join(chunks, length).subarray(0, maxBytes);
}

async function readWhole(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw new RequestAbortedError({ cause });
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new RequestAbortedError({ cause });
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
