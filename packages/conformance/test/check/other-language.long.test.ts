import { type CheckReport, checkServer } from '@location-records/conformance/node';
import { itUnless, lacks, startFaultyServer } from '@location-records/workspace/tests';
import { describe, expect } from 'vitest';

/** The clauses that `faulty-server.py` breaks when it has all of its faults, each in one case at least. */
const brokenByAll = [
  'D12',
  'D29',
  'D44',
  'SPEC 3',
  'SPEC 4',
  'SPEC 4.3',
  'SPEC 4.5.1',
  'SPEC 4.5.7',
  'SPEC 4.7',
  'SPEC 4.8',
];
/** Cases of invalid framing that http.server takes for a body to wait for, until the timeout of the check. */
const awaitedByHttpServer = [
  'server-length-negative',
  'server-length-repeated',
  'server-length-too-large',
  'server-length-and-chunked',
  'server-encoding-not-last',
  'server-chunk-size-negative',
];
const timeout = 10_000;
const testTimeout = 120_000;

function broken({ cases }: CheckReport): readonly string[] {
  return [...new Set(cases.flatMap(({ failure }) => failure?.clause ?? []))].sort();
}

// Reason: the server is written in Python, to have a service in another language.
const withPython = itUnless(lacks({ program: 'python3' }));

// At once, since a check mostly waits for the server: for its next response, or to close a connection.
describe.concurrent('a service of another language', { timeout: testTimeout }, () => {
  withPython('without faults breaks only rules of the server beneath it', async (context) => {
    const url = await startFaultyServer(context, []);
    const report = await checkServer({ url, skip: awaitedByHttpServer, timeout });
    const failed = report.cases.filter(({ outcome }) => outcome === 'failed');
    expect(failed.filter(({ failure }) => failure?.level === 'service')).toEqual([]);
    expect(failed.filter(({ id }) => !id.startsWith('server-'))).toEqual([]);
    expect(failed.length).toBeGreaterThan(20);
    expect(report.counts.passed).toBeGreaterThan(500);
  });

  withPython('without faults has none against the specification, on any of its cases', async (context) => {
    const url = await startFaultyServer(context, []);
    const report = await checkServer({ url, specOnly: true, timeout });
    expect(broken(report)).toEqual([]);
    expect(report.counts.passed).toBeGreaterThan(130);
  });

  withPython('with all ten faults breaks their clauses', async (context) => {
    const url = await startFaultyServer(context);
    const report = await checkServer({ url, level: 'service', timeout });
    expect(broken(report)).toEqual(expect.arrayContaining(brokenByAll));
    expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
  });
});
