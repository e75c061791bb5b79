import { StoreError } from '@location-records/core';
import { sentence } from './store-failure.ts';

/** Another program wrote the value of a record. */
export function unsuitableRecord(place: string, key: string, id: string): StoreError {
  const problem = `the value of ${JSON.stringify(id)} in the hash ${JSON.stringify(key)} is no Location`;
  return unsuitable(place, `${problem}; correct it, or delete it`);
}

/** Another program wrote the identifier of a record. */
export function unsuitableIdentifier(place: string, key: string, bytes: Buffer): StoreError {
  const name = bytes.length === 0 ? 'the empty field' : `the field 0x${bytes.toString('hex')}`;
  return unsuitable(place, `${name} of the hash ${JSON.stringify(key)} is no identifier; delete it`);
}

function unsuitable(place: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', sentence('read from', place, problem));
}
