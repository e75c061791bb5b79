/** A file of the page, gzipped. */
export interface MapAsset {
  /** The value of `Content-Type`. */
  readonly type: string;
  /** How many bytes it has when it is not gzipped. */
  readonly size: number;
  /** The gzipped bytes, in base64. */
  readonly gzip: string;
  /** Whether the page loads it only when it is needed. */
  readonly isLoadedLater: boolean;
}

/** The files that the page loads, by names that have a hash of the content in them. */
export declare const assets: Readonly<Record<string, MapAsset>>;

/** The page itself, and its entity tag, with quotation marks. */
export declare const page: MapAsset & { readonly etag: string };
