import type { Verdict } from '@location-records/dev-kit/campaigns';
import { type Comparison, compareServers, ratioOf } from './compare-servers.ts';
import { httpContestants } from './contestants.ts';
import type { Settings } from './measure-works.ts';
import { fewRecords } from './request-source.ts';

const own = 'location-records';
/** The highest CPU time of the command, as a ratio to another server's. */
const limits = [
  ['GET one', 'bare node:http', 1.06],
  ['GET one', 'Fastify', 1],
  ['GET one', 'json-server', 0.2],
  ['POST', 'bare node:http', 1.1],
  ['POST', 'Fastify', 1],
  ['PUT', 'bare node:http', 1.1],
  ['PUT', 'Fastify', 1],
] as const;

/** Compares the servers that keep records in memory. */
export async function compareMemory(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const contestants = httpContestants(folder);
  const few = await compareServers('In memory', contestants, fewRecords, settings, verdict, (measured) =>
    limits.map(([work, other, limit]) => ({
      title: `${work}: CPU time of the command beside ${other}`,
      value: ratioOf(measured, work, 'cpu', own, other),
      bound: 'at most',
      limit,
    })),
  );
  const many = await compareServers(
    `In memory, ${settings.records} records`,
    contestants.filter(({ takesMillions }) => takesMillions),
    ['mix'],
    // Creating the records takes longer than the slices.
    { ...settings, generations: 1 },
    verdict,
  );
  return [few, many];
}
