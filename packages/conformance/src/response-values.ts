/** An Error object (SPEC section 2). */
export interface Problem {
  readonly error_message: string;
}

/** Returns whether a value is an object or an array. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns whether a value is an Error object. */
export function isProblem(value: unknown): value is Problem {
  return isContainer(value) && typeof value.error_message === 'string';
}

/** More levels than any response of a service has, and few enough for functions that recurse. */
const maxDepth = 100;

/** Returns the value of a JSON text; `undefined` for another text, and for one that is nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > maxDepth && isDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isContainer(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
