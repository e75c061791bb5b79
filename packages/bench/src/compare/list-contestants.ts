import { firstRecords } from '../shared/big-list.mjs';
import type { Entrant } from '../shared/cpu-time/contestants.ts';
import { loadStore } from '../shared/load-store.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { type Contestant, command, httpContestants, startJsonServer } from './contestants.ts';
import { sendAll } from './drive.ts';
import { postsOf } from './request-source.ts';

/** A server that holds records of the big list. */
export interface ListContestant extends Entrant {
  /** What comes before the `/` of the path of its list. */
  readonly mountPath: string;
  /** Whether the bytes of its responses are the specified ones. */
  readonly isSpecified: boolean;
  /** Whether it streams the list. The others would hold the whole text for each client that reads slowly. */
  readonly isStreamed: boolean;
}

/** json-server reads and writes its whole file, and takes part up to this number of records. */
export const maxOfJsonServer = 10_000;

const asSpecified = { mountPath: '', isSpecified: true, isStreamed: false } as const;

/** The servers of a list of `records` records, with the natural way of node:http first. Files are in `folder`. */
export function listContestants(folder: string, records: number): readonly ListContestant[] {
  const overMemory = httpContestants(folder).filter(
    ({ isFloor, takesMillions }) => !isFloor && takesMillions,
  );
  const contestants = [
    {
      ...asSpecified,
      name: 'bare node:http',
      start: (settings) => ServerProcess.startOwn('bare-list', [String(records)], settings),
    },
    ...overMemory.map((contestant) => ({
      ...filled(contestant, records),
      isStreamed: contestant.name === 'location-records',
    })),
    onSqlite(`sqlite:${folder}/list-${records}.db`, records),
  ] satisfies readonly ListContestant[];
  return records > maxOfJsonServer ? contestants : [...contestants, jsonServer(folder, records)];
}

/** A server that gets its records by POST. */
function filled({ name, start }: Contestant, records: number): ListContestant {
  return {
    ...asSpecified,
    name,
    async start(settings) {
      const server = await start(settings);
      await sendAll(server.port, postsOf(firstRecords(records)));
      return server;
    },
  };
}

/** The command on a file that another process has filled. */
function onSqlite(url: string, records: number): ListContestant {
  const { name, start } = command('location-records on SQLite', url);
  return {
    ...asSpecified,
    isStreamed: true,
    name,
    async start(settings) {
      await loadStore(url, records);
      return start(settings);
    },
  };
}

function jsonServer(folder: string, records: number): ListContestant {
  return {
    name: 'json-server',
    mountPath: '/locations',
    isSpecified: false,
    isStreamed: false,
    start: startJsonServer(`${folder}/list-${records}.json`, [...firstRecords(records)]),
  };
}
