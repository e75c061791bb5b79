import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isStoreError } from '@location-records/core';
import { CommandError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { readyPath } from '../../operations/health.ts';
import { writeAll } from '../../output/write-all.ts';
import { askService } from '../../service/ask-service.ts';
import { readError } from '../../service/bounds.ts';
import { errorMessageIn } from '../../service/responses.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { PingOptions } from './ping-command.ts';

/** The pause between two questions, in milliseconds. */
const pauseMs = 250;

/**
 * Asks a service whether it is ready. Resolves to 0 when it is, or to 128 + n after signal n.
 *
 * @throws {CommandError} `NOT_READY` when it is not, or does not answer, at the end of `wait`.
 */
export function ping({ wait, quiet = false, ...options }: PingOptions, io: Io): Promise<number> {
  const url = options.url ?? ownUrl(io.env);
  return untilStopped(io, async ({ signal }) => {
    const end = performance.now() + wait * 1000;
    try {
      for (;;) {
        const problem = await problemOf({ ...options, url }, signal);
        if (problem === undefined) break;
        if (performance.now() + pauseMs > end) throw new CommandError('NOT_READY', problem);
        await pause(pauseMs, undefined, { signal });
      }
    } catch (error) {
      if (signal.aborted) return 0;
      throw error;
    }
    if (!quiet) await writeAll(io.stdout, `The service at ${url} is ready.\n`);
    return 0;
  });
}

/** Resolves to why a service is not ready. */
async function problemOf(
  { url, headers, timeout }: Pick<PingOptions, 'headers' | 'timeout'> & { readonly url: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const service = { url, headers, timeout };
    const response = await askService(service, { path: readyPath, accept: 'application/json', signal });
    const text = await readError(response);
    if (response.status === 200) return undefined;
    const said = errorMessageIn(text);
    const reason = `it responded to ${readyPath} with ${response.status}${said === undefined ? '' : `, "${said}"`}`;
    return `The service at ${url} is not ready: ${reason}.`;
  } catch (error) {
    if (isStoreError(error)) return error.message;
    throw error;
  }
}

/**
 * The URL of the probes of `serve` with these variables, from this machine: at `--admin` if that is a port.
 *
 * @throws {UsageError} when there is only a Unix socket.
 */
function ownUrl({ PORT, HOST = '', LOCATION_RECORDS_BASE_PATH = '', ...env }: Io['env']): string {
  const basePath = LOCATION_RECORDS_BASE_PATH.replace(/\/+$/, '');
  const { LOCATION_RECORDS_ADMIN: admin = '' } = env;
  if (/^\d+$/.test(admin)) return `http://127.0.0.1:${admin}${basePath}`;
  if (env.LOCATION_RECORDS_SOCKET) {
    throw new UsageError(
      'ping cannot ask the Unix socket of LOCATION_RECORDS_SOCKET.',
      'Give the probes a port of their own with LOCATION_RECORDS_ADMIN=9090, for serve and ping.',
    );
  }
  const scheme = env.LOCATION_RECORDS_TLS_CERT ? 'https' : 'http';
  const isWildcard = /^[0.:]*$/.test(HOST);
  const host = isIP(HOST) === 0 || isWildcard ? '127.0.0.1' : isIP(HOST) === 6 ? `[${HOST}]` : HOST;
  return `${scheme}://${host}:${PORT || 8080}${basePath}`;
}
