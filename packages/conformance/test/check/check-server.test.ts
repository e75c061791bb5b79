import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { type HttpCase, httpContract, type Service } from '@location-records/conformance';
import { type CheckOptions, type CheckReport, checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import { itUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { ContractError } from '../../src/contract-error.ts';
import { httpCase } from '../../src/http/http-case.ts';
import { listenerOf, started } from '../started-servers.ts';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const json = [['Content-Type', 'application/json']] as const;
const absentDescription = 'null';

interface Checked {
  readonly report: CheckReport;
  readonly store: ReturnType<typeof createMemoryStore>;
  /** The methods and targets of all requests. */
  readonly requests: readonly LocationRequest[];
}

/** Checks a service that a function made wrong. */
async function check(
  options: Partial<CheckOptions> = {},
  change: (handle: Handler) => Handler = (handle) => handle,
  store = createMemoryStore(),
): Promise<Checked> {
  const requests: LocationRequest[] = [];
  const handle = change(createHandler({ store, absentDescription }));
  const kept: Handler = (request) => {
    requests.push(request);
    return handle(request);
  };
  const url = await started(createServer(listenerOf(kept)));
  return { report: await checkServer({ url, timeout: 1000, ...options }), store, requests };
}

/** A case whose rule is that these requests have these statuses. */
function statusCase(
  id: string,
  clause: string,
  requests: readonly (readonly [method: string, status: number])[],
  more: Partial<HttpCase> = {},
): HttpCase {
  const run = async (service: Service) => {
    const target = `/${service.freshId()}`;
    for (const [method, expected] of requests) {
      const hasBody = method === 'POST' || method === 'PUT';
      const { status } = await service.request({
        method,
        target,
        ...(hasBody && { headers: json, body: location }),
      });
      if (status !== expected) throw new ContractError('status', expected, status);
    }
  };
  return httpCase(id, clause, `The rule of ${id}.`, run, more);
}

const creates = statusCase('creates', 'SPEC 4.2', [
  ['POST', 200],
  ['GET', 200],
  ['PUT', 200],
  ['GET', 200],
]);
const deletes = statusCase('deletes', 'SPEC 4.6', [
  ['POST', 200],
  ['DELETE', 200],
  ['DELETE', 200],
]);
const absent = statusCase('absent', 'SPEC 4.1', [['GET', 404]]);

/** Responds to some requests with another status. */
function withStatus(status: number, ...methods: readonly string[]) {
  return (handle: Handler): Handler => {
    return async (request) => {
      const response = await handle(request);
      return methods.includes(request.method) ? { ...response, status } : response;
    };
  };
}

/** Loses every POST. */
const loseWrites = (handle: Handler): Handler => {
  return (request) =>
    handle(request.method === 'POST' ? { ...request, target: `${request.target}-lost` } : request);
};

describe('a right service', () => {
  it('with null for absent descriptions has no findings, and keeps no record of the check', async () => {
    const { report, store } = await check({
      only: ['SPEC 3', 'SPEC 4.7', 'SPEC 7'],
      skip: ['list-many', 'list-long'],
      timeout: 10_000,
    });
    expect(report).toMatchObject({ failed: 0, setAside: 0, leftOut: 0, findings: [], leftBehind: [] });
    expect(report.passed).toBe(report.cases.length);
    expect(store.size).toBe(0);
  });

  it('has no failure when a case is disturbed by the records of others', async () => {
    const run = async (service: Service) => {
      const read = async () => (await service.request({ method: 'GET', target: '/' })).body.length;
      const before = await read();
      for (let reading = 0; reading < 5; reading++) {
        if ((await read()) !== before) throw new ContractError('length', before, 'another');
      }
    };
    const lone = httpCase('lone', 'SPEC 4.7', 'The list stays as it is.', run);
    const others = Array.from({ length: 20 }, (_, index) => ({ ...creates, id: `creates-${index}` }));
    expect((await check({ cases: [lone, ...others] })).report.failed).toBe(0);
  });
});

describe('a fault', () => {
  it('is shown with the shortest requests that show it', async () => {
    const { report } = await check({ cases: [creates, deletes, absent] }, withStatus(404, 'DELETE'));
    expect(report).toMatchObject({ failed: 1, passed: 2, leftBehind: [] });
    expect(report.findings).toEqual([
      {
        id: 'deletes',
        clause: 'SPEC 4.6',
        rule: 'The rule of deletes.',
        failed: 1,
        setAside: 0,
        command: expect.stringMatching(/^curl -sS -i -X DELETE http:\/\/127\.0\.0\.1:\d+\/check-\w+-\d+$/),
        expected: '200 and no body',
        actual: '404 and no body',
      },
    ]);
  });

  it('that needs several requests keeps those, and identifiers that are new', async () => {
    const { report } = await check({ cases: [creates] }, loseWrites);
    const [finding] = report.findings;
    expect(finding?.command).toMatch(/^curl -sS -H '\S+ \S+ -d '\S+' (\S+) --next -i \1$/);
    expect(finding?.expected).toBe(`200 ${location}`);
    const [id] = /check-\w+-\d+/.exec(finding?.command ?? '') ?? [];
    expect(finding?.actual).toBe(`404 {"error_message":"Resource not found: ${id}"}`);
  });

  // Reason: the commands are for people who have this program.
  itUnless(lacks({ program: 'curl' }))('is shown by its command in a shell', async () => {
    const handle = loseWrites(createHandler({ store: createMemoryStore() }));
    const url = await started(createServer(listenerOf(handle)));
    const { findings } = await checkServer({ url, cases: [creates] });
    const { stdout } = await promisify(execFile)('sh', ['-c', findings[0]?.command ?? 'false']);
    expect(stdout).toMatch(/^HTTP\/1\.1 404 /);
    expect(stdout).toContain(findings[0]?.actual.slice('404 '.length));
  });

  it('of a clause is counted once, and its shortest example is shown', async () => {
    const long = { ...creates, id: 'creates-long' };
    const short = statusCase('creates-short', 'SPEC 4.2', [['POST', 200]]);
    const { report } = await check({ cases: [long, short] }, withStatus(500, 'POST', 'GET'));
    expect(report.findings).toMatchObject([{ clause: 'SPEC 4.2', failed: 2 }]);
    expect(report.findings[0]?.command).not.toContain('--next');
  });

  it('sets aside what presupposes its case, and comes before others', async () => {
    const first = { ...deletes, id: 'first' };
    const second = { ...creates, id: 'second', presupposes: ['base'] };
    const third = { ...absent, id: 'third', presupposes: ['base', 'second'] };
    const base = statusCase('base', 'SPEC 4', [['POST', 200]]);
    const change = withStatus(500, 'DELETE', 'POST');
    const { report } = await check({ cases: [first, third, second, base] }, change);
    expect(report.findings.map(({ id, setAside }) => [id, setAside])).toEqual([
      ['base', 2],
      ['first', 0],
    ]);
    expect(report).toMatchObject({ failed: 2, setAside: 2 });
    expect(report.cases[1]).toMatchObject({ id: 'third', outcome: 'set-aside', reason: 'base' });
  });

  it('that one request alone shows by its status is not set aside, but is counted once', async () => {
    const base = statusCase('base', 'SPEC 4', [
      ['POST', 200],
      ['GET', 404],
    ]);
    const alone = { ...statusCase('alone', 'SPEC 4.6', [['DELETE', 200]]), presupposes: ['base'] };
    const again = { ...alone, id: 'again' };
    const { report } = await check({ cases: [base, alone, again] }, withStatus(500, 'DELETE'));
    expect(report.cases.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'set-aside']);
  });

  it('against a decision alone is found with strict or by name only', async () => {
    const decided = { ...absent, id: 'decided', clause: 'D99' };
    const cases = [creates, decided];
    const change = withStatus(410, 'GET');
    const passing = statusCase('passes', 'SPEC 4', [['DELETE', 200]]);
    expect((await check({ cases: [passing, decided] }, change)).report.failed).toBe(0);
    expect((await check({ cases: [passing, decided], strict: true }, change)).report.failed).toBe(1);
    expect((await check({ cases, only: ['D99'] }, change)).report.findings).toMatchObject([
      { id: 'decided' },
    ]);
    expect((await check({ cases, skip: ['cre', 'D99'], strict: true }).catch((error) => error)).code).toBe(
      'CHECK_SELECTION',
    );
  });

  it('that is a race is shown with the requests at once', async () => {
    const race = httpCase('race', 'SPEC 3', 'Two at once.', async (service) => {
      const target = `/${service.freshId()}`;
      const request = { method: 'DELETE', target };
      await Promise.all([service.request(request), service.request(request)]);
      throw new ContractError('records', 1, 2);
    });
    const { report } = await check({ cases: [race] });
    expect(report.findings[0]?.command).toMatch(/^(curl -sS -i -X DELETE \S+) & \1 & wait$/);
    expect(report.findings[0]).toMatchObject({ expected: 'records: 1', actual: '2' });
  });
});

describe('cases about the HTTP below the service', () => {
  const wire = httpCase(
    'wire',
    'SPEC 4',
    'A request can be written by hand.',
    async (service) => {
      const connection = await service.connect();
      await connection.send(`GET /${service.freshId()} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const { status } = await connection.receive();
      if (status !== 200) throw new ContractError('status', 200, status);
    },
    { needs: ['socket'] },
  );

  it('are run with wire alone, and have a command that writes bytes', async () => {
    expect((await check({ cases: [wire, absent] })).report.cases).toHaveLength(1);
    const { report } = await check({ cases: [wire], wire: true });
    expect(report.findings[0]?.command).toMatch(/^printf 'GET \/check-\S+ HTTP.*Host: 127.* \| nc -w 5 127/);
  });

  it('are left out below a base path', async () => {
    const store = createMemoryStore();
    const url = await started(createServer(listenerOf(createHandler({ store, basePath: '/a b' }))));
    const report = await checkServer({ url: `${url}/a%20b/`, cases: [wire, creates], wire: true });
    expect(report).toMatchObject({ passed: 1, leftOut: 1, failed: 0 });
  });
});

describe('records of others', () => {
  const here = { description: undefined, coordinates: { latitude: 0, longitude: 0 } };

  it('stay, and cases that could change them are left out', async () => {
    const store = createMemoryStore();
    await store.put('health', here);
    const cases = httpContract.filter(({ needs }) => needs.includes('empty-store')).slice(0, 1);
    const write = (id: string, method: string, target: string) =>
      httpCase(id, 'SPEC 4', 'It writes.', async (service) => {
        await service.request({ method, target, headers: json, ...(method === 'PUT' && { body: location }) });
      });
    const { report } = await check(
      { cases: [...cases, write('put', 'PUT', '/health'), write('delete', 'DELETE', '/')], strict: true },
      undefined,
      store,
    );
    expect(report.cases.map(({ reason }) => reason)).toEqual([
      'It needs an empty store, and the service has records.',
      'It would write /health, which another record may have.',
      'It sends DELETE without an identifier, and the service has records of others.',
    ]);
    expect(await store.get('health')).toEqual(here);
  });

  it('are not written under identifiers of the check, whose records are removed', async () => {
    const put = httpCase('fixed', 'SPEC 4', 'It writes.', async (service) => {
      await service.request({ method: 'POST', target: '/health', headers: json, body: location });
    });
    const { report, store } = await check({ cases: [put] });
    expect(report.passed).toBe(1);
    expect(store.size).toBe(0);
  });

  it('of the check that cannot be removed are named', async () => {
    const { report } = await check({ cases: [creates] }, withStatus(500, 'DELETE'));
    expect(report.leftBehind).toEqual([]);
    const keep = (handle: Handler): Handler => {
      return (request) => handle(request.method === 'DELETE' ? { ...request, method: 'GET' } : request);
    };
    const kept = await check({ cases: [creates] }, keep);
    expect(kept.report.leftBehind).toEqual([expect.stringMatching(/^check-/)]);
  });
});

it('a read-only check sends only GET, HEAD and OPTIONS', async () => {
  const { report, requests } = await check({ cases: [absent, creates, deletes], readOnly: true });
  expect(report).toMatchObject({ passed: 1, leftOut: 2 });
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('fields are sent with every request, and hidden in the report', async () => {
  const echo = (handle: Handler): Handler => {
    return async (request) => {
      const key = request.headers['x-key']?.[0];
      if (key !== 'a-long-secret') return { status: 401, headers: {}, body: '' };
      return request.method === 'GET' && request.target !== '/'
        ? { status: 400, headers: {}, body: `{"key":"${key}"}` }
        : handle(request);
    };
  };
  const { report } = await check({ cases: [absent], headers: [['X-Key', 'a-long-secret']] }, echo);
  expect(report.findings[0]?.command).toContain('-H "$HEADER"');
  expect(report.findings[0]?.actual).toBe('400 {"key":"$HEADER"}');
  expect(JSON.stringify(report)).not.toContain('secret');
});

describe('a service that does not respond', () => {
  it('in time to one request fails that case only', async () => {
    const hang = (handle: Handler): Handler => {
      return (request) => (request.method === 'DELETE' ? new Promise(() => {}) : handle(request));
    };
    const { report } = await check({ cases: [creates, deletes], timeout: 100, concurrency: 2 }, hang);
    const [finding] = report.findings;
    expect(report).toMatchObject({ passed: 1, failed: 1 });
    expect(finding?.expected).toBe('a response within 100 ms');
    expect(finding?.command).toMatch(/-X DELETE \S+$/);
  });

  it('any more ends the check', async () => {
    const server = createServer(listenerOf(createHandler({ store: createMemoryStore() })));
    const url = await started(server);
    const stop = httpCase('stop', 'SPEC 4', 'It stops the server.', async (service) => {
      server.close();
      server.closeAllConnections();
      await service.request({ method: 'GET', target: '/' });
    });
    const after = { ...creates, presupposes: ['stop'] };
    const report = await checkServer({
      url,
      cases: [stop, after, { ...creates, id: 'other' }],
      concurrency: 1,
    });
    expect(report.stopped).toBe('The server stopped responding in case stop.');
    expect(report).toMatchObject({ passed: 0, failed: 1, setAside: 1, leftOut: 1 });
  });

  it('any more while cases run beside each other blames none of them', async () => {
    const server = createServer();
    const url = await started(server);
    const begun = new Promise<void>((resolve) => {
      server.on('request', ({ method }, res) => (method === 'DELETE' ? resolve() : res.end()));
    });
    const waits = httpCase('waits', 'SPEC 4', 'It waits for the server.', async (service) => {
      await service.request({ method: 'DELETE', target: `/${service.freshId()}` });
    });
    const stop = httpCase('stop', 'SPEC 4', 'It stops the server.', async (service) => {
      await begun;
      server.close();
      const ended = service.request({ method: 'DELETE', target: `/${service.freshId()}` });
      server.closeAllConnections();
      await ended;
    });
    const report = await checkServer({ url, cases: [waits, stop], concurrency: 2 });
    expect(report).toMatchObject({ failed: 0, findings: [] });
    expect(report.stopped).toContain('The server stopped responding in');
  });
});

it('a signal ends the check, which then removes its records', async () => {
  const controller = new AbortController();
  const cases = Array.from({ length: 10 }, (_, index) => ({ ...creates, id: `creates-${index}` }));
  const onProgress = () => controller.abort();
  const { report, store } = await check({ cases, concurrency: 1, signal: controller.signal, onProgress });
  expect(report).toMatchObject({ passed: 1, leftOut: 9, stopped: 'The check was stopped.' });
  expect(store.size).toBe(0);
});
