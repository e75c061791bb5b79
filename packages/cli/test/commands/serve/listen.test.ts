import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../../src/commands/serve/start-server.ts';
import { StartError } from '../../../src/errors.ts';

/** A server that cannot listen; whether a name is not found or not now depends on the machine of the test. */
class Refused extends EventEmitter {
  readonly error: Error;

  constructor(code: string) {
    super();
    this.error = Object.assign(new Error(`listen ${code}`), { code });
  }

  listen(): void {
    this.emit('error', this.error);
  }
}

const noAddress =
  'a.example is not an address of this machine; choose one with --host, such as 127.0.0.1 or 0.0.0.0.';

test.each([
  ['EADDRINUSE', 'Port 80 on a.example is in use; stop what listens there, or choose another with --port'],
  ['EACCES', 'Port 80 on a.example may not be used by this user; choose one from 1024 on with --port.'],
  ['EADDRNOTAVAIL', noAddress],
  ['ENOTFOUND', noAddress],
  ['EAI_AGAIN', noAddress],
  ['EMFILE', 'Port 80 on a.example cannot be used (listen EMFILE); choose others with --port and --host.'],
])('%s is told with advice', async (code, advice) => {
  const server = new Refused(code);
  const error = await listen(server as unknown as Server, 80, 'a.example').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({ message: expect.stringContaining(advice), cause: server.error });
});
