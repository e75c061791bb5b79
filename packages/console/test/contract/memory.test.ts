import { httpContract } from '@location-records/conformance';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { areaCases } from './area-cases.ts';
import { registerContract } from './register-contract.ts';
import { inProcess, otherWays, overTcp } from './ways.ts';

const memory = { name: 'the memory store', open: async () => createAreaMemoryStore() };

// The console passes on what it does not serve: one way shows that the whole contract holds.
registerContract(httpContract, memory, inProcess);
for (const way of [overTcp, ...otherWays]) registerContract(areaCases, memory, way);
