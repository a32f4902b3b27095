import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseResult, parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import { type Import, readImports } from './imports.ts';

export type Program = ParseResult['program'];

export interface Source {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  readonly lineCount: number;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
  readonly program: Program;
  /** Syntax errors. */
  readonly errors: readonly string[];
  lineAt(offset: number): number;
}

export const productPaths = [
  'src',
  'demo',
  'examples',
  'extensions',
  'server.ts',
  'shop-server.ts',
  'shop.ts',
  'shop.config.ts',
  'vite.config.ts',
  'wallet-sandbox',
];
export const supportPaths = ['e2e', 'bench', 'scripts', 'tests', 'playwright.config.ts', 'vitest.config.ts'];

/** Parses all TypeScript files in these folders and files; missing ones are skipped. */
export function readSources(root: string, places: readonly string[]): Source[] {
  const aliases = readAliases(root);
  return places
    .flatMap((place) => listFiles(root, place))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => readSource(root, path, aliases));
}

/** All files below a folder, or the file itself; without dot files and node_modules. */
export function listFiles(root: string, place: string): string[] {
  if (!existsSync(join(root, place))) return [];
  if (/\.\w+$/.test(place)) return [place];
  return readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) => {
    const path = `${place}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    return entry.isDirectory() ? listFiles(root, path) : [path];
  });
}

/** Visits all nodes of the types that the visitor names. */
export function visitNodes(program: Program, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}

function readAliases(root: string): [string, string][] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports?: Record<string, string> };
  return Object.entries(manifest.imports ?? {});
}

function readSource(root: string, path: string, aliases: readonly [string, string][]): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  const starts = findLineStarts(text);
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  return {
    path,
    lineCount: starts.length - (text.endsWith('\n') ? 1 : 0),
    isTest: /\.(test|journey)\.tsx?$/.test(path),
    imports: readImports(path, program, lineAt, aliases),
    program,
    errors: errors.map((error) => error.message),
    lineAt,
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}
