import { StartError } from '../errors.ts';
import { printableLine } from '../output/printable-text.ts';

/** The descriptor of the first socket that a supervisor passes: `SD_LISTEN_FDS_START`. */
const firstDescriptor = 3;

/**
 * Returns the descriptor of the socket that systemd has passed to a process, if any, as sd_listen_fds(3) says.
 *
 * @throws {StartError} when there are several.
 */
export function inheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: Readonly<Record<string, string | undefined>>,
  pid = process.pid,
): number | undefined {
  if (LISTEN_PID !== String(pid) || LISTEN_FDS === undefined) return undefined;
  if (LISTEN_FDS === '1') return firstDescriptor;
  throw new StartError(
    `systemd passes ${printableLine(LISTEN_FDS)} sockets (LISTEN_FDS); the service takes one: leave a single ListenStream in its .socket unit.`,
  );
}
