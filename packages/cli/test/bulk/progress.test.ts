import { expect, test } from 'vitest';
import { createProgress, progressText } from '../../src/bulk/progress.ts';
import { Kept } from '../run-here.ts';

const bar = (filled: number) => '█'.repeat(filled) + '░'.repeat(24 - filled);

test('a phase of known size has a bar, and after a second the speed and the time left', () => {
  expect(progressText({ done: 'copied', records: 250_000, share: 0.25 }, 5000)).toBe(
    `${bar(6)} 25 % 250,000 records copied, 50,000 records/s, 15 s left`,
  );
  expect(progressText({ done: 'verified', records: 1, share: 1 / 7 }, 999)).toBe(
    `${bar(3)} 14 % 1 record verified`,
  );
});

test('a store that has grown since it was counted fills the bar', () => {
  expect(progressText({ done: 'copied', records: 3, share: 1.5 }, 1000)).toBe(
    `${bar(24)} 100 % 3 records copied, 3.0 records/s, 0 s left`,
  );
});

test('a phase of unknown size shows how many records it has done', () => {
  expect(progressText({ done: 'exported', records: 1500 }, 2000)).toBe(
    '1,500 records exported, 750 records/s',
  );
});

test('the line is written no more than ten times a second, and not before a phase goes on', () => {
  const terminal = new Kept({ isTTY: true });
  let time = 0;
  const progress = createProgress(terminal, () => time);
  progress.show({ done: 'read', records: 0 });
  for (let records = 1; time < 1000; time += 10) progress.show({ done: 'read', records: records++ });
  expect(terminal.text.split('\r').length - 1).toBe(10);
  progress.show({ done: 'copied', records: 0, share: 0 });
  expect(terminal.text).not.toContain('copied');
  time += 100;
  progress.show({ done: 'copied', records: 50, share: 0.5 });
  expect(terminal.text).toMatch(/50 records copied$/);
});
