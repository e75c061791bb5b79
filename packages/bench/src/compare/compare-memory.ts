import type { Verdict } from '@location-records/dev-kit/campaigns';
import { type Comparison, compareServers, cpuRatioOf, onlyTables } from './compare-servers.ts';
import { httpContestants } from './contestants.ts';
import type { Goal } from './goals.ts';
import type { Measured } from './measure-works.ts';
import { fewRecords, mainWorks, type Work } from './request-source.ts';
import type { Settings } from './settings.ts';

const own = 'location-records';
/** The highest CPU time of the command, as a ratio to another server's. */
type Limit = readonly [work: Work, other: string, limit: number];
/** At a rate that json-server holds. */
const lowRate = 1000;
const limitsAtLowRate: readonly Limit[] = [['GET one', 'json-server', 0.2]];
/** These lie so close together that more rounds are needed. */
const closeLimits: readonly Limit[] = [
  ['GET one', 'bare node:http', 1.06],
  ['GET one', 'Fastify', 1],
  ['POST', 'bare node:http', 1.1],
  ['POST', 'Fastify', 1],
  ['PUT', 'bare node:http', 1.1],
  ['PUT', 'Fastify', 1],
];
/** The names of the contestants that lie close together. */
export const closeContestants: readonly string[] = ['bare node:http', own, 'Fastify'];

/** Compares the servers that keep records in memory. */
export async function compareMemory(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const contestants = httpContestants(folder);
  const named = (names: readonly string[]) => contestants.filter(({ name }) => names.includes(name));
  const few = await compareServers('In memory', contestants, fewRecords, settings, verdict);
  const low = await compareServers(
    'In memory, at a low rate',
    named([own, 'json-server']),
    ['GET one'],
    { ...settings, connections: [64], rate: lowRate },
    verdict,
    goalsOf(limitsAtLowRate),
  );
  const close = await compareServers(
    'In memory, in more rounds',
    named(closeContestants),
    mainWorks,
    settings.isShort ? settings : inMoreRounds(settings),
    verdict,
    goalsOf(closeLimits),
  );
  const many = await compareServers(
    `In memory, ${settings.records} records`,
    contestants.filter(({ takesMillions }) => takesMillions),
    ['mix'],
    // Creating the records takes longer than the slices.
    { ...settings, generations: 1 },
    verdict,
  );
  // The plots show all contestants once.
  return [few, onlyTables(low), onlyTables(close), many];
}

function inMoreRounds(settings: Settings): Settings {
  return {
    ...settings,
    connections: [64],
    rounds: 5 * settings.rounds,
    generations: 2 * settings.generations,
  };
}

function goalsOf(limits: readonly Limit[]): (measured: Measured) => readonly Goal[] {
  return (measured) =>
    limits.map(([work, other, limit]) => ({
      title: `${work}: CPU time of the command beside ${other}`,
      value: cpuRatioOf(measured, work, own, other),
      bound: 'at most',
      limit,
    }));
}
