import type { z } from 'zod';
import { readSources, walk } from '../checks/sources.ts';
import { root } from './markdown.ts';

/** The names of an interface's properties and methods, as they stand in its file. */
export function keysOfInterface(file: string, name: string): string[] {
  const keys: string[] = [];
  for (const { program } of readSources(root, [file])) {
    walk(program, {
      TSInterfaceDeclaration({ id, body }) {
        if (id.name !== name) return;
        for (const member of body.body) {
          const isNamed = member.type === 'TSPropertySignature' || member.type === 'TSMethodSignature';
          if (isNamed && member.key.type === 'Identifier') keys.push(member.key.name);
        }
      },
    });
  }
  if (keys.length === 0) throw new Error(`${file} has no interface ${name}`);
  return keys.sort();
}

export interface SchemaKey {
  readonly name: string;
  /** What is taken when nothing is given. */
  readonly standard: unknown;
  /** Names of keys anywhere below. */
  readonly inner: readonly string[];
}

interface Inside {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
}

/** The keys of an object's schema. */
export function keysOfSchema(schema: z.ZodType): SchemaKey[] {
  const { shape = {} } = insideOf(schema);
  return Object.entries(shape).map(([name, value]) => {
    const parsed = (value as z.ZodType).safeParse(undefined);
    return { name, standard: parsed.data, inner: innerKeys(value) };
  });
}

function innerKeys(schema: z.core.$ZodType): string[] {
  const { shape = {}, ...within } = insideOf(schema);
  const own = Object.entries(shape).flatMap(([name, value]) => [name, ...innerKeys(value)]);
  return [...own, ...Object.values(within).flatMap((value) => (value ? innerKeys(value) : []))];
}

/** Through whatever is laid around a schema: a default, a list, `optional`. */
function insideOf(schema: z.core.$ZodType): Inside {
  const { shape, element, innerType, in: before } = schema._zod.def as Inside;
  return {
    ...(shape && { shape }),
    ...(element && { element }),
    ...(innerType && { innerType }),
    ...(before && { in: before }),
  };
}
