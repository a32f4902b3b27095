declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** A server with the interface of S3 for tests. The key and its secret are `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly allowMismatchedSignatures: boolean;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
