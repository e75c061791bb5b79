import type { Option } from 'commander';

const repeated = new WeakSet<Option>();

/** Lets a flag be given several times: it stands for the list of its values, or for `true` once it came without one. */
export function repeat<T>(option: Option, parse: (text: string) => T): Option {
  repeated.add(option);
  return option.argParser((text, earlier: unknown) => {
    const value = parse(text);
    if (earlier === true) return true;
    return Array.isArray(earlier) ? [...(earlier as readonly T[]), value] : [value];
  });
}

/** Whether a flag may be given several times. */
export function isRepeated(option: Option): boolean {
  return repeated.has(option);
}
