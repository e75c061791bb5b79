import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { areaIndexCreation, stripeExpression, withinStatement } from '../../src/postgres/area-statements.ts';
import { keyExpressions, statementsFor } from '../../src/postgres/statements.ts';
import { creationOf } from '../../src/postgres/table.ts';

const shown = plain(await readFile(new URL('../../docs/postgresql.md', import.meta.url), 'utf8'));

it('shows the table as it is made', () => {
  expect(shown).toContain(plain(creationOf('public', 'locations', true)));
});

it.each(Object.entries(statementsFor('public', 'locations')))('shows the statement of %s', (_, statement) => {
  const text = typeof statement === 'string' ? statement : statement.text;
  const short = ['given.id', 'locked.id', 'stored.id', 'id', '$1::text'].reduce(
    (sql, column) => sql.replaceAll(keyExpressions(column)[1], () => `digest(${column})`),
    text,
  );
  expect(shown).toContain(plain(short));
});

it('shows the index of area queries as it is made', () => {
  expect(shown).toContain(plain(areaIndexCreation('public', 'locations')));
});

it('shows the statement of a page', () => {
  const { text } = withinStatement('public', 'locations');
  expect(shown).toContain(plain(text.replaceAll(stripeExpression('longitude'), 'stripe(longitude)')));
});

/** Text with one space for each of its gaps, and none inside parentheses. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
}
