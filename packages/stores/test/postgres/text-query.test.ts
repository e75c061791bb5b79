import { Socket } from 'node:net';
import { describeUnless, lacks } from '@location-records/dev-kit';
import fc from 'fast-check';
import pg from 'pg';
import oldest from 'pg8-16';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendQuery } from '../../src/postgres/text-query.ts';
import { usePostgres } from './use-postgres.ts';

const versions = [
  { version: 'the newest pg', of: pg },
  { version: 'the oldest pg', of: oldest },
];

describeUnless(lacks({ server: 'PostgreSQL' }))('a query', { timeout: 60_000 }, () => {
  const server = usePostgres();
  describe.each(versions)('on a client of $version', ({ of }) => registerCases(() => server.url, of));
});

const query = { name: 'one', text: 'SELECT $1::text', values: ['a'] };
const result = { rows: [['a']], count: 1 };

it('on a client of pg-native is one of pg', async () => {
  const sent: unknown[] = [];
  const client = {
    query: async (config: unknown) => {
      sent.push(config);
      return { rows: [['a']], rowCount: 1 };
    },
  };
  const values = ['a', 1, ['b'], null];
  expect(await sendQuery(client as unknown as pg.PoolClient, { ...query, values })).toEqual(result);
  expect(sent).toMatchObject([{ ...query, values: ['a', '1', '{"b"}', null], rowMode: 'array' }]);
});

/** The method `query` of clients, for what wraps it. */
type Send = (this: pg.ClientBase, ...args: unknown[]) => unknown;

/** What tools that trace queries do. Each calls `onQuery` once for each query. */
const tracers: Readonly<Record<string, (send: Send, onQuery: () => void) => Send>> = {
  'wraps the callback that was given': (send, onQuery) =>
    function (...args) {
      const callback = args.pop() as (...results: unknown[]) => void;
      args.push((...results: unknown[]) => {
        onQuery();
        callback(...results);
      });
      return send.apply(this, args);
    },
  'wraps the callback of the query': (send, onQuery) =>
    function (...args) {
      const returned = send.apply(this, args);
      const sent = args[0] as { callback: (...results: unknown[]) => void };
      const { callback } = sent;
      sent.callback = (...results) => {
        onQuery();
        callback(...results);
      };
      return returned;
    },
  'sends a copy with a comment': (send, onQuery) =>
    function (config, ...args) {
      onQuery();
      const { text } = config as { readonly text: string };
      return send.call(this, { ...(config as object), text: `${text} /* traced */` }, ...args);
    },
};

