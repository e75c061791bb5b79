import { StoreError } from '@location-records/core';
import { describe, expect, test } from 'vitest';
import { describeFailure } from '../../src/failure.ts';
import { describeError, withFlags } from '../../src/output/describe-error.ts';

describe('what a store calls its options has the name that the command has for them', () => {
  test.each([
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

describe('what the package of formats calls its options has the name of the flag', () => {
  test.each([
    ["properties: 'ignore' leaves out the rest", '--properties ignore leaves out the rest'],
    ['dropAltitude: true leaves it out', '--drop-altitude leaves it out'],
    ['idProperty: "the \\"ID\\"" takes it', '--id-property "the \\"ID\\"" takes it'],
    ['latitudeColumn: "lat", longitudeColumn: "lng".', '--latitude-column "lat", --longitude-column "lng".'],
    ['Choose one, as with layer: "towns".', 'Choose one, as with --layer "towns".'],
    ['unknown property "layer"', 'unknown property "layer"'],
  ])('%s', (said, shown) => {
    expect(withFlags(said)).toBe(shown);
  });
});
