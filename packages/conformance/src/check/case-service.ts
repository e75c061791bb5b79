import { Buffer } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { noFaults } from '../http/in-process.ts';
import type { CaseRequest, CaseResponse, Connection, Service } from '../http/service.ts';
import { ConnectionPool } from '../transport/connection-pool.ts';
import { Allowance } from '../transport/limits.ts';
import type { ExchangeConnection } from '../transport/socket-connection.ts';
import { encodeRequest } from '../transport/url-service.ts';
import { NotJudgedError, type RunRecords } from './run-records.ts';
import { type ServerUrl, targetBelow } from './server-url.ts';

/** A request of a case, with its response as soon as it has one. */
export interface SentRequest {
  readonly request: CaseRequest;
  /** Whether it was sent while an earlier request had no response yet. */
  readonly isBeside: boolean;
  response?: CaseResponse;
}

/** What the cases of a run share. */
export interface CaseContext {
  readonly server: ServerUrl;
  readonly records: RunRecords;
  readonly readOnly: boolean;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Opens a connection that the signal closes, and whose bodies use up the allowance. */
  connect(signal: AbortSignal, allowance: Allowance): Promise<ExchangeConnection>;
}

/** From this length on, a command does not get more of what a case writes. */
const maxRaw = 2 ** 16;

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The server for one case. It refuses requests that could change records of others, and removes the
 * records of the case.
 */
export class CaseService implements Service {
  readonly faults = noFaults;
  readonly sent: SentRequest[] = [];
  /** The bytes that the case wrote itself, as many as a command may have. */
  readonly raw: (string | Uint8Array)[] = [];
  #rawLength = 0;
  readonly #context: CaseContext;
  readonly #pool: ConnectionPool;
  /** Closes the connections that the case opened itself. */
  readonly #raw = new AbortController();
  /** The case keeps all its responses. */
  readonly #allowance: Allowance;
  /** Targets that were written, and whether they may have a record. */
  readonly #written = new Map<string, boolean>();
  readonly #underWay = new Set<Promise<CaseResponse>>();
  #giveBack: Promise<() => void> | undefined;
  #stopped: Error | undefined;

  /** @param maxBytes what the bodies of all its responses may have together. */
  constructor(context: CaseContext, maxBytes: number) {
    this.#context = context;
    this.#allowance = new Allowance(maxBytes);
    this.#pool = new ConnectionPool((signal) => context.connect(signal, this.#allowance));
    setMaxListeners(0, this.#raw.signal);
  }

  freshId(): string {
    return this.#context.records.freshId();
  }

  request(request: CaseRequest): Promise<CaseResponse> {
    const exchange = this.#exchange(request, this.#underWay.size > 0);
    this.#underWay.add(exchange);
    const forget = () => void this.#underWay.delete(exchange);
    // A case that has already failed does not handle a rejection.
    exchange.then(forget, forget);
    return exchange;
  }

  async connect(): Promise<Connection> {
    const { server, fields } = this.#context;
    if (server.basePath !== '' || fields.length > 0) {
      throw new NotJudgedError('It sends raw bytes, which have neither a base path nor added fields.');
    }
    return this.#guarded(await this.#context.connect(this.#raw.signal, this.#allowance));
  }

  /** Ends the case: whatever it sends from now on rejects with this error. */
  stop(error: Error): void {
    this.#stopped ??= error;
    this.#pool.destroy();
    this.#raw.abort();
  }

  /**
   * Removes the records that the case created, unless the server did not respond to that before. The rest of
   * them is left to the end of the run when the case is stopped.
   */
  async clean(): Promise<void> {
    const { records } = this.#context;
    await Promise.allSettled(this.#underWay);
    try {
      for (const [target, mayExist] of records.isSilent ? [] : this.#written) {
        if (mayExist) await this.#send({ method: 'DELETE', target });
        this.#written.delete(target);
      }
    } catch {
      records.isSilent = true;
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#raw.abort();
    this.#pool.close();
    (await this.#giveBack)?.();
  }

  async #exchange(request: CaseRequest, isBeside: boolean): Promise<CaseResponse> {
    await this.#allow(request);
    const sent: SentRequest = { request, isBeside };
    this.sent.push(sent);
    const response = await this.#send(request);
    sent.response = response;
    // Of requests at once, the last to be answered counts.
    const { method, target } = request;
    if (response.status < 300 && this.#written.has(target)) this.#written.set(target, method !== 'DELETE');
    return response;
  }

  async #allow({ method, target, body }: CaseRequest): Promise<void> {
    const { records, readOnly } = this.#context;
    const isSafe = safeMethods.includes(method) && body === undefined;
    if (readOnly && !isSafe) throw new NotJudgedError('It sends more than GET, HEAD and OPTIONS.');
    const path = target.replace(/[?#].*$/s, '');
    const isOwn = path.includes(records.mark);
    if (!isOwn && /[^/]/.test(path)) {
      this.#giveBack ??= records.borrow();
      await this.#giveBack;
    }
    if (isSafe) return;
    records.expectOwn(method, path);
    if (path.startsWith('/') && /[^/]/.test(path) && method !== 'DELETE') this.#written.set(target, true);
  }

  async #send(request: CaseRequest): Promise<CaseResponse> {
    if (this.#stopped) throw this.#stopped;
    const { server, fields } = this.#context;
    const target = targetBelow(server.basePath, request.target);
    if (target === undefined)
      throw new NotJudgedError('Its target would leave the base path of the service.');
    const headers = [...fields, ...(request.headers ?? [])];
    const bytes = encodeRequest(server.authority, { ...request, target, headers });
    // Some servers serve one connection at a time, and an idle one would block the others.
    return this.#pool.exchange(bytes, request.method, () => this.#underWay.size <= 1);
  }

  #guarded(connection: Connection): Connection {
    const send = connection.send.bind(connection);
    return Object.assign(connection, {
      send: async (bytes: string | Uint8Array) => {
        for (const [, method = '', target = ''] of textOf(bytes).matchAll(/(?:^|\n)(\S+) (\/\S*) HTTP\//g)) {
          await this.#allow({ method, target });
        }
        const named = addressed(bytes, this.#context.server.authority);
        // A case may send 64 MiB to a server that never closes the connection.
        if (this.#rawLength < maxRaw) this.raw.push(named);
        this.#rawLength += named.length;
        return send(named);
      },
    });
  }
}

/**
 * Names the server in the first head of what a case writes. Later ones may be bodies, whose length
 * is already sent.
 */
function addressed(bytes: string | Uint8Array, authority: string): string | Uint8Array {
  if (typeof bytes !== 'string') return bytes;
  return bytes.replace(
    /^(\S+ \S+ HTTP\/1\.1\r\n)Host: localhost\r\n/,
    (_, line) => `${line}Host: ${authority}\r\n`,
  );
}

function textOf(bytes: string | Uint8Array): string {
  return Buffer.from(bytes as Uint8Array).toString('latin1');
}