function registerCases(url: () => string, { Client, Pool }: Pick<typeof pg, 'Client' | 'Pool'>): void {
  /** A client that is released when the test is over, and how often the server described rows to it. */
  async function connect(settings: pg.PoolConfig & { readonly pipeline?: boolean } = {}) {
    const pool = new Pool({ connectionString: url(), max: 1, ...settings });
    const client = await pool.connect();
    onTestFinished(async () => {
      client.release();
      await pool.end();
    });
    let described = 0;
    const { connection } = client as pg.PoolClient & { readonly connection: NodeJS.EventEmitter };
    connection.on('rowDescription', () => described++);
    return { client, described: () => described };
  }

  const onOneConnection = { what: 'asks for no description of its rows', pipeline: false, descriptions: 0 };
  const inPipeline = {
    what: 'is of the class of pg where the client pipelines',
    pipeline: true,
    descriptions: 3,
  };
  const ways = 'pipeline' in new Client() ? [onOneConnection, inPipeline] : [onOneConnection];

  it.each(ways)('$what', async ({ pipeline, descriptions }) => {
    const { client, described } = await connect({ pipeline });
    const query = {
      name: 'both',
      text: 'SELECT $1::text, $2::float8 UNION ALL SELECT NULL, 2',
      values: ['a', -0.5],
    };
    const expected = {
      rows: [
        ['a', '-0.5'],
        [null, '2'],
      ],
      count: 2,
    };
    expect(await sendQuery(client, query)).toEqual(expected);
    expect(await sendQuery(client, query)).toEqual(expected);
    expect(await sendQuery(client, { ...query, name: undefined })).toEqual(expected);
    expect(described()).toBe(descriptions);
  });

  it('without values may be several statements, of which the last one counts', async () => {
    const { client } = await connect();
    const text = 'SELECT 1; SELECT 2 UNION ALL SELECT 3';
    expect(await sendQuery(client, { text })).toEqual({ rows: [['2'], ['3']], count: 2 });
    expect(await sendQuery(client, { text: 'SELECT 1; BEGIN; ROLLBACK' })).toEqual({ rows: [], count: 0 });
    expect(await sendQuery(client, { text: '' })).toEqual({ rows: [], count: 0 });
    const create = 'CREATE TEMPORARY TABLE one (a int); INSERT INTO one VALUES (1), (2), (3)';
    expect(await sendQuery(client, { text: create })).toEqual({ rows: [], count: 3 });
  });

  it('sends arrays of any texts and numbers as they are', async () => {
    const { client } = await connect();
    const text = 'SELECT one.text, one.number FROM unnest($1::text[], $2::float8[]) AS one (text, number)';
    const piece = fc.oneof(
      fc.constantFrom('"', '\\', '\\"', ',', '{', '}', 'NULL', 'null', ' ', '\n', "'", '$1', 'ä', '😀'),
      fc.string({ unit: 'grapheme' }).filter((some) => !some.includes('\0')),
    );
    const one = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const row = fc.tuple(fc.option(one), fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const values = [rows.map(([some]) => some), rows.map(([, number]) => number)];
        const result = await sendQuery(client, { name: 'arrays', text, values });
        const read = result.rows.map(([some, number]) => [some, number === null ? null : Number(number)]);
        expect(read).toEqual(rows.map(([some, number]) => [some, number === null ? null : number + 0]));
      }),
    );
  });

  it('rejects with the error of the server, and leaves the connection usable', async () => {
    const { client } = await connect();
    for (const values of [undefined, ['nothing']]) {
      const text = values ? 'SELECT 1 / length($1::text) / 0' : 'SELECT 1; SELECT 1 / 0; SELECT 2';
      await expect(sendQuery(client, { text, values })).rejects.toMatchObject({ code: '22012' });
      expect(await sendQuery(client, { text: 'SELECT 3' })).toEqual({ rows: [['3']], count: 1 });
    }
    // What failed when it was parsed is not taken for prepared.
    const missing = { name: 'missing', text: 'SELECT a FROM missing WHERE a = $1', values: ['b'] };
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(sendQuery(client, missing)).rejects.toMatchObject({ code: '42P01' });
    }
  });

  it('has its own text where another one was prepared with its name', async () => {
    const { client } = await connect();
    const query = (text: string) => sendQuery(client, { name: 'same', text, values: ['a'] });
    for (let turn = 0; turn < 2; turn++) {
      expect(await query('SELECT $1::text')).toEqual({ rows: [['a']], count: 1 });
      expect(await query('SELECT $1::text, 2')).toEqual({ rows: [['a', '2']], count: 1 });
    }
  });

  it('keeps to the time limit of the client, and leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const { client } = await connect({ query_timeout: 60_000 });
    const before = timers();
    await sendQuery(client, { text: 'SELECT $1::text', values: ['a'] });
    await expect(sendQuery(client, { text: 'SELECT 1 / 0' })).rejects.toThrow('division by zero');
    expect(timers()).toBe(before);
    const { client: hasty } = await connect({ query_timeout: 1 });
    await expect(sendQuery(hasty, { text: 'SELECT pg_sleep(0.2)' })).rejects.toThrow('timeout');
  });

  it('rejects where the connection has ended', async () => {
    const { client } = await connect();
    client.on('error', () => {});
    const ended = sendQuery(client, { text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    await expect(sendQuery(client, { text: 'SELECT 1' })).rejects.toThrow();
  });

  /** The method as `pg` declares it, without its overloads. */
  const methods = Client.prototype as unknown as { query: Send };

  it.each(Object.entries(tracers))('works where a tool %s', async (_, trace) => {
    const { query: send } = methods;
    onTestFinished(() => {
      methods.query = send;
    });
    let ended = 0;
    methods.query = trace(send, () => ended++);
    const { client } = await connect();
    for (let call = 1; call <= 3; call++) {
      expect(await sendQuery(client, query)).toEqual(result);
      expect(ended).toBe(call);
    }
    await expect(sendQuery(client, { text: 'SELECT 1 / 0' })).rejects.toMatchObject({ code: '22012' });
    expect(ended).toBe(4);
  });

  it('rejects where a tool could not send it', async () => {
    const { query: send } = methods;
    onTestFinished(() => {
      methods.query = send;
    });
    methods.query = async () => {
      throw new Error('no token');
    };
    const { client } = await connect();
    await expect(sendQuery(client, query)).rejects.toThrow('no token');
  });

  it('gives its result to a client of the application that waits for it', async () => {
    const seen: unknown[] = [];
    class Watching extends Client {}
    Object.assign(Watching.prototype, {
      async query(this: pg.Client, ...args: unknown[]) {
        const found = (await methods.query.apply(this, args)) as pg.QueryArrayResult;
        seen.push(found.rows);
        return found;
      },
    });
    const { client } = await connect({ Client: Watching });
    expect(await sendQuery(client, query)).toEqual(result);
    expect(seen).toEqual([[['a']]]);
  });

  it('needs no socket that can be corked', async () => {
    const { client } = await connect({
      stream: () => Object.assign(new Socket(), { cork: undefined, uncork: undefined }),
    });
    expect(await sendQuery(client, query)).toEqual(result);
    expect(await sendQuery(client, query)).toEqual(result);
  });
}
