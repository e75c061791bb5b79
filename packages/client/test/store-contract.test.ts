import { createFetchHandler } from '@location-records/adapters/fetch';
import { createClient } from '@location-records/client';
import { registerStoreContract } from '@location-records/conformance';
import { describe, it } from 'vitest';
import { casesOverHttp, newHandler, serviceGuarantees } from './service-under-contract.ts';

async function start() {
  const handle = createFetchHandler(newHandler());
  const fetch = (url: string, init: RequestInit) => handle(new Request(url, init));
  return { open: async () => createClient({ url: 'http://places.test', fetch }) };
}

describe('a client of a service in this process', () => {
  registerStoreContract(casesOverHttp, { it, start, guarantees: serviceGuarantees });
});
