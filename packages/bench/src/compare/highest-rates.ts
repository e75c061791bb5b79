import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { findProgram } from '@location-records/dev-kit/engines';
import type { Entrant } from '../shared/cpu-time/contestants.ts';
import { inTurn } from '../shared/in-turn.ts';
import type { ServerProcess, ServerSettings } from '../shared/server-process.ts';
import type { Timed } from './drive.ts';

/** What `wrk` sends. */
interface Load {
  readonly connections: number;
  /** What is asked for, unless a script says it. */
  readonly path?: string;
  /** The path of a program of Lua that makes the requests, as {@link writeScript} writes it. */
  readonly script?: string;
  /** Comes before the program `wrk`. */
  readonly wrapper?: readonly string[];
}

/** How rates are measured. */
interface RateSettings {
  readonly server: ServerSettings;
  readonly rounds: number;
  /** How often each server is started. */
  readonly generations: number;
  /** The seconds of requests that only let a new server compile its code. */
  readonly warmUpSeconds: number;
  /** Prepares a new server: creates the records that the requests are about. */
  prepare?(server: ServerProcess): Promise<void>;
}

/** The seconds of a slice: the least that `wrk` takes. */
const sliceSeconds = 1;

/**
 * Loads servers as much as `wrk` can, in turns: requests per second, by server and round. The client that measures CPU time
 * would be the limit itself. Without `wrk` it prints that there are no figures.
 */
export async function highestRates(
  entrants: readonly Entrant[],
  load: Load,
  { server: serverSettings, rounds, generations, warmUpSeconds, prepare }: RateSettings,
  verdict: Verdict,
): Promise<readonly (readonly number[])[]> {
  const rates: number[][] = entrants.map(() => []);
  const wrk = findProgram('wrk');
  if (wrk === undefined) {
    print('Requests per second are left out: install the package "wrk".');
    return rates;
  }
  for (let generation = 0; generation < generations; generation++) {
    const servers = await Promise.all(entrants.map(({ start }) => start(serverSettings)));
    const ask = (index: number, seconds: number) => {
      const { port } = servers[index] as ServerProcess;
      return rateOf(wrk, load, `http://127.0.0.1:${port}`, seconds, verdict);
    };
    for (const [index, server] of servers.entries()) {
      await prepare?.(server);
      await ask(index, warmUpSeconds);
    }
    const roundsOfStart = Math.ceil(rounds / generations);
    for (let round = 0; round < roundsOfStart; round++) {
      const turn = generation * roundsOfStart + round;
      for (const [index] of inTurn(servers, turn)) rates[index]?.push(await ask(index, sliceSeconds));
    }
    const codes = await Promise.all(servers.map((server) => server.stop()));
    verdict.check(
      'every server stopped',
      codes.every((code) => code === 0),
    );
  }
  return rates;
}

async function rateOf(
  wrk: string,
  { connections, path = '/', script, wrapper = [] }: Load,
  origin: string,
  seconds: number,
  verdict: Verdict,
): Promise<number> {
  const scripted = script === undefined ? [] : ['--script', script];
  const args = [
    '--threads',
    '1',
    '--connections',
    `${connections}`,
    '--duration',
    `${seconds}s`,
    ...scripted,
  ];
  const [program, ...rest] = [...wrapper, wrk, ...args, origin + path];
  const { stdout, stderr } = await promisify(execFile)(program as string, rest);
  const rate = Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1]);
  // `wrk` reports a script that fails on stderr, and then sends GETs.
  const isWhole = stderr === '' && rate > 0 && !/Non-2xx|Socket errors/.test(stdout);
  verdict.check(`only successes from ${origin}${path} ${stderr}`, isWhole);
  return rate;
}

/** Writes a program of `wrk` that sends requests in turns, over and over. */
export async function writeScript(file: string, requests: readonly Timed[]): Promise<void> {
  await writeFile(file, scriptOf(requests));
}

/** The text of such a program. */
export function scriptOf(requests: readonly Timed[]): string {
  const literalOf = ({ bytes }: Timed) =>
    `"${[...bytes].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
  return `
    local requests = { ${requests.map(literalOf).join(',\n')} }
    local sent = 0
    function request()
      sent = sent + 1
      return requests[sent % #requests + 1]
    end
  `;
}
