import { checkHistory, type History, HistoryLimitError } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { get, put, remove, replace } from './operations.ts';

const right: readonly (readonly [string, History])[] = [
  ['nothing', []],
  ['a record that is absent at first', [get([1, 2]), replace([3, 4], 'x', false), get([5, 6])]],
  ['reads during a put, with and without its effect', [put([1, 9], 'x'), get([2, 3]), get([4, 5], 'x')]],
  ['two puts at once, the first one called winning', [put([1, 4], 'x'), put([2, 3], 'y'), get([5, 6], 'x')]],
  ['a write that fails and is never seen', [put([1], 'x'), get([2, 3]), get([4, 5])]],
  ['a write that fails and is seen late', [put([1], 'x'), get([2, 3]), get([4, 5], 'x')]],
  [
    'a replace that finds the record of a failed put',
    [put([1], 'x'), replace([2, 3], 'y', true), get([4, 5], 'y')],
  ],
  ['a replace that fails and takes effect', [put([1, 2], 'x'), replace([3], 'y'), get([4, 5], 'y')]],
  ['a delete that fails, and is seen late', [put([1, 2], 'x'), remove([3]), get([4, 5], 'x'), get([6, 7])]],
  ['a read that fails', [put([1, 2], 'x'), get([3]), get([4, 5], 'x')]],
  [
    'a replace between a put and a concurrent delete',
    [put([1, 6], 'x'), remove([2, 7]), replace([3, 8], 'y', true), get([9, 10])],
  ],
];

const wrong: readonly (readonly [string, History])[] = [
  ['a stale read', [put([1, 2], 'x'), put([3, 4], 'y'), get([5, 6], 'x')]],
  ['a lost put', [put([1, 2], 'x'), get([3, 4])]],
  ['a lost replace', [put([1, 2], 'x'), replace([3, 4], 'y', true), get([5, 6], 'x')]],
  ['a lost delete', [put([1, 2], 'x'), remove([3, 4]), get([5, 6], 'x')]],
  ['what no client has written', [put([1, 2], 'x'), get([3, 4], 'y')]],
  ['what is written later', [get([1, 2], 'x'), put([3, 4], 'x')]],
  ['what a replace wrote that says false', [replace([1, 2], 'x', false), get([3, 4], 'x')]],
  [
    'a replace that resurrects',
    [put([1, 2], 'x'), replace([3, 6], 'y', true), remove([4, 5]), get([7, 8], 'y')],
  ],
  ['a replace that finds an absent record', [replace([1, 2], 'x', true)]],
  ['a replace that does not find a present record', [put([1, 2], 'x'), replace([3, 4], 'y', false)]],
  ['a replace that says neither', [put([1, 2], 'x'), replace([3, 4], 'y')]],
  [
    'two replaces of which only one finds the record',
    [put([1, 2], 'x'), replace([3, 6], 'y', true), replace([4, 5], 'z', false)],
  ],
  [
    'replaces that find a deleted record',
    [put([1, 2], 'x'), remove([3, 4]), replace([5, 8], 'y', true), replace([6, 7], 'z', true)],
  ],
  [
    'reads that go back to an older state',
    [put([1, 9], 'x'), put([2, 10], 'y'), get([3, 4], 'x'), get([5, 6], 'y'), get([7, 8], 'x')],
  ],
  ['a failed put that is seen and then unseen', [put([1], 'x'), get([2, 3], 'x'), get([4, 5])]],
  [
    'a failed put that is read before the older state',
    [put([1, 2], 'x'), put([3], 'y'), get([4, 5], 'y'), get([6, 7], 'x')],
  ],
  [
    'a failed delete that takes effect twice',
    [put([1, 2], 'x'), remove([3]), get([4, 5]), put([6, 7], 'y'), get([8, 9])],
  ],
  ['a failed write that is read before its call', [get([1, 2], 'x'), put([3], 'x')]],
  [
    'two readers that disagree on the order of two puts',
    [put([1, 8], 'x'), put([2, 9], 'y'), get([3, 4], 'x'), get([5, 6], 'y'), get([10, 11], 'x')],
  ],
];

