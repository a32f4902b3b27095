import { writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes .client-modules.json and .admin-modules.json beside the folder of the browser's files: bytes by module by
 * chunk, of the shop and of the back office.
 * `npm test` checks with it what reaches the browser.
 */
export function clientModules(): Plugin {
  let root = '';
  return {
    name: 'vitrine:client-modules',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    configResolved(config) {
      root = config.root;
    },
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []));
      const list = chunks.map(({ fileName, modules }) => {
        const sizes = Object.entries(modules).map(([id, module]) => [toRelativePath(root, id), module.renderedLength]);
        return [fileName, Object.fromEntries(sizes)];
      });
      const file = join(dir, '..', `.${this.environment.name}-modules.json`);
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`);
    },
  };
}

/** Path from the root; virtual modules keep their id. */
function toRelativePath(root: string, id: string): string {
  if (!id.startsWith(root)) return id;
  return relative(root, id).split(sep).join(posix.sep);
}
