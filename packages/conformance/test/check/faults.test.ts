import { type CheckReport, checkServer } from '@location-records/conformance/node';
import { itUnless, lacks, startFaultyServer } from '@location-records/dev-kit';
import { describe, expect } from 'vitest';

/** The faults of `faulty-server.py`, each with the one clause that it breaks. */
const faults: Readonly<Record<string, string>> = {
  'delete-needs-a-record': 'SPEC 3',
  'post-answers-201': 'SPEC 4',
  'put-creates': 'SPEC 4.3',
  'parameters-refused': 'SPEC 4.5.1',
  'put-parses-first': 'SPEC 4.5.5',
  'description-cut': 'SPEC 4.5.7',
  'list-is-an-object': 'SPEC 4.7',
  'error-under-message': 'SPEC 4.8',
  'head-says-nothing': 'D12',
  'unknown-members-accepted': 'D29',
};

/** Cases of requests that http.server itself refuses as invalid HTTP. */
const ofHttpServer = ['server-'];
/** Slow cases that none of the faults affects. */
const slow = ['unread-', 'expect-', 'reader-', 'list-while-', 'list-long', 'list-many'];
const timeout = 10_000;
const testTimeout = 120_000;

function broken({ findings }: CheckReport): readonly string[] {
  return [...new Set(findings.map(({ clause }) => clause))].sort();
}

// Reason: the server is written in Python, to have a service in another language.
const withPython = itUnless(lacks({ program: 'python3' }));

// At once, since a check mostly waits for the server: for its next response, or to close a connection.
describe.concurrent('a service of another language', { timeout: testTimeout }, () => {
  withPython('without faults has no findings', async (context) => {
    const url = await startFaultyServer(context, []);
    const report = await checkServer({ url, skip: ofHttpServer, timeout });
    expect(broken(report)).toEqual([]);
    expect(report.counts.passed).toBeGreaterThan(580);
  });

  withPython('without faults has none against the specification, on any of its cases', async (context) => {
    const url = await startFaultyServer(context, []);
    const report = await checkServer({ url, specOnly: true, timeout });
    expect(broken(report)).toEqual([]);
    expect(report.counts.passed).toBeGreaterThan(130);
  });

  withPython('with all ten faults breaks their clauses, and no others', async (context) => {
    const url = await startFaultyServer(context, Object.keys(faults));
    const report = await checkServer({ url, skip: ofHttpServer, timeout });
    expect(broken(report)).toEqual(Object.values(faults).sort());
    expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
  });

  for (const [fault, clause] of Object.entries(faults)) {
    withPython(`with ${fault} breaks ${clause} alone`, async (context) => {
      const url = await startFaultyServer(context, [fault]);
      const report = await checkServer({ url, skip: [...ofHttpServer, ...slow], timeout });
      expect(broken(report)).toEqual([clause]);
      expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
    });
  }
});
