import { expect, it } from 'vitest';
import { emptyHistory, nextStep, withoutStep, withStep, withTaken } from '../../src/editing/undo-history.ts';

const [first, second, third] = ['a', 'b', 'c'].map((id) => ({
  id,
  before: undefined,
  after: { coordinates: { latitude: 1, longitude: 2 } },
})) as [Step, Step, Step];
type Step = Parameters<typeof withStep>[1];

const two = withStep(withStep(emptyHistory, first), second);

it('takes the last step first, in both directions', () => {
  const undone = withTaken(withTaken(two, 'undo'), 'undo');
  expect(nextStep(two, 'undo')).toBe(second);
  expect(nextStep(undone, 'undo')).toBeUndefined();
  expect(nextStep(undone, 'redo')).toBe(first);
  expect(withTaken(withTaken(undone, 'redo'), 'redo')).toEqual(two);
});

it('forgets what was undone once there is a new step', () => {
  expect(withStep(withTaken(two, 'undo'), third)).toEqual({ done: [first, third], undone: [] });
});

it('forgets one step on request', () => {
  expect(withoutStep(two, 'undo')).toEqual({ done: [first], undone: [] });
  expect(withoutStep(withTaken(two, 'undo'), 'redo')).toEqual({ done: [first], undone: [] });
});

it('does not change when no step is left', () => {
  expect(withTaken(emptyHistory, 'undo')).toEqual(emptyHistory);
  expect(withTaken(two, 'redo')).toEqual(two);
});
