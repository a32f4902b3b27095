import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseResult, parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import { type Import, importsOf } from './imports.ts';

export type Program = ParseResult['program'];

export interface Source {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly lineCount: number;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
  readonly program: Program;
  /** What the parser could not read. */
  readonly errors: readonly string[];
  lineAt(offset: number): number;
}

export const productPlaces = [
  'src',
  'demo',
  'examples',
  'extensions',
  'server.ts',
  'shop-server.ts',
  'shop.ts',
  'shop.config.ts',
  'vite.config.ts',
];
export const supportPlaces = ['e2e', 'bench', 'scripts', 'tests', 'playwright.config.ts', 'vitest.config.ts'];

/** Parses every TypeScript file in the folders and files named, as far as they exist. */
export function readSources(root: string, places: readonly string[]): Source[] {
  const aliases = aliasesOf(root);
  return places
    .flatMap((place) => filesIn(root, place))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => readSource(root, path, aliases));
}

/** Every file below a folder (or the file itself), from the root; dot folders and node_modules left out. */
export function filesIn(root: string, place: string): string[] {
  if (!existsSync(join(root, place))) return [];
  if (/\.\w+$/.test(place)) return [place];
  return readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) => {
    const path = `${place}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

/** Calls back for each node of the kinds that the visitor names. */
export function walk(program: Program, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}

function aliasesOf(root: string): [string, string][] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports?: Record<string, string> };
  return Object.entries(manifest.imports ?? {});
}

function readSource(root: string, path: string, aliases: readonly [string, string][]): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  const starts = lineStarts(text);
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  return {
    path,
    lineCount: starts.length - (text.endsWith('\n') ? 1 : 0),
    isTest: /\.(test|journey)\.tsx?$/.test(path),
    imports: importsOf(path, program, lineAt, aliases),
    program,
    errors: errors.map((error) => error.message),
    lineAt,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
