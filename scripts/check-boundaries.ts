import { resolve } from 'node:path';
import { checkBoundaries } from '../tests/checks/boundaries.ts';
import { formatViolation } from '../tests/checks/boundary-violation.ts';
import { exceptions } from '../tests/checks/exceptions.ts';

const root = resolve(import.meta.dirname, '..');
const { files, violations } = checkBoundaries(root, exceptions);
for (const violation of violations) console.error(formatViolation(violation));
console.log(`${files} files read, ${violations.length} boundary violations.`);
if (violations.length > 0) process.exitCode = 1;
