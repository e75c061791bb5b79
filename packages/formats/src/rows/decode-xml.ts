import { FormatError } from '../formats.ts';

type Decoder = InstanceType<typeof TextDecoder>;

/** How many bytes the declaration of a document has at most. */
const headLength = 512;

/** Texts are handed on in pieces of this many bytes. */
const pieceLength = 2 ** 16;

/**
 * Decodes a document of XML: by its byte order mark, else as its declaration says (XML 1.0 appendix F). Line
 * ends become LF, as section 2.11 requires.
 *
 * @param encoding the name of its encoding, instead of what is found.
 * @throws {FormatError} by the iteration: `FORMAT_INVALID` if it is encoded differently.
 */
export async function* decodeXml(
  chunks: AsyncIterable<Uint8Array>,
  encoding?: string,
): AsyncGenerator<string, undefined> {
  let decoder: Decoder | undefined;
  let head: Uint8Array = new Uint8Array(0);
  // An LF may follow the CR at the end of a piece.
  let kept = '';
  for await (const chunk of chunks) {
    const bytes = decoder ? chunk : joined(head, chunk);
    if (!decoder && bytes.length < headLength) {
      head = bytes;
      continue;
    }
    decoder ??= decoderFor(encoding ?? encodingOf(bytes));
    for (let start = 0; start < bytes.length; start += pieceLength) {
      const text = kept + decode(decoder, bytes.subarray(start, start + pieceLength));
      kept = text.endsWith('\r') ? '\r' : '';
      yield withLineFeeds(kept ? text.slice(0, -1) : text);
    }
  }
  const rest = decoder ? new Uint8Array(0) : head;
  decoder ??= decoderFor(encoding ?? encodingOf(rest));
  yield withLineFeeds(kept + decode(decoder, rest) + decode(decoder));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function encodingOf(head: Uint8Array): string {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const text = new TextDecoder('latin1').decode(head.subarray(0, headLength));
  const [, named = 'utf-8'] = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(text) ?? [];
  // Its letters have been read from single bytes.
  return /^utf-?16|^ucs/i.test(named) ? 'utf-8' : named;
}

function decoderFor(encoding: string): Decoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    const problem = `The encoding ${JSON.stringify(encoding)} is not known. Save the file as UTF-8.`;
    throw new FormatError('FORMAT_INVALID', problem, { cause });
  }
}

function decode(decoder: Decoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new FormatError(
      'FORMAT_INVALID',
      `The file is not ${decoder.encoding.toUpperCase()}. Name its encoding, such as windows-1252.`,
      { cause },
    );
  }
}
