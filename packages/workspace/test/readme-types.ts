import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../src/workspace.mjs';

/** A program of a README. */
interface Program {
  readonly name: string;
  readonly text: string;
}

/** What a careful user has set, on top of the paths to the sources of the workspace. */
const strictest: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: false,
  noUnusedParameters: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // Without the DOM's, so that `Request` and `Response` are those of Node.js.
  lib: ['lib.es2024.d.ts'],
  types: ['node'],
  allowJs: false,
};

/**
 * What the compiler says against each program, from the sources of the workspace: one compilation for all of
 * them. They lie beside the frameworks in which the service is mounted, in memory.
 */
export function typeErrors(programs: readonly Program[]): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const settings = { ...options, ...strictest };
  const files = new Map(
    programs.map(({ name, text }, index) => [
      join(root, 'packages', 'bench', `readme-${index}.mts`).replaceAll('\\', '/'),
      { name, text },
    ]),
  );
  const host = ts.createCompilerHost(settings);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists.call(host, file);
  host.getSourceFile = (file, language, ...others) => {
    const text = files.get(file)?.text;
    return text === undefined
      ? getSourceFile.call(host, file, language, ...others)
      : ts.createSourceFile(file, text, language);
  };
  const compilation = ts.createProgram([...files.keys()], settings, host);
  return new Map(
    [...files].map(([file, { name }]) => {
      const source = compilation.getSourceFile(file);
      const found = [
        ...compilation.getSyntacticDiagnostics(source),
        ...compilation.getSemanticDiagnostics(source),
      ];
      return [name, found.map(toLine)];
    }),
  );
}

function toLine({ file, start = 0, messageText }: ts.Diagnostic): string {
  const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
  return `line ${line} of the program: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}
