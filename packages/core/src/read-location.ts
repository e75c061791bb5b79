import { countCodePoints, decodeText } from './body-text.ts';
import { messageOf, quote } from './explanation.ts';
import type { Location } from './location.ts';
import { findOpenMember } from './open-member.ts';
import { type ParseRules, parseLocation } from './parse-location.ts';
import type { ReadBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

/** How a body is read; see the options of the same names. */
export interface BodyRules extends ParseRules {
  readonly bodyLimit: number;
}

/** Reads a Location from a body (SPEC 4.5.6), or tells why it is none. */
export function readLocation(body: ReadBody, rules: BodyRules): Location | Refusal {
  try {
    const text = decodeText(body.bytes);
    if (text === undefined) throw new Refusal('D24', 'the body is not UTF-8');
    return parseLocation(parseJson(text, body, rules), rules);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function parseJson(text: string, body: ReadBody, rules: BodyRules): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `not JSON: ${messageOf(error)}`;
    if (body.isWhole && body.bytes === body.received) throw new Refusal('SPEC 4.5.6', reason);
    const member = findOpenMember(text);
    const where = member === undefined ? reason : `cut inside ${quote(member)}`;
    throw new Refusal('SPEC 4.5.4', `${charactersOf(body)}, ${rules.bodyLimit} read, ${where}`);
  }
}

function charactersOf({ received, isWhole }: ReadBody): string {
  return `${isWhole ? '' : 'at least '}${countCodePoints(received)} characters`;
}
