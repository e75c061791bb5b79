import { httpContract } from '@location-records/conformance';
import { memory } from './area-stores.ts';
import { registerContract } from './register-contract.ts';
import { inProcess, otherWays, overTcp } from './ways.ts';

/** What the console itself serves. Its service alone has the other cases on every adapter. */
const areaCases = httpContract.filter(({ needs }) => needs.includes('areas'));

registerContract(httpContract, memory, inProcess);
for (const way of [overTcp, ...otherWays]) registerContract(areaCases, memory, way);
