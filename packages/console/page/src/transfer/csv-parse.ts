// What the readers of the formats get in place of `csv-parse`, which needs the streams of Node.js.
import { Parser as StreamParser } from 'csv-parse/browser/esm';

/** How many arguments a call may have at least. */
const maxArguments = 8192;

type Callback = (error: Error | null | undefined) => void;

/** `csv-parse` with the streams that it brings along. They take a `Buffer` of their own and text, but no bytes. */
export class Parser extends StreamParser {
  override write(bytes: Uint8Array, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    let text = '';
    for (let start = 0; start < bytes.length; start += maxArguments) {
      text += String.fromCharCode(...bytes.subarray(start, start + maxArguments));
    }
    return super.write(text, 'latin1', typeof encoding === 'function' ? encoding : callback);
  }
}
