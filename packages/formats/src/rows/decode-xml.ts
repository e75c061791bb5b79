import { openUtf8 } from './encoding.ts';
import type { RowSettings, RowSource } from './row.ts';

/** Half of a character, which stands for bytes that are not UTF-8: the text is not well-formed then. */
const undecoded = '\udfff';

/** Texts are handed on in pieces of this many bytes. */
const pieceLength = 2 ** 16;

/**
 * Decodes a document of XML, in the encoding that it declares or that its bytes show. Line ends become LF, as
 * section 2.11 of XML 1.0 requires. A lone surrogate stands for bytes that the encoding does not allow.
 *
 * @throws {FormatError} by the iteration, if its encoding has to be named.
 */
export async function* decodeXml(
  source: RowSource,
  settings: RowSettings,
): AsyncGenerator<string, undefined> {
  const encoding = settings.encoding ?? (await declaredEncoding(source));
  const { chunks } = openUtf8(source, { ...settings, encoding });
  const decode = createDecoder();
  // An LF may follow the CR at the end of a piece.
  let kept = '';
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceLength) {
      const text = kept + decode(chunk.subarray(start, start + pieceLength));
      kept = text.endsWith('\r') ? '\r' : '';
      yield withLineFeeds(kept ? text.slice(0, -1) : text);
    }
  }
  yield withLineFeeds(kept + decode());
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Returns a function that decodes pieces of UTF-8, and at last, without a piece, the rest. */
function createDecoder(): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder();
  let strict = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    const options = { stream: bytes !== undefined };
    const text = decoder.decode(bytes, options);
    try {
      strict.decode(bytes, options);
      return text;
    } catch {
      strict = new TextDecoder('utf-8', { fatal: true });
      return text.replaceAll('\ufffd', undecoded);
    }
  };
}

/**
 * Returns the encoding that the declaration of a document names, unless it is not known, or one of Unicode:
 * programs declare these wrongly, and the bytes show which one it is.
 */
async function declaredEncoding(source: RowSource): Promise<string | undefined> {
  const decoder = new TextDecoder('latin1');
  let head = '';
  for await (const chunk of source.open()) {
    head += decoder.decode(chunk.subarray(0, 512));
    if (head.length >= 256) break;
  }
  const [, name = 'utf-8'] = /^[^<]*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  try {
    const { encoding } = new TextDecoder(name);
    return encoding.startsWith('utf') ? undefined : encoding;
  } catch {
    return undefined;
  }
}
