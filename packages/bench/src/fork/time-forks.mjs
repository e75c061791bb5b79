// Times forks of a memory store, each between writes to it and to some of the forks, and compares in the end what these
// hold with what was written to them: `node time-forks.mjs <records> <forks>`. The outcome is JSON.
import { bigStore, idOf } from '../shared/big-list.mjs';
import { heapOf } from '../shared/heap-of.mjs';
import { Side } from './side.mjs';

/** The number of forks that are written to and compared. The others are dropped at once. */
const watched = 3;
/** The number of unwritten forks whose memory is measured. */
const weighed = 1000;

const [records = 0, forks = 0] = process.argv.slice(2).map(Number);
const store = bigStore(records);
const sides = [new Side(store, store.records())];
const microseconds = [];
for (let round = 0; round < forks; round++) {
  for (const [number, side] of sides.entries()) {
    const location = { coordinates: { latitude: round, longitude: number } };
    await side.put(idOf(round % records), location);
    await side.put(`${number} ${round}`, location);
    await side.delete(`${number} ${round - 1}`);
    await side.delete(idOf((round + number + 1) % records));
  }
  const start = process.hrtime.bigint();
  store.fork();
  microseconds.push(Number(process.hrtime.bigint() - start) / 1000);
  if (round % Math.ceil(forks / watched) === 0) sides.push(/** @type {Side} */ (sides[0]).fork());
}
const bytes = heapOf(() => Array.from({ length: weighed }, () => store.fork())) / weighed;
let wrong = 0;
for (const side of sides) if (!(await side.isRight())) wrong++;
process.stdout.write(JSON.stringify({ microseconds, bytes, wrong }));
