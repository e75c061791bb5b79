import type { FieldName, Fields } from '../rows/row.ts';

/** Makes the description of a record. `undefined` if the record has none. */
export type DescriptionRule = (row: Fields) => string | undefined;

const placeholder = /\{([^{}]*)\}/g;

/** Returns the names in a template such as `{name}, {city}`; a text without braces is a name. */
export function fieldsOfTemplate(template: string): readonly FieldName[] {
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  return names.length === 0 ? [template] : names;
}

/**
 * Returns the rule of a field or a template.
 *
 * @param isExact whether white space around a text belongs to it, and an empty text is a description, as in
 * files of this service.
 */
export function descriptionRule(template: string, isExact: boolean): DescriptionRule {
  if (!/\{[^{}]*\}/.test(template)) return (row) => describe(row.get(template), isExact);
  return (row) => {
    let isFilled = false;
    const text = template.replace(placeholder, (_, name) => {
      const part = describe(row.get(name), false) ?? '';
      isFilled ||= part !== '';
      return part;
    });
    return isFilled ? tidied(text) : undefined;
  };
}

function describe(value: unknown, isExact: boolean): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return isExact ? value : value.trim() || undefined;
  if (typeof value !== 'object') return String(value);
  const isTexts = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}

/** Removes the separators of parts that are empty. */
function tidied(text: string): string {
  const joined = text.replace(/([,;|])(?:\s*[,;|])+/g, '$1');
  let [start, end] = [0, joined.length];
  while (isSeparator(joined[start])) start++;
  while (isSeparator(joined[end - 1])) end--;
  return joined.slice(start, end);
}

function isSeparator(character: string | undefined): boolean {
  return character !== undefined && /[\s,;:|–-]/.test(character);
}
