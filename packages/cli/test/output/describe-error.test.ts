import { StoreError } from '@location-records/core';
import { describe, expect, test } from 'vitest';
import { describeFailure } from '../../src/failure.ts';
import { describeError } from '../../src/output/describe-error.ts';

describe('what a store calls its options has the name that the command has for them', () => {
  test.each([
    ['read it faster, or raise "maxLogSize".', 'read it faster, or raise --max-log-size.'],
    [
      'missing; open it once with the option "areas" to build it.',
      'missing; serve it once with --areas to build it.',
    ],
    ['incomplete; run migratePostgres() with the option "areas".', 'incomplete; serve it once with --areas.'],
    ['no response; raise the option "timeout".', 'no response; raise "timeout" in the URL of the store.'],
    [
      'lower the option "maxConnections", or raise it.',
      'lower "maxConnections" in the URL of the store, or raise it.',
    ],
  ])('%s', (said, shown) => {
    const error = new StoreError('STORE_UNAVAILABLE', said);
    expect(describeError(error)).toBe(shown);
    expect(describeFailure(error).message).toBe(shown);
  });
});
