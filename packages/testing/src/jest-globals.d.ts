/** The part of the module that is used, which every Jest provides without an installation. */
declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void };
}
