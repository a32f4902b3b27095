import { build } from 'vite';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Manifest } from '#platform/islands/assets.ts';
import { listStyleSheets } from '#scripts/vite/style-sheets.ts';

/**
 * Builds the style sheets alone.
 * @param scriptSheets paths of those that scripts load
 * @returns what the shop's build writes for each
 */
export async function buildStyleSheets(scriptSheets: readonly string[]): Promise<[file: string, css: string][]> {
  const input = { ...listStyleSheets(projectRoot), ...Object.fromEntries(scriptSheets.map((file) => [file, file])) };
  const result = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, manifest: true, assetsInlineLimit: 0, rolldownOptions: { input } },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const sources = new Map(
    outputs.map((output) => [output.fileName, output.type === 'asset' ? String(output.source) : '']),
  );
  const manifest = JSON.parse(sources.get('.vite/manifest.json') ?? '{}') as Manifest;
  return Object.entries(manifest)
    .filter(([source]) => source.endsWith('.css'))
    .map(([source, { file }]) => [source, sources.get(file) ?? '']);
}
