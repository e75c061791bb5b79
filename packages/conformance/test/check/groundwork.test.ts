import { httpContract } from '@location-records/conformance';
import { expect, it } from 'vitest';
import { clauseTitles } from '../../src/check/clauses.ts';
import { groundwork, isNamed } from '../../src/check/groundwork.ts';

const ids = httpContract.map(({ id }) => id);

it('names cases that there are', () => {
  const proofs = groundwork.flatMap((rule) => rule.proofs);
  expect(proofs.filter((id) => !ids.includes(id))).toEqual([]);
  const carried = groundwork.flatMap(({ carries = [] }) => carries);
  expect(carried.filter((name) => !ids.some((id) => isNamed(id, [name])))).toEqual([]);
});

it('lets each matter be judged in one place', () => {
  const matters = groundwork.flatMap(({ matter }) => matter ?? []);
  expect(new Set(matters).size).toBe(matters.length);
});

it('proves nothing by cases that no server can be asked, or not always', () => {
  const needy = httpContract.filter(({ needs, options }) => needs.length > 0 || options).map(({ id }) => id);
  expect(groundwork.flatMap(({ proofs }) => proofs).filter((id) => needy.includes(id))).toEqual([]);
});

it('has a title for every clause of the contract, in order', () => {
  const clauses = [...new Set(httpContract.map(({ clause }) => clause))];
  expect([...clauseTitles.keys()].sort()).toEqual(clauses.sort());
});
