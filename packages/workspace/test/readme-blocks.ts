import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../src/workspace.mjs';

/** A fenced block of a README. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Where it starts, for the name of its test. */
  readonly line: number;
}

/** A README of the workspace. */
export interface Readme {
  /** Its path from the workspace's root. */
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

const fence = /^```(\w+)\n(.*?)^```$/gms;

/** The READMEs of the workspace and of its packages. */
export function readReadmes(): readonly Readme[] {
  const folders = [root, ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))];
  return folders.flatMap((folder) => {
    const file = readdirSync(folder).find((name) => name === 'README.md');
    return file === undefined ? [] : [readReadme(join(folder, file))];
  });
}

function readReadme(file: string): Readme {
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(fence)].map(({ 1: language = '', 2: block = '', index }) => {
    return { language, text: block, line: text.slice(0, index).split('\n').length };
  });
  return { path: relative(root, file), folder: dirname(file), text, blocks };
}

/** What a program's own comments say that it prints: `console.log(…); // this`. */
export function promisedLines(program: string): readonly string[] {
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line);
}

/** The commands of a console session, each with the output that is shown below it. */
export function commandsOf(
  session: string,
): readonly { readonly command: string; readonly output: string }[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n');
      return { command, output: output.join('\n') };
    });
}
