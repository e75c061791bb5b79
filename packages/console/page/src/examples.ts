import type { Api, LocationRecord } from './api.ts';
import { contentOf } from './editing/change.ts';
import type { ChangeSet } from './editing/change-set.ts';

/** Identifier, description, latitude and longitude. */
const places: readonly (readonly [id: string, description: string, latitude: number, longitude: number])[] = [
  ['acropolis', 'Acropolis of Athens\nTemples above the city, since the 5th century BC', 37.9715, 23.7257],
  ['alhambra', 'Alhambra\nPalace and fortress in Granada', 37.1761, -3.5881],
  ['angkor-wat', 'Angkor Wat\nTemple in Cambodia, 12th century', 13.4125, 103.867],
  ['brandenburg-gate', 'Brandenburg Gate\nBerlin, 1791', 52.5163, 13.3777],
  ['cape-of-good-hope', 'Cape of Good Hope', -34.3568, 18.474],
  ['chichen-itza', 'Chichén Itzá\nCity of the Maya in Yucatán', 20.6843, -88.5678],
  ['christ-the-redeemer', 'Christ the Redeemer\nAbove Rio de Janeiro, 30 metres high', -22.9519, -43.2105],
  ['cn-tower', 'CN Tower\nToronto, 553 metres high', 43.6426, -79.3871],
  ['colosseum', 'Colosseum\nRome, since the year 80', 41.8902, 12.4922],
  ['eiffel-tower', 'Eiffel Tower\nParis, 330 metres high', 48.8584, 2.2945],
  ['forbidden-city', 'Forbidden City\nBeijing', 39.9163, 116.3972],
  ['geysir', 'Geysir\nIceland', 64.3138, -20.2995],
  ['golden-gate', 'Golden Gate Bridge\nSan Francisco, 1937', 37.8199, -122.4783],
  ['great-pyramid', 'Great Pyramid of Giza', 29.9792, 31.1342],
  ['hagia-sophia', 'Hagia Sophia\nIstanbul, 537', 41.0086, 28.9802],
  ['iguazu', 'Iguazú Falls\nBetween Argentina and Brazil', -25.6953, -54.4367],
  ['kilimanjaro', 'Kilimanjaro\n5,895 metres high', -3.0674, 37.3556],
  ['machu-picchu', 'Machu Picchu\nCity of the Inca, 2,430 metres high', -13.1631, -72.545],
  ['matterhorn', 'Matterhorn\n4,478 metres high', 45.9766, 7.6585],
  ['mount-everest', 'Mount Everest\n8,849 metres high', 27.9881, 86.925],
  ['mount-fuji', 'Mount Fuji\n3,776 metres high', 35.3606, 138.7274],
  ['north-cape', 'North Cape\nNorway', 71.1725, 25.7844],
  ['petra', 'Petra\nCity in the rocks of Jordan', 30.3285, 35.4444],
  ['sagrada-familia', 'Sagrada Família\nBarcelona, being built since 1882', 41.4036, 2.1744],
  ['statue-of-liberty', 'Statue of Liberty\nNew York', 40.6892, -74.0445],
  ['stonehenge', 'Stonehenge', 51.1789, -1.8262],
  ['sydney-opera', 'Sydney Opera House', -33.8568, 151.2153],
  ['taj-mahal', 'Taj Mahal\nAgra, 1648', 27.1751, 78.0421],
  ['uluru', 'Uluru\nAustralia', -25.3444, 131.0369],
  ['victoria-falls', 'Victoria Falls\nBetween Zambia and Zimbabwe', -17.9243, 25.8572],
];

/** Writes thirty places. Those whose identifiers exist by now stay as they are. */
export async function loadExamples(api: Pick<Api, 'putMany'>): Promise<ChangeSet | undefined> {
  const records = places.map(([id, description, latitude, longitude]): LocationRecord => {
    return { id, description, coordinates: { latitude, longitude } };
  });
  const outcome = await api.putMany(records, { onConflict: 'skip' });
  if (outcome.kind !== 'done') throw new Error(outcome.message);
  const created = records.filter((_, index) => outcome.value[index]?.outcome === 'created');
  const changes = created.map((record) => ({ id: record.id, before: undefined, after: contentOf(record) }));
  return changes.length > 0 ? { title: `Loaded ${changes.length} examples`, changes } : undefined;
}
