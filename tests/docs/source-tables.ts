import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Comment, parseSync } from 'oxc-parser';
import { listFiles, visitNodes } from '../checks/sources.ts';
import { renderTable } from './blocks.ts';
import { root } from './markdown.ts';

/** A source with its comments. */
interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly program: ReturnType<typeof parseSync>['program'];
}

/** A slot or event as its file declares it. */
interface Declaration {
  /** Name of the constant. */
  readonly constant: string;
  readonly path: string;
  /** Its type arguments. */
  readonly types: readonly string[];
  readonly description: string;
}

/** A table of an interface's members, with their types and comments. */
export function renderInterface(path: string, name: string): string {
  const source = readSourceText(path);
  const rows: string[][] = [];
  visitNodes(source.program, {
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== name) return;
      for (const member of body.body) {
        if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') continue;
        if (member.key.type !== 'Identifier') continue;
        const key = `\`${member.key.name}\`${member.optional ? '' : ' (required)'}`;
        rows.push([key, `\`${formatType(source, member)}\``, readCommentBefore(source, member.start)]);
      }
    },
  });
  if (rows.length === 0) throw new Error(`${path} has no interface ${name}`);
  return renderTable(['key', 'type', 'description'], rows);
}

/** Every `export const x = define…('name')` below `src/`, by `name`. */
export function findDeclarations(definer: 'defineSlot' | 'definePort' | 'defineEvent'): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  const paths = listFiles(root, 'src').filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path));
  for (const path of paths) {
    if (!readFileSync(resolve(root, path), 'utf8').includes(`${definer}<`)) continue;
    const source = readSourceText(path);
    visitNodes(source.program, {
      ExportNamedDeclaration({ declaration, start }) {
        if (declaration?.type !== 'VariableDeclaration') return;
        for (const { id, init } of declaration.declarations) {
          if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== definer)
            continue;
          const [name] = init.arguments;
          if (id.type !== 'Identifier' || name?.type !== 'Literal' || typeof name.value !== 'string') continue;
          const types = (init.typeArguments?.params ?? []).map((type) =>
            shortenType(source.text.slice(type.start, type.end)),
          );
          found.set(name.value, { constant: id.name, path, types, description: readCommentBefore(source, start) });
        }
      },
    });
  }
  return found;
}

function readSourceText(path: string): SourceText {
  const text = readFileSync(resolve(root, path), 'utf8');
  const { comments, program } = parseSync(path, text);
  return { path, text, comments, program };
}

/** The doc comment that ends right before an offset, as one line; empty without one. */
function readCommentBefore({ text, comments }: SourceText, offset: number): string {
  const comment = comments.find(
    ({ type, end }) => type === 'Block' && end <= offset && text.slice(end, offset).trim() === '',
  );
  if (!comment?.value.startsWith('*')) return '';
  return comment.value
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function formatType({ text }: SourceText, member: { start: number; end: number; key: { end: number } }): string {
  const written = text.slice(member.key.end, member.end).replace(/^\??:?\s*/, '');
  return shortenType(written.replace(/;$/, ''));
}

/** A type in one line, without `readonly`. */
function shortenType(type: string): string {
  return type
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll('readonly ', '')
    .replace(/\s+/g, ' ')
    .replace(/; }/g, ' }')
    .trim();
}
