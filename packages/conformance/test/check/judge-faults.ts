import { ContractError, handlerService, httpContract, selectHttpCases } from '@location-records/conformance';
import type { Handler } from '@location-records/core';
import { expect, it } from 'vitest';
import { findingsIn, type JudgedCase } from '../../src/check/findings/findings.ts';
import { levelOfViolation } from '../../src/check/levels.ts';
import { Transcript } from '../../src/check/sending/transcript.ts';
import type { Violation } from '../../src/check/violation.ts';
import type { FaultyService } from './faulty-services.ts';

/** The cases that a handler of this process can be asked. */
const { selected } = selectHttpCases(
  httpContract.filter(({ options }) => options === undefined),
  { unmetNeeds: { socket: 'in process', server: 'in process', faults: 'the store is correct' } },
);

/** Judges every case as `checkServer` does, in this process. */
export async function judge(create: () => Handler): Promise<readonly JudgedCase[]> {
  const handle = create();
  const judged: JudgedCase[] = [];
  for (const httpCase of selected) {
    const service = handlerService(httpCase.needs.includes('empty-store') ? create() : handle);
    const violations: Violation[] = [];
    const transcript = new Transcript();
    const find = (error: unknown, step?: string) => {
      const level = levelOfViolation(httpCase, error);
      violations.push({ error, sent: [...transcript.sent], level, isSetUp: step === 'set-up' });
    };
    const request = async (one: Parameters<typeof service.request>[0]) => {
      transcript.request(one);
      return { ...(await service.request(one)), onViolation: find };
    };
    await httpCase.run(Object.create(service, { request: { value: request } })).catch((error) => find(error));
    judged.push({ httpCase, violations });
  }
  return judged;
}

/** Tests that each fault is found once, under its clause. */
export function testFaults(faults: readonly FaultyService[]): void {
  it.each(faults)('where $fault breaks $clauses alone', async ({ clauses, create }) => {
    const found = findingsIn(await judge(create));
    expect(found.map((finding) => finding.clause)).toEqual(clauses);
    expect(found[0]?.failed[0]?.violation.error).toBeInstanceOf(ContractError);
  });
}
