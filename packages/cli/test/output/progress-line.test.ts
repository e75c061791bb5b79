import { expect, test } from 'vitest';
import { createProgressLine, progressBar } from '../../src/output/progress-line.ts';
import { Kept } from '../run-here.ts';

const describe = ({ done, total, id }: { done: number; total: number; id: string }) => {
  return `${progressBar(done, total)} ${done}/${total} ${id}`;
};

test('a terminal has one line, which is written over and over and then cleared', () => {
  const terminal = Object.assign(new Kept({ isTTY: true }), { columns: 40 });
  const line = createProgressLine(terminal, describe);
  line.show({ done: 0, total: 4, id: 'a' });
  line.show({ done: 3, total: 4, id: 'a-case-with-a-long-name' });
  line.clear();
  const [first, second, last] = terminal.text.split('\r\u001b[K').slice(1);
  expect(first).toBe(`${'░'.repeat(24)} 0/4 a`);
  expect(second?.trimEnd()).toBe(`${'█'.repeat(18)}${'░'.repeat(6)} 3/4 a-case-wit`);
  expect(second?.length).toBeLessThan(40);
  expect(last).toBe('');
});

test('a line that was not shown, or is cleared already, is not cleared', () => {
  const terminal = new Kept({ isTTY: true });
  const line = createProgressLine(terminal, (text: string) => text);
  line.clear();
  expect(terminal.text).toBe('');
  line.show('a');
  line.clear();
  line.clear();
  expect(terminal.text).toBe('\r\u001b[Ka\r\u001b[K');
});

test('nothing is written elsewhere', () => {
  const output = new Kept();
  const line = createProgressLine(output, describe);
  line.show({ done: 0, total: 1, id: 'a' });
  line.clear();
  expect(output.text).toBe('');
});
