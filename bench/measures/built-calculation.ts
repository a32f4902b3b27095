import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Measure } from '../bench.ts';

/** Folder of the built measure, from the root. */
const outDir = '.cache/bench';

/** The rules that a calculation uses stand beside components, which Node runs built only. */
export const calculation: Measure = async (bench) => {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    build: { ssr: 'bench/measures/calculation.ts', outDir, emptyOutDir: true, minify: false },
  });
  const built: typeof import('./calculation.ts') = await import(join(projectRoot, outDir, 'calculation.js'));
  return built.calculation(bench);
};
