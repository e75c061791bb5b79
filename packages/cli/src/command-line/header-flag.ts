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

/**
 * The fields of `--header` as names and values.
 *
 * @throws {UsageError} when one is not a field. The message does not show it, since it may be secret.
 */
export function parseHeaders(
  fields: readonly string[] | undefined,
  command: Command,
): readonly (readonly [name: string, value: string])[] | undefined {
  return fields?.map((field) => {
    const [, name = '', value = ''] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(field) ?? [];
    if (name !== '') return [name, value];
    throw new UsageError(
      '--header must be a name, a colon and a value, such as "Authorization: Bearer abc".',
      helpHint(command),
    );
  });
}
