import type { Args, Client, ClientPackage, Reply } from './client.ts';
import { ConnectionError, ReplyError } from './errors.ts';
import { refusals } from './failures.ts';
import { type Address, formatAddress, type Settings } from './options.ts';

/** Makes the client return bulk strings ("$") as bytes: decoding would lose text that is not UTF-8. */
const bytes = { 36: Buffer };

/**
 * One connection to one server. It never reconnects: its owner makes another. So commands that are sent one
 * after the other certainly reach the same server over the same socket.
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
      // A signal for each command would cost more than the command. The caller keeps the time.
      commandOptions: { timeout: undefined, typeMapping: bytes },
    });
    this.#client.on('error', (error) => this.end(this.#isMade ? 'was lost' : 'could not be made', error));
  }

  /** Whether it takes more commands. */
  get isOpen(): boolean {
    return this.#end === undefined && !this.#isRetired;
  }

  /**
   * Resolves when the server replies.
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
      // The client completes a connection that was ended while it was being made.
      connected.then(
        () => this.isOpen || this.#client.destroy(),
        () => {},
      );
      await Promise.race([connected, ended]);
      // Some servers accept every connection, and refuse the first command.
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
   * Resolves to the reply of the server.
   *
   * @throws {ConnectionError} when the connection has ended.
   * @throws {ReplyError} when the server replies with an error.
   */
  async send(args: Args): Promise<Reply> {
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

  /** The same for a key that is moving to this server, which takes a command only right after ASKING. */
  async sendAsking(args: Args): Promise<Reply> {
    // Sent in one turn of the event loop, the two stay together.
    const [, reply] = await Promise.all([this.send(['ASKING']), this.send(args)]);
    return reply;
  }

  /** Ends the connection at once. Commands that wait for a reply reject. */
  end(how: string, cause?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = new ConnectionError(`the connection to ${formatAddress(this.#address)} ${how}`, false, cause);
    this.#client.destroy();
    this.#giveUp?.(this.#end);
  }

  /** Ends the connection after the last reply. */
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
