import { once } from 'node:events';
import type { Socket } from 'node:net';
import { dial } from '../listening.ts';

const types = { DATA: 0, HEADERS: 1, RST_STREAM: 3, SETTINGS: 4, GOAWAY: 7, WINDOW_UPDATE: 8 } as const;
const endStream = 1;
const endHeaders = 4;
const acknowledgement = 1;
const headLength = 9;
/** The largest payload that a server takes unless it says otherwise. */
const maxFrame = 16_384;

type FrameType = keyof typeof types;

/** A frame as it came (RFC 9113 section 4.1). */
export interface Frame {
  readonly type: FrameType | undefined;
  readonly stream: number;
  /** Whether it is the last one of its side of the stream. */
  readonly isEnd: boolean;
  readonly payload: Buffer;
}

/** What a request of HTTP/2 has beside its method and path. */
interface Http2Request {
  readonly method: string;
  readonly path: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  /** Whether the request has no body. */
  readonly isEnd: boolean;
}

/**
 * A client of HTTP/2 that sends what it is told, frame by frame. It lets the server send only the 64 KiB that a client
 * allows from the start, unless it is told to allow more.
 */
export class Http2Client {
  readonly socket: Socket;
  /** All frames that have come so far. */
  readonly frames: Frame[] = [];
  #streams = 0;
  #bytes = Buffer.alloc(0);

  constructor(socket: Socket) {
    // Each frame is a write of its own, and none is to wait for what becomes of the one before it.
    this.socket = socket.setNoDelay();
    socket.on('data', (bytes) => this.#read(bytes));
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    this.#send('SETTINGS', 0, 0, Buffer.alloc(0));
  }

  /** Begins a request on a new stream, and gives its number. */
  request({ method, path, fields = [], isEnd }: Http2Request): number {
    const stream = this.#streams++ * 2 + 1;
    const lines = [
      [':method', method],
      [':scheme', 'http'],
      [':authority', 'localhost'],
      [':path', path],
      ...fields,
    ];
    const block = Buffer.concat(lines.map(([name = '', value = '']) => literal(name, value)));
    this.#send('HEADERS', endHeaders | (isEnd ? endStream : 0), stream, block);
    return stream;
  }

  /** Sends a piece of a body, in as many frames as it takes. */
  data(stream: number, text: string, isEnd = false): void {
    for (let start = 0; start < text.length; start += maxFrame) {
      const piece = text.slice(start, start + maxFrame);
      const isLast = start + maxFrame >= text.length;
      this.#send('DATA', isEnd && isLast ? endStream : 0, stream, Buffer.from(piece));
    }
  }

  /** Breaks a stream off, with an error code of RFC 9113 section 7. */
  reset(stream: number, code: number): void {
    this.#send('RST_STREAM', 0, stream, number(code));
  }

  /** Lets the server send as many more bytes on the stream, or on the connection as a whole (0). */
  allow(stream: number, bytes: number): void {
    this.#send('WINDOW_UPDATE', 0, stream, number(bytes));
  }

  /** The frames of a stream so far, in the order in which they came, without the frames that let the client send more. */
  framesOf(stream: number): readonly Frame[] {
    return this.frames.filter((frame) => frame.stream === stream && frame.type !== 'WINDOW_UPDATE');
  }

  /** Waits until the server has ended its side of the stream or broken it off; gives its frames. */
  async end(stream: number): Promise<readonly Frame[]> {
    return this.until(stream, ({ isEnd, type }) => isEnd || type === 'RST_STREAM');
  }

  /** Waits until a frame of the stream is such a one; gives its frames. */
  async until(stream: number, isSuch: (frame: Frame) => boolean): Promise<readonly Frame[]> {
    while (!this.framesOf(stream).some(isSuch)) await once(this.socket, 'frame');
    return this.framesOf(stream);
  }

  #send(type: FrameType, flags: number, stream: number, payload: Buffer): void {
    const head = Buffer.alloc(headLength);
    head.writeUIntBE(payload.length, 0, 3);
    head.writeUInt8(types[type], 3);
    head.writeUInt8(flags, 4);
    head.writeUInt32BE(stream, 5);
    this.socket.write(Buffer.concat([head, payload]));
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (this.#bytes.length >= headLength) {
      const end = headLength + this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < end) return;
      this.#take(this.#bytes.subarray(0, end));
      this.#bytes = this.#bytes.subarray(end);
    }
  }

  #take(bytes: Buffer): void {
    const [code, flags] = [bytes.readUInt8(3), bytes.readUInt8(4)];
    const type = (Object.keys(types) as FrameType[]).find((name) => types[name] === code);
    if (type === 'SETTINGS' && !(flags & acknowledgement)) {
      this.#send('SETTINGS', acknowledgement, 0, Buffer.alloc(0));
    }
    const isEnd = (type === 'DATA' || type === 'HEADERS') && (flags & endStream) !== 0;
    this.frames.push({ type, stream: bytes.readUInt32BE(5), isEnd, payload: bytes.subarray(headLength) });
    this.socket.emit('frame');
  }
}

/** The statuses whose field is a single byte (RFC 7541 appendix A). */
const statuses = new Map([
  [0x88, 200],
  [0x8c, 400],
  [0x8d, 404],
  [0x8e, 500],
]);

/** What a response is, as far as its frames tell: no field but the status is decoded. */
export function responseOf(frames: readonly Frame[]) {
  const heads = frames.filter(({ type }) => type === 'HEADERS');
  const body = Buffer.concat(frames.flatMap(({ type, payload }) => (type === 'DATA' ? [payload] : [])));
  const reset = frames.find(({ type }) => type === 'RST_STREAM');
  return {
    status: heads.map(({ payload }) => statuses.get(payload.readUInt8(0))).join(' '),
    body: body.toString(),
    /** Whether it is whole. */
    isWhole: frames.some(({ isEnd }) => isEnd),
    /** The error code with which the server has broken the stream off. */
    reset: reset?.payload.readUInt32BE(0),
  };
}

/** Connects to a server on the loopback interface until the end of the test. */
export async function dialHttp2(port: number): Promise<Http2Client> {
  return new Http2Client(await dial(port));
}

/** A field that is neither indexed nor compressed (RFC 7541 section 6.2.2). */
function literal(name: string, value: string): Buffer {
  const parts = [name, value].map((text) => [Buffer.from([text.length]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0]), ...parts.flat()]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
