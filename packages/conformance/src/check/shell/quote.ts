import { Buffer } from 'node:buffer';

/** A word for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whether text can stand in a command line as it is: on one line, and without what a terminal would act on. */
export function isShowable(text: string): boolean {
  return /^[ -~\p{L}\p{N}\p{S}\p{P}]*$/u.test(text);
}

/** The format of `printf` that writes these bytes: the same on every shell, so that all but plain ASCII is octal. */
export function printfFormat(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const named: Readonly<Record<string, string>> = {
    '\r': '\\r',
    '\n': '\\n',
    '\t': '\\t',
    '%': '%%',
    '\\': '\\\\',
  };
  const format = text.replace(
    /[^ -~]|[%\\']|^-/g,
    (character) => named[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `'${format}'`;
}
