/** The globals beyond ECMAScript that the core uses; every JavaScript runtime has them. */
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: true });
  decode(input: Uint8Array): string;
}

/** jest-environment-jsdom, for example, has none. */
declare const TextEncoder:
  | (new () => {
      encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
    })
  | undefined;

declare function setTimeout(callback: () => void, milliseconds: number): unknown;
