import type { Option } from 'commander';

const repeated = new WeakSet<Option>();

/** Lets a flag be given several times: what it says is the list of its values. */
export function repeat<T>(option: Option, parse: (text: string) => T): Option {
  repeated.add(option);
  return option.argParser((text, values: unknown) => [
    ...(Array.isArray(values) ? (values as readonly T[]) : []),
    parse(text),
  ]);
}

/** Whether a flag may be given several times. */
export function isRepeated(option: Option): boolean {
  return repeated.has(option);
}
