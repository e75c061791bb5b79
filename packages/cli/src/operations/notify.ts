import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';

/**
 * Tells a service manager what becomes of the service, as sd_notify(3) says: `READY=1`, `STOPPING=1`. Node.js
 * has no datagrams of Unix sockets, so the program `systemd-notify` sends them: the unit needs
 * `NotifyAccess=all`.
 *
 * @throws {StartError} (rejects) when that program cannot be run, or fails.
 */
export async function notify(...states: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('systemd-notify', states);
  } catch (cause) {
    throw new StartError(
      `The service manager cannot be told ${states[0]} (${describeError(cause)}); install systemd-notify, or leave out what sets NOTIFY_SOCKET, such as Type=notify.`,
      { cause },
    );
  }
}
