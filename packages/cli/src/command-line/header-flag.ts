import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type Command, Option } from 'commander';
import { helpHint, UsageError } from '../errors.ts';
import { parseText, repeat } from './option-values.ts';

/** Declares `--header`, whose values {@link parseHeaders} reads. */
export function headerOption(): Option {
  return repeat(
    new Option('--header <field>', 'send this field with every request; may be repeated'),
    parseText,
  );
}

/** They say where the body of a request ends. */
const framing = new Set(['content-length', 'transfer-encoding']);

/**
 * The fields of `--header` as names and values.
 *
 * @throws {UsageError} when one is not a field. The message does not show its value, which may be secret.
 */
export function parseHeaders(
  fields: readonly string[] | undefined,
  command: Command,
): readonly (readonly [name: string, value: string])[] | undefined {
  return fields?.map((field) => {
    const [, name = '', value = ''] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(field) ?? [];
    if (!isField(name, value)) {
      throw new UsageError(
        '--header must be a name, a colon and a value, such as "Authorization: Bearer abc".',
        helpHint(command),
      );
    }
    if (framing.has(name.toLowerCase())) {
      throw new UsageError(`--header cannot be ${name}, which the command sets itself.`, helpHint(command));
    }
    return [name, value];
  });
}

/** Whether HTTP can carry a field. */
function isField(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
