import type { LocationRecord } from '@location-records/core';

/** Two records in view at {@link paris}. */
export const tower = { description: 'Tour Eiffel', coordinates: { latitude: 48.8584, longitude: 2.2945 } };
export const arch = { description: 'Arc de Triomphe', coordinates: { latitude: 48.8738, longitude: 2.295 } };
export const placesOfParis: readonly LocationRecord[] = [
  ['tower', tower],
  ['arch', arch],
];

/** The hash of a view of Paris. */
export const paris = '#13/48.866/2.2945';

/** More records than a tile shows one by one. */
export const grid = Array.from({ length: 4000 }, (_, index): LocationRecord => {
  const coordinates = { latitude: (index % 40) - 20, longitude: Math.floor(index / 40) };
  return [`grid ${index}`, { coordinates }];
});
