import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import {
  adminPackages,
  browserPackages,
  builderPackages,
  getPackageName,
  isForAdmin,
  isForBrowser,
  toolPackages,
} from './locations.ts';
import { listFiles } from './sources.ts';

/** Output of `scripts/vite/client-modules.ts`: bytes by module by chunk. */
export type ClientModules = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface BundleReport {
  readonly chunks: number;
  readonly modules: number;
  readonly faults: readonly string[];
}

/**
 * Bytes that a page of the back office may load as scripts, compressed: its entry, React and all islands and behaviours,
 * so that each page is within it.
 */
const adminBudget = 95_000;
/** The same with the text editor, which is loaded where a text is written. */
const adminBudgetWithTools = 250_000;
/** The same with the page builder, which is loaded by its own page. */
const adminBudgetWithBuilder = 450_000;

/** A browser's build: of the shop or of the back office. */
interface BrowserBuild {
  readonly chunks: ClientModules;
  readonly packages: readonly string[];
  /** Why a module of the project belongs to the other build, or undefined. */
  readonly explainStranger: (path: string) => string | undefined;
}

/** Checks which modules the builds really put into the browser's files. */
export function checkBundle(root: string): BundleReport {
  const client = join(root, 'dist/client');
  // `dist/client` links into the folder of the build.
  const folder = join(existsSync(client) ? realpathSync(client) : client, '..');
  const builds: BrowserBuild[] = [
    {
      chunks: readModules(folder, 'client'),
      packages: browserPackages,
      explainStranger: (path) => (isForAdmin(path) ? 'a script of the back office' : undefined),
    },
    {
      chunks: readModules(folder, 'admin'),
      packages: adminPackages,
      explainStranger: (path) => (isForShop(path) ? 'a script of the shop' : undefined),
    },
  ];
  const missing = ['client', 'admin']
    .map((name) => join(folder, `.${name}-modules.json`))
    .find((list) => !existsSync(list));
  if (missing) return { chunks: 0, modules: 0, faults: [`${missing} is missing: run \`npm run build\` first`] };
  const chunks: ClientModules = { ...builds[0]?.chunks, ...builds[1]?.chunks };
  const modules = Object.values(chunks).flatMap((chunk) => Object.keys(chunk));
  return {
    chunks: Object.keys(chunks).length,
    modules: modules.length,
    faults: [
      ...(modules.length === 0 ? ['the list names no module: nothing was checked'] : []),
      ...findUnlistedScripts(root, chunks),
      ...builds.flatMap(findForeignModules),
      ...findBehavioursWithReact(root, chunks),
      ...checkAdminBudget(root, builds[1]?.chunks ?? {}),
    ],
  };
}

function readModules(folder: string, name: string): ClientModules {
  const list = join(folder, `.${name}-modules.json`);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as ClientModules) : {};
}

/** Entry, islands and features' scripts of the shop. */
const isForShop = (path: string) =>
  !isForAdmin(path) &&
  /^src\/app\/browser\.ts$|^(src\/features|examples|extensions)\/.*(islands|browser)\b|^src\/ui\/islands\//.test(path);

function checkAdminBudget(root: string, chunks: ClientModules): string[] {
  const hasPackage =
    (packages: RegExp) =>
    ([, modules]: [string, ClientModules[string]]) =>
      Object.keys(modules).some(
        (id) => id.includes('node_modules/') && packages.test(getPackageName(findInPackages(id))),
      );
  const measure = (measured: readonly [string, ClientModules[string]][]) =>
    measured
      .map(([chunk]) => brotliCompressSync(readFileSync(join(root, 'dist/client', chunk))).length)
      .reduce((total, size) => total + size, 0);
  const all = Object.entries(chunks);
  const [isBuilder, isTool] = [hasPackage(builderPackages), hasPackage(toolPackages)];
  const builder = all.filter(isBuilder);
  const tools = all.filter((chunk) => !isBuilder(chunk) && isTool(chunk));
  const sum = measure(all.filter((chunk) => !isBuilder(chunk) && !isTool(chunk)));
  const withTools = sum + measure(tools);
  const budgets = [
    ['', sum, adminBudget],
    [' with its tools', withTools, adminBudgetWithTools],
    [' with the page builder', withTools + measure(builder), adminBudgetWithBuilder],
  ] as const;
  return budgets.flatMap(([what, size, budget]) =>
    size > budget ? [`the scripts of the back office${what} have ${size} bytes compressed, more than ${budget}`] : [],
  );
}

/** Scripts in dist/client that are not in the list, from an older build or another tool. */
function findUnlistedScripts(root: string, chunks: ClientModules): string[] {
  const scripts = listFiles(root, 'dist/client').filter((path) => /\.m?js$/.test(path));
  const unknown = scripts.filter((path) => chunks[path.slice('dist/client/'.length)] === undefined);
  return unknown.map((path) => `${path} is not in the list of chunks`);
}

function findForeignModules({ chunks, packages, explainStranger }: BrowserBuild): string[] {
  return Object.entries(chunks).flatMap(([chunk, modules]) =>
    Object.entries(modules).flatMap(([id, bytes]) => {
      const reason = bytes > 0 ? (explainFault(id, packages) ?? explainStranger(id)) : undefined;
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

const findInPackages = (id: string) => id.slice(id.lastIndexOf('node_modules/') + 'node_modules/'.length);

function explainFault(id: string, packages: readonly string[]): string | undefined {
  if (id.includes('__vite-browser-external') || id.startsWith('node:')) return 'a module of Node';
  if (id.includes('node_modules/')) {
    const name = getPackageName(findInPackages(id));
    const isTool = packages === adminPackages && (toolPackages.test(name) || builderPackages.test(name));
    return packages.includes(name) || isTool || name === 'vite'
      ? undefined
      : `the package ${name} is not on the list for the browser`;
  }
  const path = id.replace(/\?.*$/, '');
  if (bundlerModule.test(path) || path.endsWith('.css') || isForBrowser(path)) return undefined;
  return 'a file that is not made for the browser';
}
