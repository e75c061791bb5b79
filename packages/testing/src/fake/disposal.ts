/**
 * `Symbol.dispose` and `Symbol.asyncDispose`, which the contexts of Jest lack on Node.js 20. Compilers that make `using`
 * run there look for the same symbols under these keys.
 */
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
