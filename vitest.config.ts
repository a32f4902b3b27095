import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Imports of files that start browsers, processes or databases of their own. */
const starts = /support\/browser\/|test-browser|shop-process|node:child_process|TestCluster|startEmbedded|from 'vite'/;
/** Files that repeat races or wait for limits, and those that start something by other helpers. */
const isLong = /\/tests\/processes\/|\/fuzz\/|in-browser|race|limits/;

/**
 * Files that start browsers and processes come first. They are small, so that they would come last
 * where no run has measured them, as in a fresh clone, and the other workers would wait for one.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slow = new Set(
      sorted.filter(({ moduleId }) => isLong.test(moduleId) || starts.test(readFileSync(moduleId, 'utf8'))),
    );
    return [...slow, ...sorted.filter((file) => !slow.has(file))];
  }
}

export default defineConfig({
  plugins: [react()],
  // The development build of React takes a seventh of the time: see tests/support/setup.ts.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    environment: 'node',
    // A password takes 80 ms to hash, on purpose.
    alias: { '@better-auth/utils/password': join(import.meta.dirname, 'tests/support/fast-passwords.ts') },
    include: ['{src,demo,examples,extensions,scripts,tests,wallet-sandbox}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Four for two processors: tests wait for PostgreSQL, browsers and child processes. Three left a
    // seventh of the processors idle.
    maxWorkers: 4,
    // Test files share the modules of their worker: importing the shop for each took half of the time.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // For what hangs. A busy machine needs ten times what a quiet one needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The default of one second is too short for a browser on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
