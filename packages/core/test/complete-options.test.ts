import { expect, it } from 'vitest';
import { completeOptions, OptionError } from '../src/index.ts';

interface Options {
  readonly place: string;
  readonly limit?: number | undefined;
}

const defaults = { place: undefined, limit: 10 };

it.each<[Options | undefined, object]>([
  [undefined, { place: undefined, limit: 10 }],
  [{ place: 'a' }, { place: 'a', limit: 10 }],
  [
    { place: 'a', limit: undefined },
    { place: 'a', limit: 10 },
  ],
  [
    { place: 'a', limit: 0 },
    { place: 'a', limit: 0 },
  ],
  [Object.create({ place: 'inherited' }), { place: 'inherited', limit: 10 }],
])('completes %o to %o', (options, complete) => {
  expect(completeOptions<Options>(options, defaults)).toEqual(complete);
});

it('leaves the options and the defaults as they are', () => {
  const options = Object.freeze({ place: 'a', limit: 1 });
  completeOptions<Options>(options, Object.freeze(defaults));
  expect(completeOptions<Options>({ place: 'b' }, defaults)).toEqual({ place: 'b', limit: 10 });
});

it('refuses a name that has no default', () => {
  const options = { place: 'a', limits: 1 };
  expect(() => completeOptions<Options>(options, defaults)).toThrow(OptionError);
});
