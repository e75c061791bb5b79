import { storeContract } from '@location-records/conformance';
import { describe } from 'vitest';
import { registerCases, startRemoteStores } from './register-store-contract.ts';

describe('the SQLite store keeps the store contract', () => registerCases(storeContract, false));

describe('with areas, the SQLite store keeps the cases of area queries', () => {
  const ofAreas = storeContract.filter(({ offers }) => offers === 'within');
  registerCases(ofAreas, true);
});

describe('the SQLite store keeps the store contract where another process writes for it', () =>
  registerCases(storeContract, true, () => startRemoteStores(true)));
