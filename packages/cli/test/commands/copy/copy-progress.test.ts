import { expect, test } from 'vitest';
import { copyProgressText, createCopyProgress } from '../../../src/commands/copy/copy-progress.ts';
import { Kept } from '../../run-here.ts';

test('a phase of known size has a bar, and after a second the speed, and how long it has taken and will', () => {
  expect(copyProgressText({ phase: 'copying', records: 250_000, total: 1_000_000, elapsed: 5000 })).toBe(
    `${'█'.repeat(6)}${'░'.repeat(18)} 250,000/1,000,000 copied, 50,000/s, 5 s of 20 s`,
  );
  expect(copyProgressText({ phase: 'verifying', records: 1, total: 7, elapsed: 999 })).toBe(
    `${'█'.repeat(3)}${'░'.repeat(21)} 1/7 verified`,
  );
});

test('a store that has grown since it was counted fills the bar, and no more', () => {
  expect(copyProgressText({ phase: 'copying', records: 3, total: 2, elapsed: 1000 })).toBe(
    `${'█'.repeat(24)} 3/2 copied, 3.0/s, 1 s of 1 s`,
  );
});

test('a phase of unknown size shows how many records it has done', () => {
  expect(copyProgressText({ phase: 'reading-target', records: 1500, elapsed: 2000 })).toBe(
    '1,500 records of the target read, 750/s, 2 s',
  );
});

test('the line is written no more than ten times a second', () => {
  const terminal = new Kept({ isTTY: true });
  let time = 0;
  const progress = createCopyProgress(terminal, () => time);
  progress.show({ phase: 'reading-source', records: 0 });
  for (let records = 1; time < 1000; time += 10)
    progress.show({ phase: 'reading-source', records: records++ });
  expect(terminal.text.split('\r').length - 1).toBe(10);
  progress.show({ phase: 'copying', records: 0, total: 100 });
  time += 100;
  progress.show({ phase: 'copying', records: 50, total: 100 });
  expect(terminal.text).toMatch(/50\/100 copied$/);
});
