import { createServer } from 'node:http';
import { ContractError, httpContract } from '@location-records/conformance';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { describe, expect, it } from 'vitest';
import { clauseTitles } from '../../src/check/clauses.ts';
import { findingsIn } from '../../src/check/findings/findings.ts';
import { listenerOf, started } from '../started-servers.ts';
import { faultyServices } from './faulty-services.ts';
import { faultyValues } from './faulty-values.ts';

describe('findings', () => {
  it('separates a wrong status from wrong messages of the same clause', async () => {
    const handle = createHandler({ store: createMemoryStore() });
    const wrongTwice: Handler = async (request) => {
      const response = await handle(request);
      if (request.method === 'DELETE' && request.target === '/') return { ...response, status: 405 };
      if (request.method !== 'GET' || response.status !== 404) return response;
      const body = JSON.stringify({ error_message: `Resource not found: ${request.target.slice(1)}` });
      return { ...response, headers: { ...response.headers, 'Content-Length': `${body.length}` }, body };
    };
    const url = await started(createServer(listenerOf(wrongTwice)));
    const { findings, cases } = await checkServer({ url, only: ['response-error-delete-id', 'D38'] });
    expect(findings.map((finding) => [finding.clause, finding.cases])).toEqual([
      ['SPEC 7', ['id-message-is-json']],
      ['SPEC 7', ['response-error-delete-id']],
    ]);
    expect(cases.filter(({ outcome }) => outcome === 'failed').length).toBe(2);
  });

  it('leaves out a case that ended at the fault of a clause about all responses', async () => {
    const swapped = faultyServices.find(({ fault }) => fault === 'latitude and longitude are swapped');
    const url = await started(createServer(listenerOf(swapped?.create() as Handler)));
    const { findings, cases } = await checkServer({ url, only: ['response-get', 'list-one'] });
    expect(findings.map((finding) => finding.clause)).toEqual(['SPEC 4']);
    expect(cases.find(({ id }) => id === 'list-one')).toMatchObject({
      outcome: 'left-out',
      reason: 'It stopped at a violation of SPEC 4.',
    });
  });

  it('fails one case by one fault, and leaves out the others', async () => {
    const confused = faultyValues.find(({ fault }) => fault === 'an unknown route is an unknown method');
    const url = await started(createServer(listenerOf(confused?.create() as Handler)));
    const { findings, cases } = await checkServer({ url, only: ['D4'], level: 'service' });
    expect(findings.map((finding) => finding.clause)).toEqual(['D4']);
    const [first, ...others] = findings[0]?.cases ?? [];
    expect(others.length).toBeGreaterThan(9);
    expect(cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([first]);
    const reasons = others.map((id) => cases.find((one) => one.id === id)?.reason);
    expect(new Set(reasons)).toEqual(new Set([`It shows the same fault as ${first}.`]));
  });

  it('fails a case of each clause by one finding', async () => {
    const handle = createHandler({ store: createMemoryStore(), unknownMembers: 'ignore' });
    const url = await started(createServer(listenerOf(handle)));
    const { findings, cases } = await checkServer({ url, only: ['D29', 'D34'] });
    expect(findings.map(({ clause }) => clause)).toEqual(['D29']);
    const failed = cases.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ clause, finding }) => [clause, finding])).toEqual([
      ['D29', 0],
      ['D34', 0],
    ]);
    const others = cases.filter(({ outcome, finding }) => outcome === 'left-out' && finding === 0);
    for (const { clause, reason } of others) {
      const { id } = failed.find((one) => one.clause === clause) ?? {};
      expect(reason).toBe(`It shows the same fault as ${id}.`);
    }
    expect(findings[0]?.cases).toHaveLength(failed.length + others.length);
  });

  it('separates accepted content types from accepted members', async () => {
    const handle = createHandler({ store: createMemoryStore(), unknownMembers: 'ignore' });
    const json = { 'content-type': ['application/json'] };
    const accepting: Handler = (request) => handle(deriveRequest(request, { headers: json }));
    const url = await started(createServer(listenerOf(accepting)));
    const { findings } = await checkServer({ url, only: ['D29', 'D16', 'SPEC 4.5.1'] });
    const clausesOf = (ids: readonly string[]) =>
      new Set(ids.map((id) => httpContract.find((one) => one.id === id)?.clause));
    expect(findings.map((finding) => clausesOf(finding.cases))).toEqual([
      new Set(['D16', 'SPEC 4.5.1']),
      new Set(['D29']),
    ]);
  });

  it('lets a case judge its own rule where no case of the broken clause was run', async () => {
    const handle = createHandler({ store: createMemoryStore() });
    const created: Handler = async (request) => {
      const response = await handle(request);
      return request.method === 'POST' && response.status === 200 ? { ...response, status: 201 } : response;
    };
    const url = await started(createServer(listenerOf(created)));
    const { findings, counts } = await checkServer({ url, only: ['D16'], level: 'service' });
    expect(findings).toMatchObject([{ clause: 'SPEC 4', otherCaseCount: counts.passed }]);
    expect(counts).toMatchObject({ failed: 1 });
    expect(counts.passed).toBeGreaterThan(40);
    const early = await checkServer({ url, only: ['D16'], level: 'service', failFast: true });
    const [failed] = early.cases.filter(({ outcome }) => outcome === 'failed');
    expect(early.stopped).toBe(`The case ${failed?.id} failed, and the first failure ends the check.`);
  });

  it('fails different cases by two findings of the same cases', async () => {
    const handle = createHandler({ store: createMemoryStore() });
    const wrongTwice: Handler = async (request) => {
      const response = await handle(request);
      if (response.status !== 405) return response;
      const { Allow: _, ...headers } = response.headers;
      return { ...response, headers, status: 501 };
    };
    const url = await started(createServer(listenerOf(wrongTwice)));
    const { findings, counts } = await checkServer({ url, only: ['D14'], level: 'service' });
    expect(findings.length).toBe(2);
    expect(new Set(findings.map(({ cases }) => cases[0])).size).toBe(2);
    expect(counts).toMatchObject({ failed: 2 });
  });

  it('has a title for every clause of the contract', () => {
    const clauses = [...new Set(httpContract.map(({ clause }) => clause))];
    expect([...clauseTitles.keys()].sort()).toEqual(clauses.sort());
  });
});

