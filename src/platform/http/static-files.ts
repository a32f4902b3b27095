import { existsSync } from 'node:fs';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

const yearInSeconds = 365 * 24 * 60 * 60;

/** Serves built files. Hashed names make them immutable. Compressed copies are beside them. */
export async function registerStaticFiles(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder === null || !existsSync(folder)) return;
  const files: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, lane: 'file' };
    });
    await scope.register(staticFiles, {
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
  };
  await app.register(files);
}
