import type { Location } from '@location-records/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Fate, startService, type TestService } from './service.ts';

const ids = ['a', 'b', 'c/ü'];
const initial: [string, Location][] = [['a', { coordinates: { latitude: 0, longitude: 0 } }]];

type Action =
  | { readonly kind: 'open' | 'save' | 'delete' | 'other writes' | 'other deletes'; readonly id: string }
  | { readonly kind: 'undo' | 'redo' | 'forget' };

const id = fc.constantFrom(...ids);
const mine = fc.oneof(
  fc.record({ kind: fc.constantFrom('open' as const, 'save' as const, 'delete' as const), id }),
  fc.record({ kind: fc.constantFrom('save' as const, 'delete' as const), id }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'undo' as const) }),
);
const forget = fc.record({ kind: fc.constant('forget' as const) });
const others = fc.record({ kind: fc.constantFrom('other writes' as const, 'other deletes' as const), id });
const writes = fc.record({ kind: fc.constant('other writes' as const), id });
const fates = fc.array(
  fc.constantFrom<Fate>('arrives', 'arrives', 'arrives', 'is lost', 'loses its response', 'fails'),
  { maxLength: 60 },
);

/** The person at the page, who knows what the form has shown, and no more. */
class Page {
  readonly #service: TestService;
  readonly #seen = new Map<string, Location | undefined>();
  /** All contents that the form has shown or the page has written, as JSON. */
  readonly known = new Set<string>();
  #count = 0;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Does one action; another client does its own without the page. */
  async act(action: Action): Promise<void> {
    const { store, editing } = this.#service;
    const description = `${action.kind} ${++this.#count}`;
    const content = { description, coordinates: { latitude: this.#count, longitude: 1 } };
    switch (action.kind) {
      case 'open':
        return this.#see(action.id, await store.get(action.id));
      case 'save':
        return this.#change(action.id, content);
      case 'delete':
        return this.#change(action.id, undefined);
      case 'other writes':
        return store.put(action.id, content);
      case 'other deletes':
        return store.delete(action.id);
      case 'forget':
        return editing.forget('undo');
      default:
        await editing.step(action.kind);
    }
  }

  async #change(id: string, after: Location | undefined) {
    this.known.add(JSON.stringify(after ?? null));
    const outcome = await this.#service.editing.change({ id, before: this.#seen.get(id), after });
    if (outcome.kind === 'done' || outcome.kind === 'same') this.#seen.set(id, after);
  }

  #see(id: string, content: Location | undefined) {
    this.#seen.set(id, content);
    this.known.add(JSON.stringify(content ?? null));
  }
}

/** Starts with a person who has seen all records. */
async function openPage(service: TestService): Promise<Page> {
  const page = new Page(service);
  for (const id of ids) await page.act({ kind: 'open', id });
  return page;
}

async function recordsOf({ store }: TestService): Promise<readonly (Location | undefined)[]> {
  return Promise.all(ids.map((id) => store.get(id)));
}

/**
 * Undoes or redoes everything, also where requests are lost; a step that another client stands in the way of
 * is left.
 */
async function takeAll({ editing }: TestService, direction: 'undo' | 'redo'): Promise<void> {
  while (editing.can(direction)) {
    const attempt = await editing.step(direction);
    if (attempt?.outcome.kind === 'differs') editing.forget(direction);
  }
}

it('the page never loses what another client wrote and it has not shown', async () => {
  const actions = fc.array(fc.oneof(mine, mine, others, forget), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(actions, fates, async (list, fateList) => {
      const service = startService(initial);
      const page = await openPage(service);
      service.fates.push(...fateList);
      for (const action of list) {
        const before = await recordsOf(service);
        await page.act(action);
        if (action.kind.startsWith('other')) continue;
        for (const [index, content] of (await recordsOf(service)).entries()) {
          const last = JSON.stringify(before[index] ?? null);
          if (JSON.stringify(content ?? null) !== last) expect([...page.known]).toContain(last);
        }
      }
    }),
  );
});

it('undoing everything leads to the beginning, and redoing to the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mine, { maxLength: 40 }), fates, async (list, fateList) => {
      const service = startService(initial);
      const page = await openPage(service);
      service.fates.push(...fateList);
      for (const action of list) await page.act(action);
      // What was undone before belongs to the end, too.
      await takeAll(service, 'redo');
      const end = await recordsOf(service);
      await takeAll(service, 'undo');
      expect(await recordsOf(service)).toEqual([initial[0]?.[1], undefined, undefined]);
      await takeAll(service, 'redo');
      expect(await recordsOf(service)).toEqual(end);
    }),
  );
});

it('undoing everything keeps what another client wrote last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(mine, mine, writes), { maxLength: 40 }),
      fates,
      async (list, fateList) => {
        const service = startService(initial);
        const page = await openPage(service);
        service.fates.push(...fateList);
        const expected = new Map<string, Location | undefined>(initial);
        for (const action of list) {
          await page.act(action);
          if (action.kind === 'other writes') expected.set(action.id, await service.store.get(action.id));
        }
        await takeAll(service, 'undo');
        expect(await recordsOf(service)).toEqual(ids.map((id) => expected.get(id)));
      },
    ),
  );
});
