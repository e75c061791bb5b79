import { InvalidArgumentError } from '@location-records/core';

/** @throws {InvalidArgumentError} about the argument `path`, when it cannot be the path of a file. */
export function checkPath(path: string): void {
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) return;
  throw new InvalidArgumentError('path', 'the path of a file');
}
