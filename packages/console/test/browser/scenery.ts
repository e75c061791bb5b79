import type { LocationRecord } from '@location-records/core';

/** Sights of Paris: name, what it is, latitude and longitude. */
const sights = [
  ['Tour Eiffel', 'An iron tower of 1889', 48.8584, 2.2945],
  ['Louvre', 'A museum in the palace of kings. Closed on Tuesdays.', 48.8606, 2.3376],
  ['Notre-Dame', 'A cathedral', 48.853, 2.3499],
  ['Arc de Triomphe', 'Twelve avenues meet here', 48.8738, 2.295],
  ['Sacré-Cœur', 'A basilica on a hill', 48.8867, 2.3431],
  ['Panthéon', 'A mausoleum', 48.8462, 2.3464],
  ['Gare du Nord', 'A railway station', 48.8809, 2.3553],
  ['Gare de Lyon', 'A railway station', 48.8443, 2.3744],
  ['Place de la Bastille', 'A square', 48.8532, 2.3692],
  ['Père-Lachaise', 'A cemetery', 48.8614, 2.3933],
] as const;

/** Middles of crowds: latitude, longitude, and how far they reach in degrees. */
const crowds = [
  [48.86, 2.34, 6],
  [40.71, -74, 8],
  [35.68, 139.69, 5],
  [28.6, 77.2, 9],
  [-23.5, -46.6, 7],
  [6.5, 3.4, 8],
  [-33.9, 151.2, 4],
] as const;

/** The records of the pictures, the same each time. */
export function scenery(): readonly LocationRecord[] {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const spread = Array.from({ length: 30_000 }, (_, index): LocationRecord => {
    const [latitude, longitude, reach] = crowds[index % crowds.length] as (typeof crowds)[number];
    // A product of uniform numbers is dense in the middle.
    const [north, east] = [random() * random() * 4 * reach, random() * random() * 6 * reach];
    const coordinates = { latitude: rounded(latitude + north), longitude: rounded(longitude + east) };
    return [`sensor ${index}`, { coordinates }];
  });
  const named = sights.map(([name, text, latitude, longitude]): LocationRecord => {
    const id = name.toLowerCase().replaceAll(' ', '-');
    return [id, { description: `${name}\n${text}`, coordinates: { latitude, longitude } }];
  });
  return [...spread, ...named];
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
