// Copies records again and again: `time-copies.mjs <copy> <copies in a slice>`. Prints as JSON whether a copy keeps apart
// from the one before, and the microseconds of CPU time of a copy in each slice: alone, and with a change after it.
import { isDeepStrictEqual } from 'node:util';
import { locationOf } from '../../shared/big-list.mjs';
import { copies } from './copies.mjs';
import { costsOf } from './slices.mjs';

const changed = locationOf(1);
const [, , name = '', each = ''] = process.argv;
const { copy, put, get } = await copies[/** @type {keyof typeof copies} */ (name)]();

put(changed);
const isChanged = isDeepStrictEqual(get(), changed);
copy();
const isApart = isChanged && isDeepStrictEqual(get(), locationOf(0));

const alone = await costsOf(Number(each), (from, to) => {
  for (let number = from; number < to; number++) copy();
});
const withChange = await costsOf(Number(each), (from, to) => {
  for (let number = from; number < to; number++) {
    copy();
    put(changed);
  }
});
process.stdout.write(JSON.stringify({ isApart, alone, withChange }));
