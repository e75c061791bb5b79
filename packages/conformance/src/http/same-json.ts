import { isEqual } from '../contract-error.ts';
import { type AnswerMatter, isAside } from './matters.ts';
import type { CaseResponse } from './service.ts';

const forms: readonly AnswerMatter[] = ['json-form', 'absent-description'];

/** Whether a body says the same as canonical JSON text: with its very characters, unless its form is left aside. */
export function saysSame(response: CaseResponse, body: string, text: string): boolean {
  if (body === text) return true;
  if (!isAside(response, ...forms)) return false;
  try {
    return isEqual(plain(response, JSON.parse(body)), plain(response, JSON.parse(text)));
  } catch {
    return false;
  }
}

/** A Location as canonical JSON would have it, as far as the form of the answer is left aside. */
export function plain(response: CaseResponse, value: unknown): unknown {
  if (!isAside(response, ...forms) || !isLocation(value)) return value;
  const { description, coordinates, ...others } = value;
  const { latitude, longitude, ...more } = coordinates;
  const isAbsent =
    description === undefined || (description === null && isAside(response, 'absent-description'));
  return {
    ...(!isAbsent && { description }),
    coordinates: { latitude, longitude, ...more },
    ...others,
  };
}

interface LocationLike {
  readonly description?: unknown;
  readonly coordinates: { readonly latitude?: unknown; readonly longitude?: unknown };
}

function isLocation(value: unknown): value is LocationLike {
  if (typeof value !== 'object' || value === null || !('coordinates' in value)) return false;
  return typeof value.coordinates === 'object' && value.coordinates !== null;
}
