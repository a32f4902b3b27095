import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json)$/;

/** Writes brotli and gzip copies of the browser's files, so that requests don't compress them. */
export function compress(): Plugin {
  return {
    name: 'vitrine:compress',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    writeBundle: {
      // After the manifest and everything else is on disk.
      order: 'post',
      handler({ dir = '' }, bundle) {
        for (const file of Object.keys(bundle).filter((name) => compressible.test(name) && !name.startsWith('.'))) {
          const path = join(dir, file);
          const bytes = readFileSync(path);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}
