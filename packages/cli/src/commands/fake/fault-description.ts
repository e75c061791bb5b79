import {
  breakConnection,
  createFake,
  cutResponse,
  type Duration,
  delayRequest,
  delayResponse,
  type Fault,
  type FaultScope,
  loseResponse,
  loseWrite,
  readStale,
  respondWith,
  slowResponse,
  tearList,
} from '@location-records/testing';
import { quoted } from '../../output/printable-text.ts';
import { parseMilliseconds } from './delay.ts';
import { checkMembers, InputError, isObject, type JsonObject, parseJson, withMembers } from './members.ts';

/** A fault as JSON: its name, its options, and the requests to which it applies. */
export type FaultDescription = JsonObject & { readonly fault: string };

/** A fault, and the requests to which it applies. */
export interface ScopedFault {
  readonly fault: Fault;
  readonly scope: FaultScope;
}

interface FaultKind {
  /** The members that are options of the fault. */
  readonly options: readonly string[];
  create(options: JsonObject): Fault;
}

const milliseconds = { duration: 'milliseconds' };

/** The faults by their names. */
const kinds: Readonly<Record<string, FaultKind>> = {
  respondWith: {
    options: ['status', 'message', 'body', 'headers'],
    create: ({ status, ...options }) => respondWith(status as number, options),
  },
  breakConnection: { options: [], create: () => breakConnection() },
  cutResponse: { options: ['after'], create: (options) => cutResponse(options) },
  loseResponse: { options: [], create: () => loseResponse() },
  loseWrite: { options: [], create: () => loseWrite() },
  readStale: { options: [], create: () => readStale() },
  tearList: { options: ['after'], create: (options) => tearList(options) },
  slowResponse: { options: ['pieceLength', 'interval'], create: (options) => slowResponse(options) },
  delayRequest: { options: ['milliseconds'], create: (options) => delayRequest(durationOf(options)) },
  delayResponse: { options: ['milliseconds'], create: (options) => delayResponse(durationOf(options)) },
};

const scopeMembers = ['method', 'id', 'idPattern', 'route', 'times', 'chance'];

/** The names of the faults. */
const faultNames: readonly string[] = Object.keys(kinds);

/**
 * Checks a fault as JSON.
 *
 * @throws {InputError} when a member is unknown or not valid.
 */
export function checkFault(value: unknown): FaultDescription {
  if (!isObject(value)) throw new InputError('A fault must be an object, such as {"fault":"loseResponse"}.');
  const { fault } = value;
  if (typeof fault !== 'string' || !Object.hasOwn(kinds, fault)) {
    throw new InputError(`${nameProblem(fault)}. Faults: ${faultNames.join(', ')}.`);
  }
  checkMembers(value, ['fault', ...(kinds[fault] as FaultKind).options, ...scopeMembers]);
  const description = value as FaultDescription;
  const { fault: created, scope } = createFault(description);
  withMembers(() => createFake().faults.add(created, scope));
  return description;
}

function nameProblem(name: unknown): string {
  if (name === undefined) return 'The member "fault" is missing';
  // Not as JSON, which may be as deep as the body was.
  return typeof name === 'string' ? `Unknown fault ${quoted(name)}` : 'The member "fault" must be a string';
}

/**
 * Makes a fault of its description.
 *
 * @throws {InputError} when a member is not valid.
 */
export function createFault(description: FaultDescription): ScopedFault {
  const { fault: name, method, id, idPattern, route, times, chance, ...options } = description;
  if (id !== undefined && idPattern !== undefined) {
    throw new InputError('"id" and "idPattern" exclude each other; leave one out.');
  }
  const scope = { method, id: idPattern === undefined ? id : parsePattern(idPattern), route, times, chance };
  return withMembers(
    () => ({ fault: (kinds[name] as FaultKind).create(options), scope: scope as FaultScope }),
    milliseconds,
  );
}

/**
 * A regular expression.
 *
 * @throws {InputError} when it is not one.
 */
export function parsePattern(pattern: unknown): RegExp {
  if (typeof pattern !== 'string') throw new InputError('"idPattern" must be a string.');
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    throw new InputError(`"idPattern" must be a regular expression: ${(error as Error).message}.`);
  }
}

/**
 * Reads a fault of a command line: JSON, or its name and members such as `loseResponse method=DELETE id=home times=1`.
 *
 * @throws {InputError} when it is neither, or a member is unknown, not valid or there twice.
 */
export function parseFault(text: string): FaultDescription {
  if (/^\s*\{/.test(text)) return checkFault(parseJson(text));
  const [fault = '', ...members] = text.trim().split(/\s+/);
  const pairs = members.map((member): [string, unknown] => {
    const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(member) ?? [];
    if (name === undefined)
      throw new InputError(`A member of a fault is written name=value, not ${JSON.stringify(member)}.`);
    return [name, memberValue(name, value)];
  });
  const names = ['fault', ...pairs.map(([name]) => name)];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    const advice = twice === 'method' ? ' Write several methods as method=PUT|DELETE.' : '';
    throw new InputError(`The member "${twice}" is there twice.${advice}`);
  }
  return checkFault({ fault, ...Object.fromEntries(pairs) });
}

const numeric = ['status', 'after', 'pieceLength', 'interval', 'times', 'chance'];

function memberValue(name: string, text: string): unknown {
  if (name === 'milliseconds') return parseMilliseconds(text);
  if (name === 'method' && text.includes('|')) return text.split('|');
  return numeric.includes(name) && text !== '' ? Number(text) : text;
}

function durationOf({ milliseconds: duration }: JsonObject): Duration {
  return duration as Duration;
}