describe('violations', () => {
  const [first, second] = ['SPEC 3', 'D31'].map((clause) =>
    httpContract.find((one) => one.clause === clause),
  );
  const found = (what: string, expected: unknown, actual: unknown, clause?: string) => ({
    error: new ContractError(what, expected, actual, clause),
    sent: [],
    level: 'service' as const,
  });
  const judged = (...errors: readonly ReturnType<typeof found>[][]) =>
    findingsIn(
      [first, second].map((httpCase, index) => ({
        httpCase: httpCase as never,
        violations: errors[index] ?? [],
      })),
    );

  it.each([
    [
      'identifiers',
      '404 {"error_message":"Location not found: a"}',
      '404 {"error_message":"Location not found: b"}',
      '400 x',
    ],
    ['lengths', ['70'], ['71'], ['0']],
    ['positions in an array', [[1], 2], [1, [2]], 'x'],
    ['long texts', { a: 'x'.repeat(200) }, { a: 'y'.repeat(300) }, { a: 'z'.repeat(150) }],
  ])('that differ only in their %s are one finding', (_, expected, other, actual) => {
    const findings = judged([found('response', expected, actual)], [found('response', other, actual)]);
    expect(findings.map(({ failed, same }) => failed.length + same.size)).toEqual([2]);
  });

  it.each([
    ['the status', ['200 a', '201 a'], ['200 a', '204 a']],
    [
      'the message',
      ['400 {"error_message":"a"}', '400 {"error_message":"b"}'],
      ['400 {"error_message":"a"}', '400 {"error_message":"c"}'],
    ],
    [
      'the member',
      [
        { a: 1, b: 1 },
        { a: '1', b: 1 },
      ],
      [
        { a: 1, b: 1 },
        { a: 1, b: '1' },
      ],
    ],
  ])('that differ in %s are two findings', (_, [expected, actual], [other, came]) => {
    expect(judged([found('response', expected, actual)], [found('response', other, came)]).length).toBe(2);
  });

  it.each([
    ['that are missing', '{"description":"a"}', undefined],
    ['that are surplus', undefined, '{"description":"a"}'],
    ['that are out of date', '{"description":"a"}', '{"description":"b"}'],
  ])('of a list with records %s are one finding', (_, expected, actual) => {
    const ids = found('listed', ['a', 'b'], ['a']);
    expect(judged([found('listed', expected, actual, 'SPEC 4.7')], [ids]).length).toBe(1);
  });

  it('behind a message with another identifier belong to its finding', () => {
    const message = (id: string) => `404 {"error_message":"Resource not found: ${id}"}`;
    const renamed = found('response', message('A'), message('a'), first?.clause);
    const findings = judged([renamed], [renamed, found('response', '200 a', '404 b')]);
    expect(findings).toMatchObject([{ failed: [{ id: first?.id }], otherCaseCount: 0 }]);
    expect([...(findings[0]?.same.keys() ?? [])]).toEqual([second?.id]);
  });

  it('of the clause of another case fail only that case, and are counted for this one', () => {
    const other = second?.clause;
    const findings = judged([found('a', 1, 2, other)], [found('a', 1, 2)]);
    expect(findings).toMatchObject([{ clause: other, failed: [{ id: second?.id }], otherCaseCount: 1 }]);
    expect(judged([found('a', 1, 2, other)])).toMatchObject([
      { clause: other, failed: [{ id: first?.id }], otherCaseCount: 0 },
    ]);
  });
});
