import { httpContract } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';

/** The clauses of SPEC sections 3 to 8 about HTTP. Sections 6 (events) and 9 exclude features. */
const spec = ['3', '4', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '5', '7', '8'].concat([
  '4.5.1',
  '4.5.2',
  '4.5.3',
  '4.5.4',
  '4.5.5',
  '4.5.6',
  '4.5.7',
]);

const decisions = [...Array.from({ length: 47 }, (_, index) => String(index + 1)), '41b', '49'];

/** Decisions that HTTP cannot show. */
const unseen: Readonly<Record<string, string>> = {
  '26': 'needs a body parser before the handler, which only some adapters have',
  '46': 'is about where a server listens, which the command decides',
};

const clauses = new Set(httpContract.map(({ clause }) => clause));

describe('the HTTP contract', () => {
  it('has the cases of contract-ids.txt', async () => {
    const lines = httpContract.map(({ id, clause, title, needs }) => {
      const needed = needs.length > 0 ? ` [${needs.join(', ')}]` : '';
      return `${id} (${clause})${needed}: ${title}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot('./contract-ids.txt');
  });

  it('has a unique id in kebab case for each case', () => {
    const ids = httpContract.map(({ id }) => id);
    expect(ids.filter((id) => !/^[a-z\d]+(-[a-z\d]+)*$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has a sentence as the title of each case', () => {
    const titles = httpContract.map(({ title }) => title);
    expect(titles.filter((title) => !/^\S.*\S\.$/.test(title))).toEqual([]);
  });

  it.each(spec)('shows SPEC %s', (clause) => {
    expect(clauses).toContain(`SPEC ${clause}`);
  });

  it.each(decisions.filter((decision) => !(decision in unseen)))('shows D%s', (decision) => {
    expect(clauses).toContain(`D${decision}`);
  });

  it('names only clauses that exist and that HTTP can show', () => {
    const known = [...spec.map((clause) => `SPEC ${clause}`), ...decisions.map((decision) => `D${decision}`)];
    expect([...clauses].filter((clause) => !known.includes(clause))).toEqual([]);
    expect(Object.keys(unseen).filter((decision) => clauses.has(`D${decision}`))).toEqual([]);
  });

  it('needs a socket wherever it needs a server', () => {
    const without = httpContract.filter(({ needs }) => needs.includes('server') && !needs.includes('socket'));
    expect(without).toEqual([]);
  });

  it('presupposes only cases that exist, and never in a circle', () => {
    const ids = new Set(httpContract.map(({ id }) => id));
    for (const { id, presupposes } of httpContract) {
      expect([id, presupposes.filter((other) => !ids.has(other) || other === id)]).toEqual([id, []]);
    }
  });

  it('has no case that presupposes one with needs that it does not have', () => {
    const needsOf = new Map(httpContract.map(({ id, needs }) => [id, needs]));
    for (const { id, needs, presupposes } of httpContract) {
      const more = presupposes
        .flatMap((other) => needsOf.get(other) ?? [])
        .filter((need) => !needs.includes(need));
      expect([id, more]).toEqual([id, []]);
    }
  });
});
