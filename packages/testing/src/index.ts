/**
 * The in-process fake of location-records. This file lists everything public; the rest may change.
 *
 * @module
 */
export type { Clock } from './clock.ts';
export { ConnectionBrokenError, FakeError } from './errors.ts';
export { createFake, type Fake } from './fake.ts';
export type { Fault, FaultFunction } from './faults.ts';
export type { Journal, JournalEntry, JournalMatch } from './journal.ts';
export type { ListeningFake } from './listen.ts';
export type { FakeOptions, Fetch } from './options.ts';
export { respondWith } from './respond-with.ts';
