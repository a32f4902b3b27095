import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'node',
    include: ['{src,demo,examples,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Three for two processors: tests spend half of their time waiting for PostgreSQL, browsers and
    // child processes. Four were no faster.
    maxWorkers: 3,
    // Test files share the modules of their worker: importing the shop for each took half of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
