/**
 * The flags of the command that npm has taken for its own, because no `--` came before them. npm hands them
 * on in the environment only, each as `npm_config_` and its name; the values get lost or become arguments.
 *
 * @param {string} declaration the sources in which the command declares its flags
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function keptFlags(declaration, env) {
  // A message may name a flag as well.
  const names = new Set([...declaration.matchAll(/'--([a-z-]+)[ ']/g)].map(([, name]) => String(name)));
  return [...names]
    .filter((name) => `npm_config_${name.replaceAll('-', '_')}` in env)
    .map((name) => `--${name}`);
}
