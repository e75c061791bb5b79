import { createServer, type RequestListener } from 'node:http';
import type { HttpCase, Service } from '@location-records/conformance';
import { type CheckOptions, checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { type CaseContext, CaseService } from '../../src/check/case-service.ts';
import { RunRecords } from '../../src/check/run-records.ts';
import { parseServerUrl } from '../../src/check/server-url.ts';
import { expectLocation } from '../../src/http/expect.ts';
import { httpCase } from '../../src/http/http-case.ts';
import { parseList } from '../../src/http/records.ts';
import { ask } from '../../src/http/requests.ts';
import { openConnection } from '../../src/transport/socket-connection.ts';
import { listenerOf, started } from '../started-servers.ts';

/** Checks a server that responds as a function does, or else rightly. */
async function check(respond: RequestListener | undefined, options: Partial<CheckOptions>) {
  const right = listenerOf(createHandler({ store: createMemoryStore() }));
  const server = createServer((req, res) => {
    if (req.url === '/' || !respond) right(req, res);
    else respond(req, res);
  });
  return checkServer({ url: await started(server), timeout: 10_000, ...options });
}

const get = (service: Service) => service.request(ask('GET', `/${service.freshId()}`));
const location = '{"coordinates":{"latitude":1,"longitude":2}}';

/** A case that expects a Location. */
const located = httpCase('located', 'SPEC 4.1', 'It is there.', async (service) => {
  expectLocation(await get(service), location);
});

/** Returns the finding about a body. */
async function findingOn(body: string, one: HttpCase = located) {
  const { findings } = await check((_, res) => void res.end(body), { cases: [one], concurrency: 1 });
  return findings[0];
}

describe('a check ends', () => {
  it('when responses drip in without an end', async () => {
    const drip: RequestListener = (_, res) => {
      const timer = setInterval(() => res.write('x'), 20);
      res.once('close', () => clearInterval(timer));
    };
    const cases = Array.from({ length: 20 }, (_, index) => ({ ...located, id: `located-${index}` }));
    const report = await check(drip, { cases, timeout: 1000, concurrency: 1 });
    expect(report.stopped).toBe('The server did not respond in time in 3 cases.');
    expect(report.leftOut).toBeGreaterThan(0);
  });

  it('when a signal comes, while the server does not respond', async () => {
    const stop = new AbortController();
    const signalled: RequestListener = () => stop.abort();
    const cases = [{ ...located, id: 'first' }, located];
    const report = await check(signalled, { cases, timeout: 600_000, concurrency: 1, signal: stop.signal });
    expect(report).toMatchObject({ stopped: 'The check was stopped.', failed: 0, leftOut: 2 });
  });

  it('when a signal comes, while records are removed from a server that does not respond', async () => {
    const stop = new AbortController();
    const listener: RequestListener = (req, res) => {
      if (req.method === 'DELETE') stop.abort();
      else res.end();
    };
    const create = httpCase('create', 'SPEC 4', 'It creates.', async (service) => {
      await service.request({ method: 'POST', target: `/${service.freshId()}`, body: location });
    });
    const report = await check(listener, { cases: [create], timeout: 600_000, signal: stop.signal });
    expect(report).toMatchObject({ passed: 1, stopped: 'The check was stopped.' });
  });

  it('with the reason of a signal that comes before the first response', async () => {
    const stop = new AbortController();
    const url = await started(createServer(() => stop.abort(new Error('enough'))));
    await expect(checkServer({ url, timeout: 600_000, signal: stop.signal })).rejects.toThrow('enough');
  });

  it('when the list is longer than 64 MiB', async () => {
    const url = await started(
      createServer((_, res) => res.setHeader('Content-Length', 2 ** 26 + 1).flushHeaders()),
    );
    await expect(checkServer({ url, timeout: 60_000 })).rejects.toMatchObject({
      code: 'CHECK_UNREACHABLE',
      message: `${url} responds with more than is read (The server sends more than 64 MiB.); check the address, or a service with fewer records.`,
    });
  });
});

it('the responses of a case together are limited, since it keeps them', async () => {
  const url = await started(createServer((_, res) => void res.end('x'.repeat(6e5))));
  const server = parseServerUrl(url);
  const list = { status: 200, headers: {}, body: new TextEncoder().encode('[]') };
  const records = new RunRecords(async () => list, list);
  const connect: CaseContext['connect'] = (signal, allowance) => {
    return openConnection({ host: server.host, port: server.port, timeout: 10_000, signal, allowance });
  };
  const service = new CaseService({ server, records, readOnly: true, fields: [], connect }, 2 ** 20);
  expect((await get(service)).body).toHaveLength(6e5);
  await expect(get(service)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  await service.close();
});

describe('a finding', () => {
  it('shows JSON that is nested 100,000 levels deep as text', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await findingOn(deep))?.actual).toMatch(/^200 \[+ …$/);
  });

  it.each(['__proto__', 'constructor'])('is the unknown member %s', async (name) => {
    expect(await findingOn(location)).toBeUndefined();
    expect((await findingOn(`{"${name}":{},${location.slice(1)}`))?.actual).toContain(name);
  });

  it('has a cut identifier without its control characters', async () => {
    const entry = [`\u202e\u0085${'x'.repeat(100_000)}`, {}];
    const body = new TextEncoder().encode(JSON.stringify([entry, entry]));
    const listed = httpCase('listed', 'SPEC 4.7', 'It lists.', async () => {
      parseList({ status: 200, headers: {}, body });
    });
    const finding = await findingOn('', listed);
    expect(finding?.expected).toMatch(/^listed as "<U\+202E><U\+0085>x{100,200}: once$/);
  });
});

it('the identifiers left behind are no more than 100', async () => {
  let mark = '';
  const server = createServer((req, res) => {
    mark ||= /check-\w+-/.exec(req.url ?? '')?.[0] ?? '';
    const entries = mark === '' ? [] : Array.from({ length: 150 }, (_, index) => [`${mark}${index}`, {}]);
    res.end(JSON.stringify(entries));
  });
  const passing = httpCase('passing', 'SPEC 4', 'It reads.', async (service) => void (await get(service)));
  const report = await checkServer({ url: await started(server), cases: [passing], timeout: 10_000 });
  expect(report.leftBehind).toHaveLength(100);
});
