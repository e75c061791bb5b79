import { expectEqual } from '../expect-equal.ts';
import { type Entry, store } from './records.ts';
import type { Service } from './service.ts';

/** A Location of which each field tells the same number, so that a torn one shows. */
export function numbered(number: number, text: string): string {
  const description = `${number}:${text}`;
  return `{"description":"${description}","coordinates":{"latitude":${number},"longitude":${-number - 1}}}`;
}

/** All fields of an entry tell the same number. */
export function expectWhole([, { description = '', coordinates }]: Entry): void {
  const number = Number.parseInt(description, 10);
  expectEqual('coordinates', coordinates, { latitude: number, longitude: -number - 1 });
}

/** Stores so many records with this text in their descriptions, a few at a time, and gives their identifiers. */
export async function createMany(service: Service, count: number, text: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => service.freshId());
  for (let start = 0; start < count; start += 25) {
    const some = ids.slice(start, start + 25);
    await Promise.all(some.map((id, index) => store(service, `/${id}`, numbered(start + index, text))));
  }
  return ids;
}

/** The list holds each of these records, as `createMany` stored them. */
export function expectMany(list: readonly Entry[], ids: readonly string[], text: string): void {
  const byId = new Map(list);
  for (const [index, id] of ids.entries()) {
    expectEqual('entry', JSON.stringify(byId.get(id)), numbered(index, text));
  }
}
