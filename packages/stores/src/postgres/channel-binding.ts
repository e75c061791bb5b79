import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Client } from 'pg';

/** What every client of `pg` has, and its types do not declare. Its own listeners are added when it connects. */
export type ClientParts = Client & {
  readonly connection: EventEmitter & {
    readonly stream: Duplex;
    attachListeners(stream: Duplex): void;
  };
};

/** The only log-in of PostgreSQL that is bound to the certificate of the server (RFC 5802, RFC 5929). */
const boundMechanism = 'SCRAM-SHA-256-PLUS';

/**
 * Other requests of a server that a client would respond to with its password, or with a proof that others can
 * use.
 */
const otherLogIns = ['authenticationCleartextPassword', 'authenticationMD5Password'];

/**
 * Lets a client connect only when its log-in is bound to the TLS connection, as libpq does with
 * `channel_binding=require`. `pg` binds the log-in where the server offers it, but accepts any other log-in
 * too, which a man in the middle would choose. Call it before the client connects.
 */
export function demandChannelBinding(client: Client): void {
  const { connection } = client as ClientParts;
  const refuse = () => connection.stream.destroy(new Error('The log-in is not bound to the connection.'));
  let isOffered = false;
  let isBound = false;
  connection.on('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
    isOffered = mechanisms.includes(boundMechanism);
    if (!isOffered) refuse();
  });
  // Where the proof of the server is wrong, `pg` ends the connection itself.
  connection.on('authenticationSASLFinal', () => {
    isBound = isOffered;
  });
  connection.on('authenticationOk', () => {
    if (!isBound) refuse();
  });
  for (const question of otherLogIns) connection.on(question, refuse);
}
