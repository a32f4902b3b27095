import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject } from './boundaries.ts';
import { createImportGraph, findCycles } from './cycles.ts';
import { listFiles, productPaths, type Source, visitNodes } from './sources.ts';
import { findAnys } from './style.ts';

export interface SizedItem {
  readonly name: string;
  readonly lines: number;
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly met: boolean;
  /** What exceeds the limit, longest first. */
  readonly offenders: readonly string[];
}

interface LongFile {
  readonly file: string;
  readonly reason: string;
}

/** `[2.9/3]` or `spec 2.9/3`: a reader without the specification can't follow it. Titles of tests have such numbers. */
const specificationNumber = /\b[Ss]pec(?:ification)? \d|(?<![\d.])\d{1,2}\.\d{1,2}\/\d{1,2}(?![\d.])/;
const measuredPaths = [...productPaths, 'bench', 'scripts'];
/** File names that don't describe their content; `common-fields.ts` does. */
const vagueName = /(^|[./-])(utils?|helpers?)([./-]|$)|(^|\/)(misc|common)(\.\w+$|\/)/i;

/** Measures sizes, import cycles and names of all files but tests. Fails without files. */
export function measureProject(root: string, longFiles: readonly LongFile[]): Figure[] {
  const project = readProject(root);
  const sources = [...project.product, ...project.support].filter(
    ({ path, isTest }) => !isTest && measuredPaths.some((place) => path === place || path.startsWith(`${place}/`)),
  );
  const files = measuredPaths.flatMap((place) => listFiles(root, place)).filter(isCode);
  const allowed = new Set(longFiles.map(({ file }) => file));
  const sizes = files.map((file) => ({ name: file, lines: countLines(join(root, file)) }));
  const functions = sources.flatMap(findFunctions);
  const long = sizes.filter(({ name, lines }) => lines > 400 && !allowed.has(name));
  const cycles = findCycles(createImportGraph(project)).map((cycle) => cycle.join(' → '));
  const anyFindings = sources.flatMap((source) => findAnys(source).map(({ file, line }) => `${file}:${line}`));
  return [
    { name: 'files', value: `${files.length}`, goal: 'more than none', met: files.length > 0, offenders: [] },
    createShareFigure('files under 200 lines', sizes, 200),
    createNoneFigure('files over 400 lines', long.map(formatSize)),
    createShareFigure('functions under 45 lines', functions, 45),
    createNoneFigure('import cycles', cycles),
    createNoneFigure('any', anyFindings),
    createNoneFigure(
      'vague names (utils, helpers …)',
      files.filter((file) => vagueName.test(file)),
    ),
    createNoneFigure(
      'files with numbers of the specification',
      files.filter((file) => specificationNumber.test(readFileSync(join(root, file), 'utf8'))),
    ),
    createNoneFigure('unneeded exceptions for long files', findUnneededExceptions(longFiles, sizes)),
  ];
}

const isCode = (path: string) => /\.(tsx?|mjs|css)$/.test(path) && !/\.(test|journey)\.tsx?$/.test(path);
const countLines = (file: string) => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n').length;
const formatSize = ({ name, lines }: SizedItem) => `${lines} lines: ${name}`;

function createShareFigure(name: string, sized: readonly SizedItem[], limit: number): Figure {
  const under = sized.filter(({ lines }) => lines < limit).length;
  const part = sized.length === 0 ? 1 : under / sized.length;
  const longest = sized.filter(({ lines }) => lines >= limit).sort((a, b) => b.lines - a.lines);
  const value = `${(Math.floor(part * 1000) / 10).toFixed(1)} % of ${sized.length}`;
  return { name, value, goal: '90 %', met: part >= 0.9, offenders: longest.map(formatSize) };
}

function createNoneFigure(name: string, offenders: readonly string[]): Figure {
  return { name, value: `${offenders.length}`, goal: '0', met: offenders.length === 0, offenders };
}

function findUnneededExceptions(longFiles: readonly LongFile[], sizes: readonly SizedItem[]): string[] {
  const isLong = (file: string) => sizes.some(({ name, lines }) => name === file && lines > 400);
  return longFiles.flatMap(({ file }) => (isLong(file) ? [] : [file]));
}

/**
 * Named functions: declared, assigned to a name, or methods. Callbacks count with the function
 * around them, because one-line callbacks would make up most of the ninety per cent.
 */
function findFunctions({ path, program, lineAt }: Source): SizedItem[] {
  const found: SizedItem[] = [];
  const add = (name: string, { start, end }: { start: number; end: number }) =>
    found.push({ name: `${name} in ${path}:${lineAt(start)}`, lines: lineAt(end) - lineAt(start) + 1 });
  const isFunction = (node: { type: string } | null) =>
    node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
  visitNodes(program, {
    FunctionDeclaration: (node) => {
      add(node.id?.name ?? 'anonymous function', node);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null && isFunction(init)) add(id.name, init);
    },
    MethodDefinition: ({ key, value }) => {
      add(key.type === 'Identifier' ? key.name : 'a method', value);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && isFunction(value)) add(key.name, value);
    },
  });
  return found;
}
