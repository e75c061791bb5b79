import { expectEqual } from '../contract-error.ts';
import { expectLocation } from './expect.ts';
import { type HttpCase, httpCase } from './http-case.ts';
import { createRecord, expectAbsent, expectRecord, first } from './records.ts';
import { onConnection, rawHead } from './requests.ts';
import { type Expected, expectResponse, plain } from './rows.ts';
import type { Connection } from './service.ts';

/** What must come back. */
export type Reply =
  | Expected
  /** Any response to HEAD. */
  | 'head'
  /** The end of the connection, without more bytes. */
  | 'closed';

/** Bytes that are sent at once, and what must come back. `<id>` stands for the identifier of a record. */
export type Exchange = readonly [sent: string | Uint8Array, ...replies: Reply[]];

export interface DialogueOptions extends Partial<Pick<HttpCase, 'needs' | 'presupposes'>> {
  /**
   * The Location of the record before; `null` if it is absent.
   * @default first
   */
  readonly before?: string | null;
  /**
   * The Location of the record afterwards; `null` if it must be absent.
   * @default the same as before
   */
  readonly after?: string | null;
}

/** Makes a case of exchanges on one connection, about one record. */
export function dialogue(
  id: string,
  clause: string,
  title: string,
  exchanges: readonly Exchange[],
  options: DialogueOptions = {},
): HttpCase {
  return connectionCase(
    id,
    clause,
    title,
    (connection, record) => play(connection, record, exchanges),
    options,
  );
}

/** Makes a case about one connection and one record, which has this identifier. */
export function connectionCase(
  id: string,
  clause: string,
  title: string,
  run: (connection: Connection, id: string) => Promise<void>,
  { before = first, after = before, needs = [], presupposes = ['connection-kept'] }: DialogueOptions = {},
): HttpCase {
  return httpCase(
    id,
    clause,
    title,
    async (service) => {
      const record = before === null ? service.freshId() : await createRecord(service, before);
      await onConnection(service, (connection) => run(connection, record));
      if (after === null) await expectAbsent(service, `/${record}`);
      else await expectRecord(service, `/${record}`, after);
    },
    {
      needs: ['socket', ...needs],
      presupposes: [plain.creates, plain.replaces, plain.absent, ...presupposes],
    },
  );
}

async function play(connection: Connection, id: string, exchanges: readonly Exchange[]): Promise<void> {
  for (const [sent, ...replies] of exchanges) {
    await connection.send(typeof sent === 'string' ? sent.replaceAll('<id>', id) : sent);
    for (const reply of replies) await expectReply(connection, reply, id);
  }
}

async function expectReply(connection: Connection, reply: Reply, id: string): Promise<void> {
  if (reply === 'closed') expectEqual('bytes after the response', (await connection.closed()).length, 0);
  else if (reply === 'head') await connection.receive('HEAD');
  else expectResponse(await connection.receive(), reply, id);
}

/** Expects a GET on this connection to get the record. */
export async function expectGet(connection: Connection, id: string, location: string): Promise<void> {
  await connection.send(rawHead('GET', `/${id}`));
  expectLocation(await connection.receive(), location);
}
