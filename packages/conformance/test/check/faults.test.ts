import { type CheckReport, checkServer } from '@location-records/conformance/node';
import { itUnless, lacks, startFaultyServer } from '@location-records/dev-kit';
import { expect } from 'vitest';

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
/** Cases that repeat rules with other values. The run with all faults includes them. */
const alike = ['id-', 'target-', 'number-', 'range-', 'limit-', 'json-', 'base-'];
const timeout = 10_000;
const testTimeout = 120_000;

function broken({ findings }: CheckReport): readonly string[] {
  return [...new Set(findings.map(({ clause }) => clause))].sort();
}

// Reason: the server is written in Python, to have a service in another language.
const withPython = itUnless(lacks({ program: 'python3' }));

withPython(
  'finds nothing wrong in a correct service in another language',
  { timeout: testTimeout },
  async () => {
    const report = await checkServer({ url: await startFaultyServer([]), skip: ofHttpServer, timeout });
    expect(broken(report)).toEqual([]);
    expect(report.counts.passed).toBeGreaterThan(580);
  },
);

withPython(
  'finds nothing wrong there with the cases of the specification only',
  { timeout: testTimeout },
  async () => {
    const report = await checkServer({ url: await startFaultyServer([]), specOnly: true, timeout });
    expect(broken(report)).toEqual([]);
    expect(report.counts.passed).toBeGreaterThan(130);
  },
);

withPython('names all ten faults by their clauses, and nothing else', { timeout: testTimeout }, async () => {
  const url = await startFaultyServer(Object.keys(faults));
  const report = await checkServer({ url, skip: ofHttpServer, timeout });
  expect(broken(report)).toEqual(Object.values(faults).sort());
  expect(report.cleaning).toEqual({ left: [], unknown: [], isCertain: true });
});

withPython.each(Object.entries(faults))(
  'reports only %s, as a violation of %s',
  { timeout: testTimeout },
  async (fault, clause) => {
    const url = await startFaultyServer([fault]);
    const report = await checkServer({ url, skip: [...ofHttpServer, ...slow, ...alike], timeout });
    expect(broken(report)).toEqual([clause]);
    expect(report.cleaning).toEqual({ left: [], unknown: [], isCertain: true });
  },
);
