import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const importLine = /^import\s+(?!type\b)[^;]*?from '(\.[^']+)';$/gm;
const ready = new Map<string, string>();

/**
 * Joins a module and those that it imports into one script without types. Node strips the types, so
 * that the sandbox needs no build. Names must differ across the joined modules.
 */
export function bundleScript(entry: string): string {
  const known = ready.get(entry);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const parts: string[] = [];
  const add = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, path = ''] of source.matchAll(importLine)) add(join(dirname(file), path));
    parts.push(
      stripTypes(source)
        .replaceAll(importLine, '')
        .replace(/^export (?=\w)/gm, '')
        .replace(/\s*\n(\s*\n)+/g, '\n'),
    );
  };
  add(entry);
  const script = parts.join('\n');
  ready.set(entry, script);
  return script;
}

/** Node warns that it may change how it strips types. The operator can do nothing about it. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
