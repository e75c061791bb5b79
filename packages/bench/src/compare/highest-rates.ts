import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { findProgram } from '@location-records/dev-kit/engines';
import type { Entrant } from '../shared/cpu-time/contestants.ts';
import { inTurn } from '../shared/in-turn.ts';

/** How rates are measured. */
interface RateSettings {
  /** What comes before a server's command, as `pinApart` gives it. */
  readonly wrapper: readonly string[];
  readonly rounds: number;
  /** How often each server is started. */
  readonly generations: number;
  /** The seconds of requests that only let a new server compile its code. */
  readonly warmUpSeconds: number;
}

/** The seconds of a slice: the least that `wrk` takes. */
const sliceSeconds = 1;

/**
 * Asks servers for one path as often as `wrk` can, over 32 connections, in turns: requests per second, by server and
 * round. The client that measures CPU time would be the limit itself. Without `wrk` it prints that there are no figures.
 */
export async function highestRates(
  entrants: readonly Entrant[],
  path: string,
  { wrapper, rounds, generations, warmUpSeconds }: RateSettings,
  verdict: Verdict,
): Promise<readonly (readonly number[])[]> {
  const rates: number[][] = entrants.map(() => []);
  const wrk = findProgram('wrk');
  if (wrk === undefined) {
    print('Requests per second are left out: install the package "wrk".');
    return rates;
  }
  for (let generation = 0; generation < generations; generation++) {
    const servers = await Promise.all(entrants.map(({ start }) => start({ wrapper })));
    const ask = (index: number, duration: number) =>
      rateOf(wrk, `http://127.0.0.1:${servers[index]?.port}${path}`, duration, verdict);
    for (let index = 0; index < servers.length; index++) await ask(index, warmUpSeconds);
    for (let round = 0; round < Math.ceil(rounds / generations); round++) {
      for (const [index] of inTurn(servers, round)) rates[index]?.push(await ask(index, sliceSeconds));
    }
    const codes = await Promise.all(servers.map((server) => server.stop()));
    verdict.check(
      'every server stopped',
      codes.every((code) => code === 0),
    );
  }
  return rates;
}

/** `wrk` runs on the CPU of this process. */
async function rateOf(wrk: string, url: string, duration: number, verdict: Verdict): Promise<number> {
  const { stdout } = await promisify(execFile)(wrk, ['-t1', '-c32', `-d${duration}s`, url]);
  verdict.check(`only successes from ${url}`, !/Non-2xx|Socket errors/.test(stdout));
  return Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1]);
}
