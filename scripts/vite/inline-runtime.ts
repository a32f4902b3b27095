import type { Plugin, Rolldown } from 'vite';

const runtimeName = 'rolldown-runtime';

/**
 * Writes the bundler's lines for CommonJS and namespaces into the files that use them. Where modules are grouped it
 * puts them into a file of their own, which costs a request, and headers that are longer than it is.
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'vitrine:inline-runtime',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    // Hashes in names are made before: a browser must not keep a file that asks for the runtime's.
    augmentChunkHash: () => 'inline-runtime',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const runtime = chunks.find(({ name }) => name === runtimeName);
      if (!runtime) return;
      for (const chunk of chunks) {
        if (!chunk.imports.includes(runtime.fileName)) continue;
        chunk.code = inline(chunk.code, runtime);
        chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
      }
      delete bundle[runtime.fileName];
    },
  };
}

/** `import{a as b}from"./rolldown-runtime-….js"` becomes `var{a:b}=` and the runtime as a function that is called there. */
function inline(code: string, runtime: Rolldown.OutputChunk): string {
  // A file that takes nothing from it.
  const bare = new RegExp(`import"[^"]*/${runtimeName}-[^"]+";`);
  if (bare.test(code)) return code.replace(bare, '');
  const [, body, exported] = /^(.*)export\{([^}]+)\};\s*$/s.exec(runtime.code) ?? [];
  const [statement, imported] = new RegExp(`import\\{([^}]+)\\}from"[^"]*/${runtimeName}-[^"]+";`).exec(code) ?? [];
  if (body === undefined || exported === undefined || statement === undefined || imported === undefined)
    throw new Error('the bundler writes its runtime in another way: see scripts/vite/inline-runtime.ts');
  const names = imported.split(',').map((name) => name.replace(' as ', ':'));
  const values = exported.split(',').map((name) => name.replace(/^(.+) as (.+)$/, '$2:$1'));
  return code.replace(statement, () => `var{${names}}=(()=>{${body}return{${values}}})();`);
}
