import { isStoreError } from '@location-records/core';
import { StartError } from '../errors.ts';

import { demand, type StoreEngine, splitParameters } from './store-engine.ts';

/** Records in a table of a PostgreSQL database. A missing table is created. */
export const postgresEngine: StoreEngine = {
  kind: 'PostgreSQL',
  form: 'postgres://<host>/<database>',
  parse(rest, url) {
    demand(rest.startsWith('//'), `Write ${postgresEngine.form}.`);
    const { clientUrl } = split(url);
    demand(
      !hostsOf(clientUrl).includes(','),
      'Name one host: the primary server, or an address that follows it.',
    );
    // An at sign in the path ends a password whose slash was not written as %2F.
    demand(
      URL.canParse(withHost(clientUrl)) && !/^[^?]*\/\/[^?]*[/#][^?]*@/.test(clientUrl),
      'It is not a valid URL; in a user or a password write %40 for the at sign, %3A for :, %2F for /, %23 for # and %25 for %.',
    );
    return url;
  },
  async open(address, { signal, readOnly = false, create = !readOnly, areas }) {
    const { migratePostgres, openPostgresStore } = await import('@location-records/stores/postgres');
    const { clientUrl: url, parameters } = split(address);
    const { schema, table, timeout } = parameters;
    if (create) await migratePostgres({ url, schema, table, timeout, areas, signal });
    try {
      return await openPostgresStore({ url, ...parameters, areas, readOnly, signal });
    } catch (error) {
      const problem = missingTable(error);
      if (problem === undefined) throw error;
      const where = postgresEngine.describe(address);
      const advice = 'correct the database, the schema or the table in the URL';
      throw new StartError(`Cannot open the records ${where}: ${problem}; ${advice}.`, { cause: error });
    }
  },
  async identify(address) {
    const { clientUrl, parameters } = split(address);
    const { schema = 'public', table = 'locations' } = parameters;
    const { host, port, path } = serverOf(clientUrl);
    return JSON.stringify([host, port || '5432', path, schema, table]);
  },
  describe(address) {
    const { clientUrl, parameters } = split(address);
    const table = `${parameters.schema ?? 'public'}.${parameters.table ?? 'locations'}`;
    const { host, port, path } = serverOf(clientUrl);
    const server = host || (process.env.PGHOST ?? 'localhost');
    return `in ${server}${port && `:${port}`}${path}, table ${table} (PostgreSQL)`;
  },
};

/**
 * The store's message for a missing table, without its advice, which is for programs: the command creates the
 * table itself where it may.
 */
function missingTable(error: unknown): string | undefined {
  const cause = isStoreError(error) ? error.cause : undefined;
  // The code of PostgreSQL for a missing table.
  return cause instanceof Error && 'code' in cause && cause.code === '42P01' ? cause.message : undefined;
}

/**
 * The server of a URL, as `pg` reads it: parameters come first, and `postgres://user@/database` names no
 * host.
 */
function serverOf(url: string) {
  const { hostname, port, pathname, searchParams } = new URL(withHost(url));
  const host = hostsOf(url) === '' ? '' : decodeURIComponent(hostname);
  return { host: searchParams.get('host') ?? host, port: searchParams.get('port') ?? port, path: pathname };
}

/** Returns the part of a URL that holds the host. */
function hostsOf(url: string): string {
  return /^[^:]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? '';
}

/** Adds a host to a URL that has a user but no host, which cannot be parsed otherwise. */
function withHost(url: string): string {
  return url.replace(/^([^:]+:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost');
}

function split(url: string) {
  return splitParameters(url, {
    schema: 'text',
    table: 'text',
    maxConnections: 'number',
    timeout: 'number',
  });
}
