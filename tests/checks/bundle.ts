import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { browserPackages, getPackageName, isForBrowser } from './locations.ts';
import { listFiles } from './sources.ts';

/** Output of `scripts/vite/client-modules.ts`: bytes by module by chunk. */
export type ClientModules = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface BundleReport {
  readonly chunks: number;
  readonly modules: number;
  readonly faults: readonly string[];
}

/** Checks which modules the build really put into the browser's files. */
export function checkBundle(root: string): BundleReport {
  const client = join(root, 'dist/client');
  // `dist/client` links into the folder of the build.
  const list = join(existsSync(client) ? realpathSync(client) : client, '..', '.client-modules.json');
  if (!existsSync(list)) return { chunks: 0, modules: 0, faults: [`${list} is missing: run \`npm run build\` first`] };
  const chunks = JSON.parse(readFileSync(list, 'utf8')) as ClientModules;
  const modules = Object.values(chunks).flatMap((chunk) => Object.keys(chunk));
  return {
    chunks: Object.keys(chunks).length,
    modules: modules.length,
    faults: [
      ...(modules.length === 0 ? ['the list names no module: nothing was checked'] : []),
      ...findUnlistedScripts(root, chunks),
      ...findForeignModules(chunks),
      ...findBehavioursWithReact(root, chunks),
    ],
  };
}

/** Scripts in dist/client that are not in the list, from an older build or another tool. */
function findUnlistedScripts(root: string, chunks: ClientModules): string[] {
  const scripts = listFiles(root, 'dist/client').filter((path) => /\.m?js$/.test(path));
  const unknown = scripts.filter((path) => chunks[path.slice('dist/client/'.length)] === undefined);
  return unknown.map((path) => `${path} is not in the list of chunks`);
}

function findForeignModules(chunks: ClientModules): string[] {
  return Object.entries(chunks).flatMap(([chunk, modules]) =>
    Object.entries(modules).flatMap(([id, bytes]) => {
      const reason = bytes > 0 ? explainFault(id) : undefined;
      return reason === undefined ? [] : [`${chunk} holds ${bytes} bytes of ${id}: ${reason}`];
    }),
  );
}

/**
 * Behaviours whose script waits for React's, which they don't need: a group of modules in
 * vite.config.ts takes along what its modules share with others.
 */
function findBehavioursWithReact(root: string, chunks: ClientModules): string[] {
  const holds = (chunk: string, pattern: RegExp) => Object.keys(chunks[chunk] ?? {}).some((id) => pattern.test(id));
  const findReact = (chunk: string, seen = new Set<string>()): string | undefined => {
    if (seen.has(chunk)) return undefined;
    seen.add(chunk);
    if (holds(chunk, /node_modules\/react-dom\//)) return chunk;
    const imported = listImports(root, chunk).map((other) => findReact(other, seen));
    return imported.find((found) => found !== undefined);
  };
  return Object.keys(chunks)
    .filter((chunk) => holds(chunk, /\.behaviour\.ts$/))
    .flatMap((chunk) => {
      const react = findReact(chunk);
      return react === undefined ? [] : [`${chunk} holds a behaviour and loads React (${react})`];
    });
}

/** Chunks that are loaded with a chunk, without those that it loads later. */
function listImports(root: string, chunk: string): string[] {
  const code = readFileSync(join(root, 'dist/client', chunk), 'utf8');
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name = '']) =>
    join(dirname(chunk), name),
  );
}

/** Modules that the bundler adds. */
const bundlerModule = /^\0?(vite\/|rolldown\/|@oxc-project\/runtime|commonjsHelpers|vite-)/;

function explainFault(id: string): string | undefined {
  if (id.includes('__vite-browser-external') || id.startsWith('node:')) return 'a module of Node';
  const inPackage = id.lastIndexOf('node_modules/');
  if (inPackage !== -1) {
    const name = getPackageName(id.slice(inPackage + 'node_modules/'.length));
    return browserPackages.includes(name) || name === 'vite'
      ? undefined
      : `the package ${name} is not on the list for the browser`;
  }
  const path = id.replace(/\?.*$/, '');
  if (bundlerModule.test(path) || path.endsWith('.css') || isForBrowser(path)) return undefined;
  return 'a file that is not made for the browser';
}
