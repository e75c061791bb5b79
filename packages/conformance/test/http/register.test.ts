import { createHandlerService, type HttpCase, registerHttpContract } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { selectHttpCases } from '../../src/http/register.ts';

function caseOf(id: string, more: Partial<HttpCase> = {}): HttpCase {
  return {
    id,
    clause: 'SPEC 3',
    title: 'It holds.',
    needs: [],
    presupposes: [],
    run: async () => {},
    ...more,
  };
}

/** Registers cases, and runs them as a test runner would. Returns the events in order. */
async function runAll(cases: readonly HttpCase[]) {
  const events: string[] = [];
  const tests: [name: string, run: () => Promise<void>][] = [];
  const endings: (() => Promise<void>)[] = [];
  let started = 0;
  const leftOut = registerHttpContract(cases, {
    it: (name, run) => tests.push([name, run]),
    afterAll: (run) => endings.push(run),
    start: async (options) => {
      const number = ++started;
      events.push(`start ${number} ${JSON.stringify(options)}`);
      const service = createHandlerService(createHandler({ ...options, store: createMemoryStore() }));
      return { service, close: async () => void events.push(`close ${number}`) };
    },
    unmetNeeds: { socket: 'There is none.' },
  });
  for (const [name, run] of tests) {
    await run().then(
      () => events.push(`passed ${name}`),
      () => events.push(`failed ${name}`),
    );
  }
  for (const end of endings) await end();
  return { events, leftOut };
}

describe('registerHttpContract', () => {
  it('starts one service for the same options, and closes it at the end', async () => {
    const limited = { options: { bodyLimit: 10 } };
    const { events } = await runAll([caseOf('a'), caseOf('b', limited), caseOf('c'), caseOf('d', limited)]);
    expect(events).toEqual([
      'start 1 {}',
      'passed a: It holds.',
      'start 2 {"bodyLimit":10}',
      'passed b: It holds.',
      'passed c: It holds.',
      'passed d: It holds.',
      'close 1',
      'close 2',
    ]);
  });

  it('gives a case that needs an empty store or faults a separate service', async () => {
    const failing = async () => {
      throw new Error('It does not hold.');
    };
    const { events } = await runAll([
      caseOf('a', { needs: ['empty-store'] }),
      caseOf('b', { needs: ['faults'], run: failing }),
    ]);
    expect(events).toEqual([
      'start 1 {}',
      'close 1',
      'passed a: It holds.',
      'start 2 {}',
      'close 2',
      'failed b: It holds.',
    ]);
  });

  it('closes the other services when one could not be started', async () => {
    const events: string[] = [];
    const tests: (() => Promise<void>)[] = [];
    const endings: (() => Promise<void>)[] = [];
    registerHttpContract([caseOf('a', { options: { bodyLimit: 10 } }), caseOf('b')], {
      it: (_, run) => tests.push(run),
      afterAll: (run) => endings.push(run),
      start: async ({ bodyLimit }) => {
        if (bodyLimit) throw new Error('No start.');
        const service = createHandlerService(createHandler({ store: createMemoryStore() }));
        return { service, close: async () => void events.push('closed') };
      },
    });
    await Promise.allSettled(tests.map((run) => run()));
    expect(endings).toHaveLength(1);
    await expect(endings[0]?.()).rejects.toThrow('No start.');
    expect(events).toEqual(['closed']);
  });

  it('starts nothing for a case that is left out, and returns the reason', async () => {
    const { events, leftOut } = await runAll([caseOf('a', { needs: ['empty-store', 'socket'] })]);
    expect(events).toEqual([]);
    expect(leftOut).toEqual([{ id: 'a', reason: 'There is none.' }]);
  });
});

describe('selectHttpCases', () => {
  const cases = [caseOf('a'), caseOf('b'), caseOf('c', { needs: ['socket'] })];

  it('leaves out single cases by id', () => {
    const { selected, leftOut } = selectHttpCases(cases, { exceptions: { b: 'It cannot be sent.' } });
    expect(selected.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(leftOut).toEqual([{ id: 'b', reason: 'It cannot be sent.' }]);
  });

  it('refuses an exception that matches no case', () => {
    const exceptions = { b: 'It cannot be sent.', d: 'It was removed.' };
    expect(() => selectHttpCases(cases, { exceptions })).toThrow('match no case: d');
  });

  it('refuses an exception for a case that a missing need leaves out', () => {
    const host = { unmetNeeds: { socket: 'There is none.' }, exceptions: { c: 'It cannot be sent.' } };
    expect(() => selectHttpCases(cases, host)).toThrow('match no case: c');
  });
});
