import { writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes dist/.client-modules.json after the client build: for each chunk of dist/client the bytes of every module in it,
 * paths from the root. What is in the browser's files can then be checked and weighed.
 */
export function clientModules(): Plugin {
  let root = '';
  return {
    name: 'vitrine:client-modules',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      root = config.root;
    },
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []));
      const list = chunks.map(({ fileName, modules }) => {
        const sizes = Object.entries(modules).map(([id, module]) => [pathOf(root, id), module.renderedLength]);
        return [fileName, Object.fromEntries(sizes)];
      });
      writeFileSync(
        join(root, 'dist', '.client-modules.json'),
        `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`,
      );
    },
  };
}

/** Virtual modules keep their name. */
function pathOf(root: string, id: string): string {
  if (!id.startsWith(root)) return id;
  return relative(root, id).split(sep).join(posix.sep);
}
