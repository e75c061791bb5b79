import { expect, it } from 'vitest';
import { type ChangeOutcome, contentAfter, describeOutcome } from '../../src/editing/change.ts';

const before = { coordinates: { latitude: 1, longitude: 2 } };
const after = { coordinates: { latitude: 3, longitude: 4 } };
const found = { coordinates: { latitude: 5, longitude: 6 } };
const change = { id: 'a', before, after };
const moved = 'Moved “\u2068a\u2069” to 3, 4';

const outcomes: readonly (readonly [ChangeOutcome, unknown, string])[] = [
  [{ kind: 'done' }, after, `${moved}.`],
  [{ kind: 'same' }, after, `Already done: ${moved}.`],
  [{ kind: 'differs', found }, found, 'Left unchanged: “\u2068a\u2069”.'],
  [{ kind: 'differs', found: undefined }, undefined, 'Left unchanged: “\u2068a\u2069”.'],
  [
    { kind: 'refused', message: 'Provided JSON is not valid' },
    before,
    `Provided JSON is not valid (${moved})`,
  ],
  [{ kind: 'not done', message: 'Lost.' }, before, `Lost. Nothing was changed; try again. (${moved})`],
  [
    { kind: 'unknown', message: 'Lost.' },
    before,
    `Lost. It is not known whether the change was done. (${moved})`,
  ],
];

it.each(outcomes)('the outcome %j is described', (outcome, content, text) => {
  expect(contentAfter(change, outcome)).toEqual(content);
  expect(describeOutcome(change, outcome)).toBe(text);
});

it('an undone change is described', () => {
  expect(describeOutcome(change, { kind: 'done' }, 'Undone. ')).toBe(`Undone. ${moved}.`);
});
