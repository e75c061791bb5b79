import { ContractError } from '../contract-error.ts';
import { isAside } from './matters.ts';
import { NotJudgedError } from './not-judged-error.ts';
import { plain } from './same-json.ts';
import type { CaseResponse } from './service.ts';

type Pair = readonly [id: unknown, location: unknown, ...more: unknown[]];

/**
 * The entries of a list as parsed from JSON, which must be an array of pairs; where the form of the list is left
 * aside, it may also be an object, or an array of objects that have an `id`.
 *
 * @throws {NotJudgedError} when the form of the list is left aside, and cannot be understood.
 */
export function listEntries(response: CaseResponse, list: unknown): readonly Pair[] {
  const pairs = isPairs(list) ? list : isAside(response, 'list-form') ? understood(list) : undefined;
  if (!pairs) throw new ContractError('list', 'an array of pairs', list);
  return pairs.map(([id, location, ...more]) => [id, plain(response, location), ...more]);
}

function understood(list: unknown): readonly Pair[] {
  if (Array.isArray(list) && list.every(hasId)) return list.map(({ id, ...location }) => [id, location]);
  if (typeof list === 'object' && list !== null && !Array.isArray(list)) return Object.entries(list);
  throw new NotJudgedError('It reads the list, whose form cannot be understood.');
}

function isPairs(list: unknown): list is readonly Pair[] {
  return Array.isArray(list) && list.every((entry) => Array.isArray(entry));
}

function hasId(entry: unknown): entry is { readonly id: unknown } {
  return typeof entry === 'object' && entry !== null && 'id' in entry;
}
