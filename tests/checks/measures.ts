import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHouse } from './boundaries.ts';
import { circlesOf, importGraph } from './circles.ts';
import { filesIn, productPlaces, type Source, walk } from './sources.ts';
import { anysOf } from './style.ts';

export interface Sized {
  readonly name: string;
  readonly lines: number;
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly met: boolean;
  /** What to look at when it is missed, longest first. */
  readonly offenders: readonly string[];
}

interface LongFile {
  readonly file: string;
  readonly reason: string;
}

const measured = [...productPlaces, 'bench', 'scripts'];
/** A name that says nothing of what is inside; `common-fields.ts` does say it. */
const drawers = /(^|[./-])(utils?|helpers?)([./-]|$)|(^|\/)(misc|common)(\.\w+$|\/)/i;

/** Sizes, circles and names over everything but tests. Missed, too, when there is nothing to measure. */
export function measure(root: string, longFiles: readonly LongFile[]): Figure[] {
  const house = readHouse(root);
  const sources = [...house.product, ...house.support].filter(
    ({ path, isTest }) => !isTest && measured.some((place) => path === place || path.startsWith(`${place}/`)),
  );
  const files = measured.flatMap((place) => filesIn(root, place)).filter(isCode);
  const allowed = new Set(longFiles.map(({ file }) => file));
  const sizes = files.map((file) => ({ name: file, lines: linesOf(join(root, file)) }));
  const functions = sources.flatMap(functionsOf);
  const long = sizes.filter(({ name, lines }) => lines > 400 && !allowed.has(name));
  const circles = circlesOf(importGraph(house)).map((circle) => circle.join(' → '));
  const anys = sources.flatMap((source) => anysOf(source).map(({ file, line }) => `${file}:${line}`));
  return [
    { name: 'files', value: `${files.length}`, goal: 'more than none', met: files.length > 0, offenders: [] },
    share('files under 200 lines', sizes, 200),
    none('files over 400 lines', long.map(label)),
    share('functions under 45 lines', functions, 45),
    none('import circles', circles),
    none('any', anys),
    none(
      'drawers (utils, helpers …)',
      files.filter((file) => drawers.test(file)),
    ),
    none('needless leave for a long file', needless(longFiles, sizes)),
  ];
}

const isCode = (path: string) => /\.(tsx?|mjs|css)$/.test(path) && !/\.(test|journey)\.tsx?$/.test(path);
const linesOf = (file: string) => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n').length;
const label = ({ name, lines }: Sized) => `${lines} lines: ${name}`;

function share(name: string, sized: readonly Sized[], limit: number): Figure {
  const under = sized.filter(({ lines }) => lines < limit).length;
  const part = sized.length === 0 ? 1 : under / sized.length;
  const longest = sized.filter(({ lines }) => lines >= limit).sort((a, b) => b.lines - a.lines);
  const value = `${(Math.floor(part * 1000) / 10).toFixed(1)} % of ${sized.length}`;
  return { name, value, goal: '90 %', met: part >= 0.9, offenders: longest.map(label) };
}

function none(name: string, offenders: readonly string[]): Figure {
  return { name, value: `${offenders.length}`, goal: '0', met: offenders.length === 0, offenders };
}

function needless(longFiles: readonly LongFile[], sizes: readonly Sized[]): string[] {
  const isLong = (file: string) => sizes.some(({ name, lines }) => name === file && lines > 400);
  return longFiles.flatMap(({ file }) => (isLong(file) ? [] : [file]));
}

/**
 * Functions that have a name: declared, assigned to a name, or methods. Callbacks count as part of the function around
 * them; as functions of their own they would fill the ninety per cent with one-liners.
 */
function functionsOf({ path, program, lineAt }: Source): Sized[] {
  const found: Sized[] = [];
  const add = (name: string, { start, end }: { start: number; end: number }) =>
    found.push({ name: `${name} in ${path}:${lineAt(start)}`, lines: lineAt(end) - lineAt(start) + 1 });
  const isFunction = (node: { type: string } | null) =>
    node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
  walk(program, {
    FunctionDeclaration: (node) => {
      add(node.id?.name ?? 'a function', node);
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
