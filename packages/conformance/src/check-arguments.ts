import { InvalidArgumentError, OptionError } from '@location-records/core';
import type { Faults, Service } from './http/service.ts';

/** The longest time that a timer of Node.js can wait, in milliseconds. */
export const longestTimer = 2 ** 31 - 1;

/** @throws {OptionError} unless the option `timeout` is a number of milliseconds above 0, up to `max`. */
export function checkTimeout(timeout: unknown, max = longestTimer): void {
  const isNumber = typeof timeout === 'number' && timeout > 0 && timeout <= max;
  if (!isNumber) throw new OptionError('timeout', `a number of milliseconds above 0, up to ${max}`);
}

/** @throws {InvalidArgumentError} unless the argument `cases` is an array of cases of a contract. */
export function checkCases(
  cases: readonly { readonly id: string; readonly title: string; readonly run: unknown }[],
): void {
  if (!Array.isArray(cases)) throw new InvalidArgumentError('cases', 'an array of cases');
  for (const [index, one] of cases.entries()) {
    const isCase = typeof one?.id === 'string' && typeof one.title === 'string';
    if (!isCase || typeof one.run !== 'function') throw new InvalidArgumentError(`cases[${index}]`, 'a case');
  }
}

/** What {@link areFaults} expects, for messages. */
export const faultsForm = 'the faults of createFaultyStore(), or an object with its three methods';

/** Returns whether a value has the methods of {@link Faults}. */
export function areFaults(value: unknown): boolean {
  const { fail, failList, reportedErrors } = Object(value) as Partial<Faults>;
  return [fail, failList, reportedErrors].every((method) => typeof method === 'function');
}

/** @throws {InvalidArgumentError} unless an argument is a service with `request`. */
export function checkService(argument: string, service: Pick<Service, 'request'>): void {
  if (typeof service?.request === 'function') return;
  throw new InvalidArgumentError(
    argument,
    'a service, as createUrlService() or createHandlerService() returns it',
  );
}
