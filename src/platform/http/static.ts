import { existsSync } from 'node:fs';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearInSeconds = 365 * 24 * 60 * 60;

/** Built files: their names change with their content, so a browser keeps them for good. Compressed copies lie beside them. */
export async function registerStaticFiles(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder === null || !existsSync(folder)) return;
  await app.register(staticFiles, {
    root: folder,
    prefix: '/',
    serve: true,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: true,
    immutable: true,
    maxAge: yearInSeconds * 1000,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz', '**/*.map'],
    setHeaders: (response, path) => {
      if (!path.includes('/assets/')) response.header('cache-control', 'public, max-age=3600');
    },
  });
}
