import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openRtree } from '../areas/rtree.ts';
import { runForReport } from '../shared/command-process.ts';
import type { Entrant } from '../shared/cpu-time/contestants.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { writeRecords } from '../shared/write-records.ts';
import type { AreaQuery } from './area-queries.ts';
import { program, startJsonServer } from './contestants.ts';
import { sendAll } from './drive.ts';
import { fetchedFolder } from './fetched.ts';
import { maxOfJsonServer } from './list-contestants.ts';
import { postsOf } from './request-source.ts';

/** A server that finds records by their places. */
export interface AreaContestant extends Entrant {
  /** The target of the request for a query; `undefined` where the server has no such query. */
  readonly targetOf: (query: AreaQuery) => string | undefined;
  /** The identifiers in the body of a response. */
  readonly idsOf: (body: string) => readonly string[];
  /** What comes before the `/` and the identifier in the target of a record. */
  readonly mountPath: string;
}

const own = { targetOf: ownTarget, idsOf: idsOfPairs, mountPath: '' } as const;

/** The servers over memory, with the command first. Files are in `folder`. */
export function areaContestantsInMemory(
  folder: string,
  records: readonly LocationRecord[],
): readonly AreaContestant[] {
  const all: readonly AreaContestant[] = [
    {
      ...own,
      name: 'location-records',
      async start(settings) {
        const file = join(folder, `records-${records.length}.json`);
        await writeRecords(file, records);
        return ServerProcess.startCli('memory:', settings, ['--areas', '--data', file]);
      },
    },
    { ...own, name: 'Fastify, rbush', start: filled('fastify-rbush', records) },
    { ...own, name: 'Fastify, each record', start: filled('fastify-scan', records) },
  ];
  return records.length > maxOfJsonServer ? all : [...all, jsonServer(folder, records)];
}

/** The servers over a file of SQLite in `folder`, with the command first. */
export function areaContestantsOnSqlite(
  folder: string,
  records: readonly LocationRecord[],
): readonly AreaContestant[] {
  return [
    {
      ...own,
      name: 'location-records on SQLite',
      async start(settings) {
        const store = `sqlite:${join(folder, 'own.db')}`;
        const file = join(folder, 'imported.json');
        await writeRecords(file, records);
        await runForReport(['import', file, '--store', store]);
        // It says that it builds the index of the areas.
        return ServerProcess.startCli(store, { ...settings, stderr: 'ignore' }, ['--areas']);
      },
    },
    {
      ...own,
      name: 'Fastify, better-sqlite3 with R*Tree',
      async start(settings) {
        const file = join(folder, 'rtree.db');
        await openRtree(file, records).close();
        return program('fastify-rtree', file, fetchedFolder)(settings);
      },
    },
  ];
}

/** Starts a program that gets its records by POST. */
function filled(name: string, records: readonly LocationRecord[]): AreaContestant['start'] {
  return async (settings) => {
    const server = await program(name)(settings);
    await sendAll(server.port, postsOf(records));
    return server;
  };
}

/** The same for those that are written by hand, so that all get the same requests. */
function ownTarget(query: AreaQuery): string {
  const path = '/-/records?f=json&limit=';
  if ('box' in query) {
    const { west, south, east, north } = query.box;
    return `${path}${query.limit}&bbox=${west},${south},${east},${north}`;
  }
  const { near, radius, limit } = query;
  return `${path}${limit}&near=${near.latitude},${near.longitude}&radius=${radius}`;
}

function idsOfPairs(body: string): readonly string[] {
  return JSON.parse(body).map(([id]: LocationRecord) => id);
}

/** json-server compares members with `_gte` and `_lte`, and knows no distances. */
function jsonServer(folder: string, records: readonly LocationRecord[]): AreaContestant {
  return {
    name: 'json-server',
    start: startJsonServer(join(folder, 'areas.json'), records),
    mountPath: '/locations',
    idsOf: (body) => JSON.parse(body).map(({ id }: { readonly id: string }) => id),
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
