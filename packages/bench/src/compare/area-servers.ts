import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openRtree } from '../areas/rtree.ts';
import { runForReport } from '../shared/command-process.ts';
import type { Entrant } from '../shared/cpu-time/contestants.ts';
import { readList } from '../shared/read-records.ts';
import { writeRecords } from '../shared/real-records.ts';
import { ServerProcess, type ServerSettings } from '../shared/server-process.ts';
import type { AreaQuery } from './area-queries.ts';
import { program, startJsonServer } from './contestants.ts';
import { fetchedFolder } from './fetched.ts';
import { maxOfJsonServer } from './list-contestants.ts';

/** A server that finds records by their places. */
export interface AreaServer extends Entrant {
  /** Fills the store of the server before it is first started, unless it gets its records at each start. */
  readonly fill?: (settings: ServerSettings) => Promise<void>;
  /** The target of the request for a query; `undefined` where the server has no such query. */
  readonly targetOf: (query: AreaQuery) => string | undefined;
  /** The records in the body of a response. */
  readonly recordsOf: (body: string) => readonly LocationRecord[];
  /** What comes before the `/` and the identifier in the target of a record. */
  readonly mountPath: string;
}

/** The targets and bodies of the service, which those on Fastify share. */
const inPairs = { targetOf, recordsOf: JSON.parse, mountPath: '' } as const;

/** The servers over memory, with the command first. They start with the records of a file in `folder`. */
export async function areaServersInMemory(
  folder: string,
  records: readonly LocationRecord[],
): Promise<readonly AreaServer[]> {
  const file = join(folder, `records-${records.length}.json`);
  await writeRecords(file, records);
  const servers: readonly AreaServer[] = [
    {
      ...inPairs,
      name: 'location-records',
      start: (settings) => ServerProcess.startCli('memory:', settings, ['--areas', '--data', file]),
    },
    { ...inPairs, name: 'Fastify, rbush', start: program('fastify-rbush', file) },
    { ...inPairs, name: 'Fastify, scan', start: program('fastify-scan', file) },
  ];
  return records.length > maxOfJsonServer ? servers : [...servers, jsonServer(folder, records)];
}

/** The servers over a file of SQLite in `folder`, with the command first. */
export function areaServersOnSqlite(
  folder: string,
  records: readonly LocationRecord[],
): readonly AreaServer[] {
  const store = `sqlite:${join(folder, 'own.db')}`;
  const startOwn = (settings: ServerSettings) => ServerProcess.startCli(store, settings, ['--areas']);
  const rtree = join(folder, 'rtree.db');
  return [
    {
      ...inPairs,
      name: 'location-records on SQLite',
      async fill(settings) {
        const file = join(folder, 'imported.json');
        await writeRecords(file, records);
        await runForReport(['import', file, '--store', store]);
        // The command reports on stderr that it builds the index, for which the first query waits.
        const server = await startOwn({ ...settings, stderr: 'ignore' });
        await readList(server.port, { path: '/-/records?limit=1&bbox=0,0,1,1' });
        await server.stop();
      },
      start: startOwn,
    },
    {
      ...inPairs,
      name: 'Fastify, better-sqlite3 with R*Tree',
      fill: () => openRtree(rtree, records).close(),
      start: program('fastify-rtree', rtree, fetchedFolder),
    },
  ];
}

function targetOf(query: AreaQuery): string {
  const path = '/-/records?f=json&limit=';
  if ('box' in query) {
    const { west, south, east, north } = query.box;
    return `${path}${query.limit}&bbox=${west},${south},${east},${north}`;
  }
  const { latitude, longitude, radius } = query.circle;
  return `${path}${query.limit}&near=${latitude},${longitude}&radius=${radius}`;
}

/** json-server compares members with `_gte` and `_lte`, and knows no distances. */
function jsonServer(folder: string, records: readonly LocationRecord[]): AreaServer {
  return {
    name: 'json-server',
    start: startJsonServer(join(folder, 'areas.json'), records),
    mountPath: '/locations',
    recordsOf: (body) =>
      JSON.parse(body).map(({ id, ...location }: LocationRecord[1] & { readonly id: string }) => [
        id,
        location,
      ]),
    targetOf(query) {
      if (!('box' in query)) return undefined;
      const { west, south, east, north } = query.box;
      const edges = Object.entries({
        longitude_gte: west,
        latitude_gte: south,
        longitude_lte: east,
        latitude_lte: north,
      }).map(([edge, degrees]) => `coordinates.${edge}=${degrees}`);
      const limits = query.limit === 'all' ? [] : [`_limit=${query.limit}`];
      return `/locations?${[...edges, ...limits].join('&')}`;
    },
  };
}
