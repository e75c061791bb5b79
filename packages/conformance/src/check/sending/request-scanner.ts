import { Buffer } from 'node:buffer';
import { chunkLength } from '../../transport/read-response.ts';

/** A request whose first line was sent. */
interface BegunRequest {
  readonly method: string;
  readonly target: string;
}

/** The requests found in the next bytes of a connection. */
export interface Scanned {
  /** The requests whose first lines end in these bytes. */
  readonly begun: readonly BegunRequest[];
  /** The part of a first line that has not ended yet. */
  readonly openLine: string;
  /** Whether some bytes are not part of a head: they belong to a body, or come after invalid HTTP. */
  readonly hasMore: boolean;
  /** The bytes to send instead. */
  readonly bytes: string | Uint8Array;
  /** The same without the fields of the edits, which may be secret. */
  readonly shown: string | Uint8Array;
}

/** The changes made to requests. */
export interface ScanEdits {
  /** Comes before each target that begins with a slash. */
  readonly basePath: string;
  /** Replaces `localhost` in `Host`. */
  readonly authority: string;
  /** Fields that every request gets. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

type State = 'line' | 'fields' | 'body' | 'chunk-size' | 'chunk' | 'trailers' | 'unknown';

/** Parses the bytes that a client sends on an HTTP/1.1 connection, up to the first invalid request. */
export class RequestScanner {
  readonly #edits: ScanEdits;
  readonly #fieldLines: string;
  #state: State = 'line';
  /** The line that has not ended yet. */
  #line = '';
  #hasBasePath = false;
  #framing: string[] = [];
  /** The bytes of a body or of a chunk that are still to come. */
  #left = 0;

  constructor(edits: ScanEdits) {
    this.#edits = edits;
    this.#fieldLines = edits.fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  /** Reads the next bytes. */
  scan(sent: string | Uint8Array): Scanned {
    const text = Buffer.from(sent as Uint8Array).toString('latin1');
    const begun: BegunRequest[] = [];
    let [out, shown] = ['', ''];
    let hasMore = false;
    for (let position = 0; position < text.length; ) {
      if (this.#state === 'body' || this.#state === 'chunk' || this.#state === 'unknown') {
        const part = text.slice(position, this.#state === 'unknown' ? undefined : position + this.#left);
        out += part;
        shown += part;
        position += part.length;
        hasMore = true;
        this.#skip(part.length);
        continue;
      }
      const end = text.indexOf('\n', position) + 1 || text.length;
      const part = text.slice(position, end);
      position = end;
      const edited = this.#edited(part);
      out += edited;
      shown += edited;
      this.#line += part;
      if (!part.endsWith('\n')) continue;
      hasMore ||= this.#state === 'chunk-size';
      const isRequestLine = this.#state === 'line';
      this.#endLine(begun);
      if (isRequestLine && this.#state === 'fields') out += this.#fieldLines;
      this.#line = '';
      this.#hasBasePath = false;
    }
    const openLine = this.#state === 'line' ? this.#line : '';
    const bytesOf = (edited: string) => (edited === text ? sent : Buffer.from(edited, 'latin1'));
    return { begun, openLine, hasMore, bytes: bytesOf(out), shown: bytesOf(shown) };
  }

  #skip(count: number): void {
    if (this.#state === 'unknown') return;
    this.#left -= count;
    if (this.#left === 0) this.#state = this.#state === 'chunk' ? 'chunk-size' : 'line';
  }

  /** A part of a line, with the changes made. */
  #edited(part: string): string {
    const { basePath, authority } = this.#edits;
    if (this.#state === 'fields' && this.#line === '' && part === 'Host: localhost\r\n') {
      return `Host: ${authority}\r\n`;
    }
    const [before] = /^[^\s/]+ (?=\/)/.exec(this.#line + part) ?? [];
    if (this.#state !== 'line' || before === undefined || this.#hasBasePath) return part;
    this.#hasBasePath = true;
    const position = before.length - this.#line.length;
    return part.slice(0, position) + basePath + part.slice(position);
  }

  #endLine(begun: BegunRequest[]): void {
    const line = this.#line.replace(/\r?\n$/, '');
    if (this.#state === 'line') this.#endRequestLine(line, begun);
    else if (this.#state === 'chunk-size') this.#beginChunk(line);
    else if (line !== '') this.#framing.push(line);
    else if (this.#state === 'trailers') this.#state = 'line';
    else this.#beginBody();
  }

  #endRequestLine(line: string, begun: BegunRequest[]): void {
    // A server ignores an empty line before a request (RFC 9112 section 2.2).
    if (line === '') return;
    const [, method = line, target = '', version = ''] = /^([^ ]+) ([^ ]*)(.*)$/.exec(line) ?? [];
    begun.push({ method, target: Buffer.from(target, 'latin1').toString() });
    this.#framing = [];
    this.#state = /^ HTTP\/1\.[01]$/.test(version) ? 'fields' : 'unknown';
  }

  #beginBody(): void {
    const framing = framingOf(this.#framing);
    this.#left = framing.length;
    if (framing.kind === 'length') this.#state = framing.length > 0 ? 'body' : 'line';
    else this.#state = framing.kind === 'chunks' ? 'chunk-size' : 'unknown';
  }

  #beginChunk(line: string): void {
    const length = chunkLength(line);
    // Includes the line break after the chunk.
    this.#left = (length ?? 0) + 2;
    if (length === undefined) this.#state = 'unknown';
    else this.#state = length > 0 ? 'chunk' : 'trailers';
  }
}

/** The framing of a request body by its fields. */
interface Framing {
  readonly kind: 'length' | 'chunks' | 'unknown';
  /** In bytes; 0 unless the kind is `length`. */
  readonly length: number;
}

/** The framing by field lines (RFC 9112 section 6.3). Any ambiguous framing is `unknown`. */
function framingOf(lines: readonly string[]): Framing {
  const framing = lines.filter((line) => /^(content-length|transfer-encoding)[ \t]*:/i.test(line));
  const [only, ...more] = framing.map((line) => line.toLowerCase().replaceAll(/[ \t]/g, ''));
  if (only === undefined) return { kind: 'length', length: 0 };
  const [, length] = /^content-length:(\d{1,15})$/.exec(only) ?? [];
  if (more.length > 0) return { kind: 'unknown', length: 0 };
  if (length !== undefined) return { kind: 'length', length: Number(length) };
  return { kind: only === 'transfer-encoding:chunked' ? 'chunks' : 'unknown', length: 0 };
}
