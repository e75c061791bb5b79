import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const readme = await readFile(join(root, 'README.md'), 'utf8');

/** A table of the README, with the page of results that it takes its figures from. */
interface CitedTable {
  readonly page: string;
  readonly lines: readonly string[];
}

/** The tables that follow a link to a page of results, or have one in their heads. */
function citedTables(): readonly CitedTable[] {
  const tables: CitedTable[] = [];
  let page: string | undefined;
  for (const block of readme.split('\n\n')) {
    if (block.startsWith('#')) page = undefined;
    page = [...block.matchAll(/\((packages\/bench\/results\/[\w-]+\.md)\)/g)].at(-1)?.[1] ?? page;
    if (page && block.startsWith('|')) tables.push({ page, lines: block.trim().split('\n').slice(2) });
  }
  return tables;
}

/** The numbers of a row as they are written, without the commas of thousands. */
function figuresOf(line: string): readonly string[] {
  const cells = line.split('|').slice(2, -1);
  return cells.map((cell) => cell.trim().replaceAll(',', '')).filter((cell) => /^[\d.]+$/.test(cell));
}

/** Whether a page has a figure, rounded as in the README. A table of the README is in seconds where its page is in milliseconds. */
function isOn(page: string, figure: string): boolean {
  const digits = figure.split('.')[1]?.length ?? 0;
  const numbers = [...page.matchAll(/\| ([\d.]+)(?= \|)/g)].map(([, number]) => Number(number));
  return numbers.some((number) => [number, number / 1000].some((one) => one.toFixed(digits) === figure));
}

test('the README has tables of results', () => {
  expect(citedTables().length).toBeGreaterThan(4);
});

test.each(citedTables())('the figures of a table of the README are on $page', async ({ page, lines }) => {
  const text = await readFile(join(root, page), 'utf8');
  const missing = lines.filter((line) => !figuresOf(line).every((figure) => isOn(text, figure)));
  expect(missing).toEqual([]);
});
