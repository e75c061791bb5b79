/** What is used of the module that every Jest provides, without an installation of its own. */
declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void };
}
