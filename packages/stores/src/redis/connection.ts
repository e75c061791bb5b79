import type { Client, ClientPackage, Reply } from './client.ts';
import { ConnectionError, ReplyError } from './errors.ts';
import { refusals } from './failures.ts';
import { type Address, formatAddress, type Settings } from './options.ts';

/** The client decodes bulk strings ("$") to bytes, since text that is not UTF-8 would lose what it was. */
const bytes = { 36: Buffer };

/**
 * One connection to one server, for as long as it lasts: whoever finds it ended makes another. So it is certain that
 * commands sent one after the other reach the same server over the same socket.
 */
export class Connection {
  readonly #address: Address;
  readonly #package: ClientPackage;
  readonly #client: Client;
  #end: ConnectionError | undefined;
  #giveUp: ((reason: ConnectionError) => void) | undefined;
  #isMade = false;
  #isRetired = false;
  #pending = 0;

  constructor(clientPackage: ClientPackage, address: Address, settings: Settings) {
    const { tls, username, password, database, timeout } = settings;
    this.#address = address;
    this.#package = clientPackage;
    this.#client = clientPackage.createClient({
      RESP: 2,
      username,
      password,
      database,
      socket: { ...address, tls, connectTimeout: timeout, reconnectStrategy: false },
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      // A signal for each command would cost more than the command. Whoever sends it keeps the time.
      commandOptions: { timeout: undefined, typeMapping: bytes },
    });
    this.#client.on('error', (error) => this.end(this.#isMade ? 'was lost' : 'could not be made', error));
  }

  /** Whether it is there for more commands. */
  get isOpen(): boolean {
    return this.#end === undefined && !this.#isRetired;
  }

  /**
   * Resolves when the server answers.
   *
   * @throws {ConnectionError} when it cannot be reached, or ends the connection.
   * @throws {ReplyError} when it refuses the connection.
   */
  async open(): Promise<void> {
    try {
      const ended = new Promise<never>((_, reject) => {
        this.#giveUp = reject;
      });
      const connected = this.#client.connect();
      // What is ended while it is being made, the client makes all the same.
      connected.then(
        () => this.isOpen || this.#client.destroy(),
        () => {},
      );
      await Promise.race([connected, ended]);
      // Some servers accept everybody, and refuse the first command.
      await this.send(['PING']).catch((error: unknown) => {
        if (!(error instanceof ReplyError) || refusals.has(error.word)) throw error;
      });
      this.#isMade = true;
    } catch (error) {
      this.end('could not be made', error);
      const reason: unknown = this.#end?.cause;
      throw reason instanceof this.#package.ErrorReply ? new ReplyError(reason) : this.#problem(error, false);
    }
  }

  /**
   * Resolves to the answer of the server.
   *
   * @throws {ConnectionError} when the connection has ended.
   * @throws {ReplyError} when the server says no.
   */
  async send(args: readonly string[]): Promise<Reply> {
    if (this.#end !== undefined) throw this.#problem(this.#end, false);
    this.#pending++;
    try {
      return (await this.#client.sendCommand(args)) as Reply;
    } catch (error) {
      if (error instanceof this.#package.ErrorReply) throw new ReplyError(error);
      throw this.#problem(error, true);
    } finally {
      this.#pending--;
      this.#endRetired();
    }
  }

  /** The same, for a record that is on its way to this server: it takes a command only right after ASKING. */
  async sendAsking(args: readonly string[]): Promise<Reply> {
    // Sent in one turn of the event loop, the two stay together.
    const [, reply] = await Promise.all([this.send(['ASKING']), this.send(args)]);
    return reply;
  }

  /** Ends the connection at once. Whoever waits for an answer gets none. */
  end(how: string, cause?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = new ConnectionError(`the connection to ${formatAddress(this.#address)} ${how}`, false, cause);
    this.#client.destroy();
    this.#giveUp?.(this.#end);
  }

  /** Ends the connection when the last answer has come. */
  retire(): void {
    this.#isRetired = true;
    this.#endRetired();
  }

  #endRetired(): void {
    if (this.#isRetired && this.#pending === 0) this.end('was of no more use');
  }

  #problem(error: unknown, isSent: boolean): unknown {
    if (error instanceof ReplyError || error instanceof ConnectionError) return error;
    const { message, cause } = this.#end ?? new ConnectionError(String(error), isSent, error);
    return new ConnectionError(message, isSent, cause);
  }
}
