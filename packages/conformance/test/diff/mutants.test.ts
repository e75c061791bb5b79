import { handlerService } from '@location-records/conformance';
import { type Difference, diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { failureMutants } from '../../mutants/handlers/failure-mutants.ts';
import { handlerMutants } from '../../mutants/handlers/handler-mutants.ts';
import { reuseMutants } from '../../mutants/handlers/reuse-mutants.ts';

const aboutOptions = 'it shows only with options other than the defaults';
const aboutFields = 'it adds a header field that is not compared';
const aboutChanges = 'it needs Locations that differ in one member only';
const aboutRuns = 'it needs ten requests with one method for one record';
const aboutTime = 'it needs requests at the same time';
const aboutIds = 'it needs identifiers that are not generated';
const aboutTexts = 'it needs a description that is not generated';
const aboutTypes = 'it needs a content type that is not generated';

/** The mutants that `diffServices` cannot show, by id, each with the reason. */
const unseen: Readonly<Record<string, string>> = {
  ...Object.fromEntries(failureMutants.map(({ id }) => [id, 'it needs a store that fails'])),
  'absolute-form-unknown': 'all targets begin with a slash',
  'list-of-one-page': 'it needs more than a hundred records',
  'list-of-a-thousand': 'it needs more than a thousand records',
  'post-keeps-description-in-place': aboutChanges,
  'post-drops-latitude': aboutChanges,
  'post-drops-description': aboutChanges,
  'put-drops-latitude': aboutChanges,
  'put-drops-longitude': aboutChanges,
  'put-drops-description': aboutChanges,
  'post-drops-the-tenth': aboutRuns,
  'put-drops-the-tenth': aboutRuns,
  'delete-drops-the-tenth': aboutRuns,
  'post-removes-first': aboutTime,
  'put-removes-first': aboutTime,
  'delete-removes-a-namespace': aboutIds,
  'delete-removes-endings': aboutIds,
  'delete-knows-patterns': aboutIds,
  'ids-read-as-numbers': aboutIds,
  'ids-without-dots-on-i': aboutIds,
  'ids-without-ligatures': aboutIds,
  'ids-without-the-invisible': aboutIds,
  'ids-without-wide-spaces-at-end': aboutIds,
  'file-ending-ignored': aboutIds,
  'tilde-ignored': aboutIds,
  'markup-in-ids-decoded': aboutIds,
  'descriptions-unescaped-twice': aboutTexts,
  'descriptions-with-other-line-ends': aboutTexts,
  'descriptions-with-plain-spaces': aboutTexts,
  'descriptions-without-the-invisible': aboutTexts,
  'descriptions-without-ligatures': aboutTexts,
  'descriptions-read-as-values': aboutTexts,
  'type-of-patches': aboutTypes,
  'type-of-json-lines': aboutTypes,
  'type-of-models': aboutTypes,
  'unknown-members-always-refused': aboutOptions,
  'never-strict': aboutOptions,
  'null-description-never-written': aboutOptions,
  ...Object.fromEntries(reuseMutants.map(({ id }) => [id, aboutFields])),
  'location-header': aboutFields,
  'etag-added': aboutFields,
  'powered-by-added': aboutFields,
  'cors-on-errors': aboutFields,
  'cors-on-writes': aboutFields,
  'foreign-write-made': 'it needs a request with an Origin field',
  'method-in-query': 'it needs a query that names a method',
  'method-in-field': 'it needs a field that names a method',
};

/** The methods of the shortest sequence: the only one, or the one of the kind that this seed shows first. */
const shortest: Readonly<Record<string, readonly string[]>> = {
  'put-creates': ['PUT'],
  'post-only-creates': ['POST', 'POST', 'GET'],
  'post-only-replaces': ['POST', 'PUT'],
  'put-patches': ['POST', 'PUT', 'GET'],
  'put-replaces-nothing': ['POST', 'PUT', 'GET'],
  'delete-does-nothing': ['POST', 'DELETE', 'PUT'],
  'delete-removes-all': ['POST', 'DELETE', 'GET'],
  'delete-of-absent-is-404': ['DELETE'],
  'get-of-absent-is-null': ['GET'],
  'get-creates': ['GET', 'GET'],
  'json-before-existence': ['PUT'],
  'body-before-id': ['POST'],
  'existence-before-body': ['PUT'],
  'delete-checks-type': ['DELETE'],
  'type-first-of-many': ['POST'],
  'limit-in-units': ['POST'],
  'mark-counted': ['POST'],
  'broken-utf8-replaced': ['POST'],
  'unknown-members-ignored': ['POST'],
  'lone-surrogates-replaced': ['POST'],
  'empty-description-dropped': ['POST', 'GET'],
  'null-description-written': ['POST', 'GET'],
  'head-is-405': ['HEAD'],
  'created-is-201': ['POST'],
  'list-of-objects': ['POST', 'GET'],
};

const seen = handlerMutants.filter(({ id }) => !(id in unseen));

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

async function find(id: string, calls: number): Promise<Difference | undefined> {
  const maxShrinkTime = Number.POSITIVE_INFINITY;
  const options = { seed: 1, calls, endAtFirst: true, maxShrinkTime, notation: 'same' } as const;
  const { differences } = await diffServices(...pairWith({ any: id }), options);
  return differences[0];
}

describe('a service is distinguished from one that', () => {
  it.each(seen)('$breaks', async ({ id }) => {
    const found = await find(id, 20_000);
    const methods = found?.requests.map(({ method }) => method);
    // A few mutants have several minimal sequences, and one may need one more read than another.
    expect(methods?.length).toBeLessThanOrEqual(4);
    expect(methods).toEqual(shortest[id] ?? methods);
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

  it.each(Object.entries(unseen))('%s is not shown: %s', async (id) => {
    expect(await find(id, 500)).toBeUndefined();
  });
});
