/** The globals beyond ECMAScript that the core uses; every JavaScript runtime has them. */
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: true });
  decode(input: Uint8Array): string;
}

declare function setTimeout(callback: () => void, milliseconds: number): unknown;

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