describe('checkHistory', () => {
  it.each(right)('accepts %s', (_, history) => {
    expect(checkHistory(history)).toBeUndefined();
    expect(checkHistory(history.toReversed())).toBeUndefined();
  });

  it.each(wrong)('rejects %s', (_, history) => {
    expect(checkHistory(history)).toMatchObject({ id: 'a' });
    expect(checkHistory(history.toReversed())).toEqual(checkHistory(history));
  });

  it('judges each identifier by itself', () => {
    const elsewhere = [put([1, 2], 'x'), get([5, 6])].map((operation) => ({ ...operation, id: 'b' }));
    expect(checkHistory([...elsewhere.slice(1), put([1, 2], 'x'), get([3, 4], 'x')])).toBeUndefined();
    expect(checkHistory([...elsewhere, put([1, 2], 'x'), get([3, 4], 'x')])).toMatchObject({ id: 'b' });
  });

  it('explains a violation, without the operations that do not matter', () => {
    const matter = [put([5, 8], 'x'), put([9, 12], 'y'), get([14, 15], 'x')];
    const others = [get([1, 2]), put([3, 4], 'w'), get([6, 7], 'w'), get([10, 13], 'y'), get([16, 17], 'z')];
    const violation = checkHistory([...others, ...matter]);
    expect(violation?.operations).toEqual(matter);
    expect(violation?.explanation.split('\n')).toEqual([
      'No order of these operations on "a" fits their outcomes (4 other operations are not shown):',
      '  client 5   5-8    put ["x",1,2]',
      '  client 9   9-12   put ["y",1,2]',
      '  client 14  14-15  get: ["x",1,2]',
      'At 15 the get of client 14 could only be ["y",1,2].',
    ]);
  });

  it('shows writes that only have to come earlier in one line', () => {
    const earlier = [put([1, 2], 'w'), put([3, 6], 'x'), remove([4, 7]), put([5, 8], 'y'), remove([9, 10])];
    expect(checkHistory([...earlier, replace([11, 12], 'z', true)])?.explanation.split('\n')).toEqual([
      'No order of these operations on "a" fits their outcomes (1 other operation is not shown):',
      '  earlier    1-10   4 puts and deletes',
      '  client 11  11-12  replace ["z",1,2]: true',
      'At 12 the replace of client 11 could only be false.',
    ]);
  });

  it('shows the outcomes of failed calls and of replaces', () => {
    const failed = { ...put([1], 'x'), failure: 'Error: gone' };
    const history = [failed, get([2, 3], 'x'), replace([4, 5], 'y', false)];
    expect(checkHistory(history)?.explanation.split('\n').slice(1)).toEqual([
      '  client 1  1-   put ["x",1,2], failed: Error: gone',
      '  client 2  2-3  get: ["x",1,2]',
      '  client 4  4-5  replace ["y",1,2]: false',
      'At 5 the replace of client 4 could only be true.',
    ]);
  });

  it('throws at its limit', () => {
    const history = [put([1, 10], 'x'), put([2, 11], 'y'), remove([3, 12]), get([4, 13])];
    expect(() => checkHistory(history, { maxSteps: 1 })).toThrow(HistoryLimitError);
    expect(checkHistory(history, { maxSteps: 10 })).toBeUndefined();
  });

  it.each([
    ['history[1].location', [put([1, 2], 'x'), replace([3, 4], 'x', true)]],
    ['history[0].location', [{ ...put([1, 2], 'x'), location: undefined }]],
    [
      'history[0].location',
      [{ ...get([1, 2], 'x'), location: { coordinates: { latitude: 1, longitude: 2 } } }],
    ],
    ['history[0].outcome.at', [put([2, 1], 'x')]],
    ['history[0].called', [put([Number.NaN, 1], 'x')]],
    ['history[0].method', [{ ...get([1, 2]), method: 'list' as 'get' }]],
  ])('refuses a history that can be none: %s', (argument, history) => {
    expect(() => checkHistory(history)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', argument }),
    );
  });

  it.each([{ maxSteps: 0 }, { maxSteps: 1.5 }, { limit: 1 }])('refuses the options %o', (options) => {
    expect(() => checkHistory([], options)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});
