/** Stands for the identifier of the run in a path. */
export const placeholder = '{id}';

/** A path, and whether it names the list, which may have records of others. */
export interface Target {
  /** A request target, with `{id}` where the identifier of the run goes. */
  readonly path: string;
  readonly isCollection: boolean;
}

function record(path: string): Target {
  return { path, isCollection: false };
}

function collection(path: string): Target {
  return { path, isCollection: true };
}

/** Whether a target names a record of the run, if the service is right. */
export function isOfRun({ path, isCollection }: Target): boolean {
  return path.includes(placeholder) && !isCollection;
}

/** Groups of targets that a server may confuse or tell apart wrongly. The first is always the plain identifier. */
export const families: readonly (readonly Target[])[] = [
  ['', '-b', '-c', '-d'],
  ['', 'A', 'a', '%41'],
  ['', '%20', '+', '%2B'],
  ['', '%C3%A9', 'e%CC%81', '%c3%a9'],
  ['', '%2F', '%252F', '%2f'],
  ['', '/', '/b', '/b/c'],
  ['', '%zz', '%', '%FF', '%25'],
  ['', '%ED%A0%80', '%C0%AF', '%EF%BF%BD', '%F0%9F%98%80'],
  ['', '?x=1', '%3Fx=1', '?'],
  ['', '%00', '%00a', '%0D%0A', '%0A'],
  ['', '.', '..', '%2e'],
  ['', '%5C', '\\', "!$&'()*,;=:@~_"],
  ['', '%22%5C', '%3Cb%3E', '%E2%80%A8', '%EF%BB%BF'],
  ['', '7', '07', '%EF%BD%81', '%F4%8F%BF%BF'],
  ['', 'x'.repeat(250), `${'x'.repeat(250)}y`, '%F0%9F%98%80'.repeat(60)],
]
  .map((suffixes) => suffixes.map((suffix) => `/{id}${suffix}`))
  .concat([
    ['/{id}', '/./{id}', '/%2e/{id}', '/{id}/.'],
    ['/{id}', '/a/../{id}', '/a/%2E./{id}', '/{id}/b/..'],
    ['/{id}', '//{id}', '//../{id}', '/a\\..\\{id}'],
  ])
  .map((paths) => paths.map(record));

/** The target of the list. */
export const root = collection('/');

/** Other spellings of that target. None leaves a base path. */
export const collections: readonly Target[] = ['/?x=1', '/.', '/%2e', '/a/../', '/{id}/..'].map(collection);

/** Targets that name neither a record nor the list. */
export const deadTargets: readonly Target[] = ['/%zz', '/%', '/%FF', '//', '/-/{id}', '/v1/{id}'].map(record);
