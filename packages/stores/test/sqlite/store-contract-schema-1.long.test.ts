import { storeContract } from '@location-records/conformance';
import { describe } from 'vitest';
import { createEarlierDatabase } from './earlier-schema.ts';
import { registerCases, startStores } from './register-store-contract.ts';

describe('in a file of schema 1, the SQLite store keeps the whole store contract', () =>
  registerCases(storeContract, true, () => startStores(true, createEarlierDatabase)));
