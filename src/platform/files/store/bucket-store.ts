import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { formatAttachment } from '#platform/http/attachment.ts';
import { type ByteRange, FileMissingError, type FileStore, type StoredFile } from './file-store.ts';

export interface BucketConfig {
  readonly name: string;
  /** Null for the endpoint of Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  /** A function, so that printing the configuration shows no secret. */
  readonly readSecretKey: () => string;
  /** Whether addresses contain the bucket in their path instead of in the host. */
  readonly isPathStyle: boolean;
}

/** Number of simultaneous requests. */
const deleteBatch = 20;

/** Thrown when the bucket can't be used. It contains no key, and only the error code of the provider's answer. */
export class BucketError extends Error {
  override name = 'BucketError';
  readonly code: string;

  constructor(action: string, code: string) {
    super(`the bucket did not ${action}: ${code}`);
    this.code = code;
  }
}

const getCode = (error: unknown): string => {
  const {
    name = 'unknown',
    code,
    $metadata,
  } = (error ?? {}) as {
    readonly name?: string;
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return code ?? (name === 'Error' || name === '403' ? `status ${$metadata?.httpStatusCode ?? 'unknown'}` : name);
};

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as {
    readonly name?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return (name === 'NotFound' || name === 'NoSuchKey') && $metadata?.httpStatusCode === 404;
};

async function orMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Loaded only for shops with a bucket, since it takes a quarter of a second and some megabytes. */
async function connect({ name, endpoint, region, accessKeyId, readSecretKey, isPathStyle }: BucketConfig) {
  const [{ GetObjectCommand, ListObjectsV2Command, S3Client }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
  ]);
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey: readSecretKey() },
    maxAttempts: 4,
    // Other providers than Amazon do not support checksums at the end of a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    driver: new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false }),
    get: async (Key: string, range: ByteRange | undefined) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      return (await client.send(new GetObjectCommand({ Bucket: name, Key, Range }))).Body as Readable | undefined;
    },
    list: (Prefix: string, ContinuationToken: string | undefined) =>
      client.send(new ListObjectsV2Command({ Bucket: name, Prefix, ContinuationToken })),
  };
}

export function createBucketStore(config: BucketConfig): FileStore {
  const { name, endpoint } = config;
  let connected: ReturnType<typeof connect> | undefined;
  const attempt = async <Result>(
    action: string,
    work: (bucket: Awaited<ReturnType<typeof connect>>) => Promise<Result>,
  ): Promise<Result> => {
    connected ??= connect(config);
    const bucket = await connected;
    try {
      return await work(bucket);
    } catch (error) {
      throw new BucketError(action, getCode(error));
    }
  };
  const putStream = (key: string, content: Readable, bytes: number) =>
    attempt('store a file', ({ driver }) => driver.putStream(key, content, { contentLength: bytes }));
  return {
    kind: 'bucket',
    description: endpoint === null ? `the bucket ${name}` : `the bucket ${name} at ${new URL(endpoint).host}`,
    put: (key, content) => attempt('store a file', ({ driver }) => driver.put(key, content)),
    putStream,
    async putFile(key, path) {
      await putStream(key, createReadStream(path), (await stat(path)).size);
      await rm(path, { force: true });
    },
    find: (key) =>
      attempt('look for a file', async ({ driver }) => {
        const found = await orMissing(driver.getMetaData(key));
        return found && { key, bytes: found.contentLength, modifiedAt: found.lastModified };
      }),
    async read(key, range) {
      const found = await attempt('send a file', ({ get }) => orMissing(get(key, range)));
      if (!found) throw new FileMissingError(key);
      return found;
    },
    async delete(keys) {
      for (let from = 0; from < keys.length; from += deleteBatch)
        await attempt('delete a file', ({ driver }) =>
          Promise.all(keys.slice(from, from + deleteBatch).map((key) => driver.delete(key))),
        );
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await attempt('list files', ({ list }) => list(prefix, token));
        for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          if (Key !== undefined) yield { key: Key, bytes: Size, modifiedAt: LastModified } satisfies StoredFile;
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
    createLink: (key, { seconds, name: fileName }) =>
      attempt('sign an address', ({ driver }) =>
        driver.getSignedUrl(key, { expiresIn: seconds, contentDisposition: formatAttachment(fileName) }),
      ),
  };
}
