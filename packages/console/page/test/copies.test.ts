import { describe, expect, it } from 'vitest';
import { latitudeFirst, longitudeFirst } from '../src/copies.ts';

describe('coordinates to copy', () => {
  it('coordinates are copied in either order, with every digit', () => {
    const place = { latitude: 48.85837000000004, longitude: -2.2944813e-7 };
    expect(latitudeFirst(place)).toBe('48.85837000000004, -0.00000022944813');
    expect(longitudeFirst(place)).toBe('-0.00000022944813, 48.85837000000004');
  });
});
