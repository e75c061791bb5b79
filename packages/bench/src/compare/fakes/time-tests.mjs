// Runs the test with a fake of this folder again and again: `time-tests.mjs <fake> <tests in a slice>`. Prints as JSON the
// milliseconds of CPU time until the first test was over, and the microseconds of CPU time of a test in each slice.
import { costsOf } from '../in-process/slices.mjs';
import { testOnce } from './one-test.mjs';

const [, , name, each] = process.argv;
const { begin } = await import(`./${name}.mjs`);
const { url, reset, end } = await begin();
await testOnce(url);
reset();
const { user, system } = process.cpuUsage();
const first = (user + system) / 1000;
const costs = await costsOf(Number(each), async (from, to) => {
  for (let test = from; test < to; test++) {
    await testOnce(url);
    reset();
  }
});
await end();
process.stdout.write(JSON.stringify({ first, costs }));
