import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LocationRecord } from '@location-records/core';
import { type Entrant, record } from '../shared/cpu-time/contestants.ts';
import { ServerProcess, type ServerSettings } from '../shared/server-process.ts';
import { fetchedFolder, titleOfNode22 } from './fetched.ts';
import { jsonServerRequest, largeRecord, type Operation, specifiedRequest } from './operations.ts';

/** A server that takes part, and how it differs from the specification. */
export interface Contestant extends Entrant {
  /** The bytes of a request for an operation. */
  readonly request: (operation: Operation) => Buffer;
  /** The status of a response to a POST of a new record. */
  readonly createdStatus: number;
  /** Why the responses to some probes differ from the specified ones, by the title of the probe. */
  readonly differences: Readonly<Record<string, string>>;
  /** Whether it keeps nothing. Then it is asked no more than what is timed. */
  readonly isFloor: boolean;
  /** Whether it takes as many records as memory holds. */
  readonly takesMillions: boolean;
}

const parserAlone = 'has a parser, and no schemas';
const ignoresType = 'parses what is sent with another content type, or leaves it out';
const bodyFirst = 'parses the body before the route looks for the record';

const framework = {
  request: specifiedRequest,
  createdStatus: 200,
  differences: {},
  isFloor: false,
  takesMillions: true,
} as const;

const constants = [record.body, largeRecord.body];
const bare: Contestant = {
  ...framework,
  name: 'bare node:http',
  start: (settings) => ServerProcess.startOwn('bare', constants, settings),
  isFloor: true,
};

/** The servers over memory, with the floor first. json-server has its file in `folder`. */
export function httpContestants(folder: string): readonly Contestant[] {
  return [
    bare,
    command('location-records', 'memory:'),
    onFastify('Fastify', 'fastify'),
    {
      ...framework,
      name: 'Express',
      start: program('express'),
      differences: {
        'POST without coordinates': parserAlone,
        'POST as text/plain': ignoresType,
        'PUT of an absent record, not JSON': bodyFirst,
      },
    },
    {
      ...framework,
      name: 'Hono',
      start: program('hono'),
      differences: { 'POST without coordinates': parserAlone, 'POST as text/plain': ignoresType },
    },
    {
      ...framework,
      name: 'h3',
      start: program('h3'),
      differences: { 'POST without coordinates': parserAlone, 'POST as text/plain': ignoresType },
    },
    {
      ...framework,
      name: 'json-server',
      start: startJsonServer(`${folder}/json-server.json`, []),
      request: jsonServerRequest,
      createdStatus: 201,
      // Each write writes the whole file.
      takesMillions: false,
      differences: jsonServerDifferences,
    },
  ];
}

/** The servers over a file of SQLite in `folder`, with the command over memory first. */
export function sqliteContestants(folder: string): readonly Contestant[] {
  return [
    command('memory', 'memory:'),
    command('SQLite', `sqlite:${folder}/own.db`),
    onFastify('Fastify, better-sqlite3', 'fastify-sqlite', `${folder}/fastify.db`, fetchedFolder),
  ];
}

/** The title of what {@link selectContestants} shows. */
export const selectTitle = `One statement for each GET, ${titleOfNode22}`;

/** The floor without and with one statement of SQLite for each GET, and the command without and with its store. */
export function selectContestants(folder: string): readonly Contestant[] {
  const args = [...constants, `${folder}/select.db`];
  return [
    bare,
    {
      ...bare,
      name: 'bare, SELECT',
      start: (settings) => ServerProcess.startOwn('bare-select', args, settings),
    },
    command('memory', 'memory:'),
    command('SQLite', `sqlite:${folder}/selected.db`),
  ];
}

/** The servers over PostgreSQL. */
export function postgresContestants(url: string): readonly Contestant[] {
  return [command('PostgreSQL', url), onFastify('Fastify, pg', 'fastify-pg', url)];
}

/**
 * The command with one to three processes on a store. On SQLite in `folder` each has a file of its own. There are also programs
 * with as many processes, in which either each one writes or one for all: apart from that they are the same.
 */
export function workerContestants(
  store: { readonly folder: string } | { readonly url: string },
): readonly Contestant[] {
  const urlFor = (name: string) => ('url' in store ? store.url : `sqlite:${store.folder}/${name}.db`);
  const workers = ([1, 2, 3] as const).map((count) =>
    command(count === 1 ? '1 process' : `${count} workers`, urlFor(`workers-${count}`), [
      '--workers',
      `${count}`,
    ]),
  );
  if ('url' in store) return workers;
  const programs = (['2', '3'] as const).flatMap((count) =>
    (['one', 'each'] as const).map((writers) => ({
      ...framework,
      name: `cluster of ${count}, ${writers} writes`,
      start: program('cluster-writers', `${store.folder}/${writers}-${count}.db`, count, writers),
    })),
  );
  return [...workers, ...programs];
}

/** The command on a store, with more of its flags or none. */
export function command(name: string, store: string, flags: readonly string[] = []): Contestant {
  return { ...framework, name, start: (settings) => ServerProcess.startCli(store, settings, flags) };
}

function onFastify(name: string, file: string, ...args: readonly string[]): Contestant {
  const differences = {
    'POST as text/plain': 'parses text/plain, too, and finds that a text is not a Location',
    'PUT of an absent record, not JSON': bodyFirst,
  };
  return { ...framework, name, start: program(file, ...args), differences };
}

const ownResponse = 'responds with the record, which has its identifier in it';
const jsonServerDifferences = {
  'GET of an absent record': 'responds with {}',
  'PUT of an absent record': 'responds with {}',
  'PUT of an absent record, not JSON': bodyFirst,
  POST: ownResponse,
  'GET one': ownResponse,
  PUT: ownResponse,
  'GET after PUT': ownResponse,
  'POST again': 'refuses an identifier that is there',
  'POST of 4 KiB': ownResponse,
  'GET of 4 KiB': ownResponse,
  'GET of the list': 'responds with an array of records',
  'POST, not JSON': 'responds with the stack of its error',
  'POST without coordinates': 'has no schemas',
  'POST as text/plain': 'takes the body for empty',
  DELETE: 'responds with {}',
  'DELETE of 4 KiB': 'responds with {}',
  'DELETE again': 'responds with 404',
  'GET after DELETE': 'responds with {}',
};

/** Starts json-server with a file that begins with some records. */
export function startJsonServer(file: string, records: readonly LocationRecord[]) {
  return async (settings: ServerSettings) => {
    const locations = records.map(([id, location]) => ({ id, ...location }));
    await writeFile(file, JSON.stringify({ locations }));
    return program('json-server', file)({ ...settings, stderr: 'ignore' });
  };
}

/** Starts a program of the folder `contestants`. */
export function program(name: string, ...args: readonly string[]) {
  const file = fileURLToPath(new URL(`./contestants/${name}.mjs`, import.meta.url));
  return (settings: ServerSettings) => ServerProcess.start(file, args, settings);
}
