import { handlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { handlerMutants } from '../../mutants/handler-mutants.ts';

/** The methods of the shortest sequence that shows a mutant: the only one, or the first with this seed. */
const shortest: readonly (readonly [id: string, methods: readonly string[]])[] = [
  ['put-creates', ['PUT']],
  ['put-patches', ['POST', 'PUT', 'GET']],
  ['post-only-creates', ['POST', 'POST', 'GET']],
  ['delete-of-absent-is-404', ['DELETE']],
  ['get-of-absent-is-null', ['GET']],
  ['json-before-existence', ['PUT']],
  ['existence-before-body', ['PUT']],
  ['type-first-of-many', ['POST']],
  ['limit-in-units', ['POST']],
  ['broken-utf8-replaced', ['POST']],
  ['unknown-members-ignored', ['POST']],
  ['lone-surrogates-replaced', ['POST']],
  ['empty-description-dropped', ['POST', 'GET']],
  ['null-description-written', ['POST', 'GET']],
  ['head-is-405', ['HEAD']],
  ['created-is-201', ['POST']],
  ['list-of-objects', ['POST', 'GET']],
];

/** A service without a fault, and one whose methods have these faults, over one store. */
function pairWith(faults: Readonly<Record<string, string>>) {
  const store = createMemoryStore();
  const handlers = Object.entries(faults).map(([method, id]) => {
    const mutant = handlerMutants.find((candidate) => candidate.id === id);
    if (!mutant) throw new Error(`There is no mutant ${id}.`);
    return [method, mutant.create({ store })] as const;
  });
  const byMethod = new Map(handlers);
  const other = byMethod.get('any') ?? createHandler({ store });
  const wrong = handlerService(async (request) => (byMethod.get(request.method) ?? other)(request));
  return [handlerService(createHandler({ store: createMemoryStore() })), wrong] as const;
}

describe('diffServices: a service is distinguished from one that', () => {
  it.each(shortest)('is %s, by the shortest sequence of requests', async (id, methods) => {
    const maxShrinkTime = Number.POSITIVE_INFINITY;
    const options = { seed: 1, calls: 20_000, endAtFirst: true, maxShrinkTime, notation: 'same' } as const;
    const { differences } = await diffServices(...pairWith({ any: id }), options);
    const [found] = differences;
    expect(found?.requests.map(({ method }) => method)).toEqual(methods);
    expect(found?.parts).not.toEqual([]);
  });

  it('only sends JSON with white space by an example, not by a difference', async () => {
    const result = await diffServices(...pairWith({ any: 'json-indented' }), { seed: 1, calls: 500 });
    expect(result).toMatchObject({ differences: [], notation: { parts: ['notation'] } });
  });

  it('breaks several rules by one difference for each', async () => {
    const faults = {
      POST: 'created-is-201',
      DELETE: 'delete-of-absent-is-404',
      OPTIONS: 'options-is-204',
      GET: 'json-indented',
    };
    const options = { seed: 1, calls: 3000, maxShrinkTime: Number.POSITIVE_INFINITY };
    const { differences, notation } = await diffServices(...pairWith(faults), options);
    const shown = differences.map(({ requests }) => requests.map(({ method }) => method).join());
    expect(shown.toSorted()).toEqual(['DELETE', 'OPTIONS', 'POST']);
    expect(notation?.parts).toEqual(['notation']);
  });
});
