import { isStoreError } from '@location-records/core';
import { StartError } from '../errors.ts';
import { splitParameters } from './parameters.ts';
import { demand, type StoreEngine } from './store-engine.ts';

/** The default of the store. */
const usualConnections = 10;
/**
 * As many as half of the connections write together, 64 each; of large records, which are written alone, few enough
 * that the last one has its turn in time on a slow network.
 */
const writesOfConnection = 32;

/** Records in a table of a PostgreSQL database. The table is made when it is missing. */
export const postgresEngine: StoreEngine = {
  form: 'postgres://<host>/<database>',
  place(rest, url) {
    demand(rest.startsWith('//'), `Write ${postgresEngine.form}.`);
    const { address } = split(url);
    demand(
      !hostsOf(address).includes(','),
      'Name one host: the primary server, or an address that follows it.',
    );
    // An at sign in the path is the end of a password whose slash is not written as %2F.
    demand(
      URL.canParse(withHost(address)) && !/^[^?]*\/\/[^?]*[/#][^?]*@/.test(address),
      'It is no URL; in a user or a password write %40 for the at sign, %3A for :, %2F for /, %23 for # and %25 for %.',
    );
    return url;
  },
  async open(place, { signal, create = true }) {
    const { migratePostgres, openPostgresStore } = await import('@location-records/stores/postgres');
    const { address: connection, parameters } = split(place);
    const { schema, table, timeout } = parameters;
    if (create) await migratePostgres({ connection, schema, table, timeout, signal });
    try {
      return await openPostgresStore({ connection, ...parameters, signal });
    } catch (error) {
      const problem = missingTable(error);
      if (problem === undefined) throw error;
      const where = postgresEngine.describe(place);
      const advice = 'correct the database, the schema or the table in the URL';
      throw new StartError(`Cannot open the records ${where}: ${problem}; ${advice}.`, { cause: error });
    }
  },
  writesAtOnce: (place) => (split(place).parameters.connections ?? usualConnections) * writesOfConnection,
  async identify(place) {
    const { address, parameters } = split(place);
    const { schema = 'public', table = 'locations' } = parameters;
    const { host, port, path } = serverOf(address);
    return JSON.stringify([host, port || '5432', path, schema, table]);
  },
  describe(place) {
    const { address, parameters } = split(place);
    const table = `${parameters.schema ?? 'public'}.${parameters.table ?? 'locations'}`;
    const { host, port, path } = serverOf(address);
    const server = host || (process.env.PGHOST ?? 'localhost');
    return `in ${server}${port && `:${port}`}${path}, table ${table} (PostgreSQL)`;
  },
};

/**
 * What the store says of a table that is missing, without its advice, which only a program can follow: the command
 * makes the table wherever it may.
 */
function missingTable(error: unknown): string | undefined {
  const cause = isStoreError(error) ? error.cause : undefined;
  // The code of PostgreSQL for it.
  return cause instanceof Error && 'code' in cause && cause.code === '42P01' ? cause.message : undefined;
}

/** Where a URL leads: its parameters come first, and `postgres://user@/database` names no host, as `pg` reads it. */
function serverOf(address: string) {
  const { hostname, port, pathname, searchParams } = new URL(withHost(address));
  const host = hostsOf(address) === '' ? '' : decodeURIComponent(hostname);
  return { host: searchParams.get('host') ?? host, port: searchParams.get('port') ?? port, path: pathname };
}

/** What stands where the host of a URL does. */
function hostsOf(address: string): string {
  return /^[^:]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(address)?.[1] ?? '';
}

/** The same with a host, without which a URL that has a user cannot be parsed. */
function withHost(address: string): string {
  return address.replace(/^([^:]+:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost');
}

function split(url: string) {
  return splitParameters(url, {
    schema: 'text',
    table: 'text',
    connections: 'number',
    listConnections: 'number',
    timeout: 'number',
  });
}
