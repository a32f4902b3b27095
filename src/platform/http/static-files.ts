import { existsSync } from 'node:fs';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Headers without effect on files that a document loads. Without them a page of many small files is a tenth smaller.
 */
const needlessHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-request-id',
];
const isPartOfDocument = /\.(?:css|js|woff2)(?:\.br|\.gz)?$/;

/** Serves built files. Hashed names make the files immutable. Compressed copies are stored beside them. */
export async function registerStaticFiles(app: FastifyInstance, folders: readonly string[]): Promise<void> {
  const root = folders.filter((folder) => existsSync(folder));
  if (root.length === 0) return;
  const files: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, lane: 'file' };
    });
    await scope.register(staticFiles, {
      root,
      prefix: '/',
      serve: true,
      wildcard: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      // The hashed name identifies the content, so no date is needed, and files are small enough to be sent whole.
      lastModified: false,
      acceptRanges: false,
      cacheControl: true,
      immutable: true,
      maxAge: yearInSeconds * 1000,
      globIgnore: ['.vite/**', '**/*.br', '**/*.gz', '**/*.map'],
      setHeaders: (response, path) => {
        if (!path.includes('/assets/')) response.header('cache-control', 'public, max-age=3600');
        // Browsers never revalidate an immutable file, so it needs no ETag.
        if (path.includes('/assets/')) response.removeHeader('etag');
        if (isPartOfDocument.test(path)) for (const name of needlessHeaders) response.removeHeader(name);
      },
    });
  };
  await app.register(files);
}
