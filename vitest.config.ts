import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'node',
    include: ['{src,demo,examples,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/global-setup.ts'],
    pool: 'forks',
    // One more than the processors of a small machine: tests wait for Postgres, browsers and child processes half of their time.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
