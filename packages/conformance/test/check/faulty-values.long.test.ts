import { describe } from 'vitest';
import { faultyValues } from './faulty-values.ts';
import { testFaults } from './judge-faults.ts';

describe('a service', () => {
  testFaults(faultyValues);
});
