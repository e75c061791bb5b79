import { storeContract } from '@location-records/conformance';
import { describe } from 'vitest';
import { registerCases } from './register-store-contract.ts';

describe('with areas, the SQLite store keeps the whole store contract', () =>
  registerCases(storeContract, true));
