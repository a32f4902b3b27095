// Counts the lines of the committed product: `node scripts/count-lines.mjs [commit]`. Tests and empty lines do not count.
import { execFileSync } from 'node:child_process';

const commit = process.argv[2] ?? 'HEAD';
const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });

const kinds = {
  TypeScript: ['src/*.ts', 'src/*.tsx', ':(exclude)src/*.test.ts', ':(exclude)src/*.test.tsx'],
  CSS: ['src/*.css'],
  SQL: ['migrations/*.sql'],
  tests: ['src/*.test.ts', 'src/*.test.tsx', 'tests', 'e2e'],
};
for (const [kind, paths] of Object.entries(kinds)) {
  const counts = git('grep', '--count', '--text', '-e', '[^[:space:]]', commit, '--', ...paths)
    .trim()
    .split('\n')
    .map((line) => Number(line.slice(line.lastIndexOf(':') + 1)));
  const sum = counts.reduce((total, count) => total + count, 0);
  console.log(`${kind.padEnd(10)} ${String(sum).padStart(7)} lines in ${String(counts.length).padStart(5)} files`);
}
