// Runs the test with a fake of this folder again and again: `time-tests.mjs <fake> <tests in a slice> <slices>`. Prints as
// JSON the milliseconds until the first test was over, and the microseconds of CPU time of a test in each slice.
import { testOnce } from './one-test.mjs';

const [, , name, each, slices] = process.argv;
const { begin } = await import(`./${name}.mjs`);
const { url, reset, end } = await begin();
await testOnce(url);
reset();
const { user, system } = process.cpuUsage();
const first = (user + system) / 1000;
const costs = [];
// The first slice is for warming up.
for (let slice = 0; slice <= Number(slices); slice++) {
  const before = process.cpuUsage();
  for (let test = 0; test < Number(each); test++) {
    await testOnce(url);
    reset();
  }
  const used = process.cpuUsage(before);
  if (slice > 0) costs.push((used.user + used.system) / Number(each));
}
await end();
process.stdout.write(JSON.stringify({ first, costs }));
