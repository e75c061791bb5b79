import { Writable } from 'node:stream';
import { StoreError } from '@location-records/core';
import { expect, test, vi } from 'vitest';
import { describeFailure } from '../../src/failure.ts';
import { describeError, withFlags } from '../../src/output/describe-error.ts';
import { formatDuration, formatRate } from '../../src/output/numbers.ts';
import { escapeHiddenInLines, printableLine, quoteIdentifier } from '../../src/output/printable-text.ts';
import { createProgressLine, createRecordsProgress, progressBar } from '../../src/output/progress-line.ts';
import { writeAll } from '../../src/output/write-all.ts';
import { Kept } from '../run-here.ts';

test.each([
  [0, '1 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1449, '1.4 s'],
])('a duration of %d milliseconds is shown as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [1_000_000, 37_000, ', 27,027 records/s'],
  [2, 5000, ', 0.4 records/s'],
  [2, 60_000, ''],
  [2, 3, ''],
])('a rate of %d records in %d ms is shown as "%s"', (count, milliseconds, text) => {
  expect(formatRate(count, milliseconds)).toBe(text);
});

test.each([
  ['plain text, naïve 😀', 'plain text, naïve 😀'],
  ['a\n  b\r\nc\n', 'a b c'],
  ['\u001b[2J\u0000\u009b\u007f', '\\u001b[2J\\u0000\\u009b\\u007f'],
  ['a\u2028b\u202e', 'a\\u2028b\\u202e'],
])('%j becomes one printable line', (text, expected) => {
  expect(printableLine(text)).toBe(expected);
});

test('an identifier is quoted on one line and shortened', () => {
  expect(quoteIdentifier(' a"\n\u0085')).toBe('" a\\"\\n\\u0085"');
  expect(quoteIdentifier('x'.repeat(100_000))).toBe(`"${'x'.repeat(60)}…"`);
});

test('an error is described with each of its causes once, even if it causes itself', () => {
  const cause = new Error('no such file');
  expect(describeError(new Error('cannot read: no such file', { cause }))).toBe('cannot read: no such file');
  expect(describeError(new Error('cannot read', { cause }))).toBe('cannot read: no such file');
  cause.cause = cause;
  expect(describeError(cause)).toBe('no such file');
});

test.each([
  [
    'missing; open it once with the option "areas" to build it.',
    'missing; serve it once with --areas to build it.',
  ],
  ['incomplete; run migratePostgres() with the option "areas".', 'incomplete; serve it once with --areas.'],
  ['no response; raise the option "timeout".', 'no response; raise "timeout" in the URL of the store.'],
  ["properties: 'ignore' leaves out the rest", '--properties ignore leaves out the rest'],
  ['cannot be read strictly: use inspect() instead.', 'cannot be read strictly: leave out --strict.'],
  ['dropAltitude: true leaves it out', '--drop-altitude leaves it out'],
  ['latitudeColumn: "lat", longitudeColumn: "lng".', '--latitude "lat", --longitude "lng".'],
  ['Choose one, as with layer: "towns".', 'Choose one, as with --layer "towns".'],
  ['read as Windows-1252; encoding: "…" names another', 'read as Windows-1252; --encoding names another'],
  ['Name it, such as encoding: "shift_jis".', 'Name it, such as --encoding "shift_jis".'],
  ['Name all columns with columns: […].', 'Name all columns with --columns.'],
  ['unknown property "layer"', 'unknown property "layer"'],
])('options of a package are named as flags: %s', (said, shown) => {
  expect(withFlags(said)).toBe(shown);
  expect(describeFailure(new StoreError('STORE_UNAVAILABLE', said)).message).toBe(shown);
});

test.each([
  ['EPIPE', false],
  [undefined, true],
])('writing to a stream with the error %s resolves to %s', async (code, expected) => {
  const error = code && Object.assign(new Error(code), { code });
  const output = new Writable({ write: (_chunk, _encoding, done) => done(error || null) });
  expect(await writeAll(output, 'a')).toBe(expected);
});

test('a progress line is overwritten, cut to the width of the terminal, and cleared once', () => {
  const terminal = Object.assign(new Kept({ isTTY: true }), { columns: 40 });
  const line = createProgressLine(
    terminal,
    (done: number) => `${progressBar(done, 4)} a-case-with-a-long-name`,
  );
  line.clear();
  expect(terminal.text).toBe('');
  line.show(0);
  line.show(3);
  line.clear();
  line.clear();
  const [first, second, last, ...more] = terminal.text.split('\r\u001b[K').slice(1);
  expect(first).toBe(`${'░'.repeat(24)} a-case-with-a-`);
  expect(second).toBe(`${'█'.repeat(18)}${'░'.repeat(6)} a-case-with-a-`);
  expect([last, more]).toEqual(['', []]);
});

test('without a terminal, no progress is written', () => {
  const output = new Kept();
  const line = createProgressLine(output, String);
  line.show(1);
  line.clear();
  expect(output.text).toBe('');
});

test('the progress of records shows speed and time left, at most ten times a second', () => {
  const now = vi.spyOn(performance, 'now');
  const terminal = Object.assign(new Kept({ isTTY: true }), { columns: 120 });
  const progress = createRecordsProgress(terminal);
  const at = (time: number, done: string, records: number, share?: number) => {
    now.mockReturnValue(time);
    terminal.text = '';
    progress.show({ done, records, share });
    return terminal.text.replace('\r\u001b[K', '');
  };
  expect(at(0, 'copied', 0, 0)).toBe('');
  expect(at(5000, 'copied', 250_000, 0.25)).toBe(
    `${progressBar(1, 4)} 25 % 250,000 records copied, 50,000 records/s, 15 s left`,
  );
  expect(at(5099, 'copied', 260_000, 0.26)).toBe('');
  expect(at(6000, 'copied', 300_000, 1.5)).toBe(
    `${progressBar(1, 1)} 100 % 300,000 records copied, 50,000 records/s, 0 s left`,
  );
  expect(at(7000, 'exported', 0)).toBe('');
  expect(at(7500, 'exported', 1)).toBe('1 record exported');
  now.mockRestore();
});

test('a line of white space and quotes of others is cut, and does not take long', () => {
  const long = `${' '.repeat(5_000_000)}x${'"\\'.repeat(1_000_000)}`;
  expect(printableLine(`a${long}`)).toHaveLength(10_001);
  expect(describeError(new Error(long)).length).toBeLessThan(30_000);
});

test.each([
  ['{"a":"\u202e\u009b\u{e0041}"}', '{"a":"\\u202e\\u009b\\udb40\\udc41"}'],
  ['\u001e{"a":\t1}\r\n', '\u001e{"a":\t1}\r\n'],
  ['a\rb\u001b[2J\u2028', 'a\\u000db\\u001b[2J\\u2028'],
])('lines for a terminal: %j', (text, expected) => {
  expect(escapeHiddenInLines(text)).toBe(expected);
});
