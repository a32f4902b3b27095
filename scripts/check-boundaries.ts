import { resolve } from 'node:path';
import { checkBoundaries } from '../tests/checks/boundaries.ts';
import { describe } from '../tests/checks/breach.ts';
import { exceptions } from '../tests/checks/exceptions.ts';

const root = resolve(import.meta.dirname, '..');
const { files, breaches } = checkBoundaries(root, exceptions);
for (const breach of breaches) console.error(describe(breach));
console.log(`${files} files read, ${breaches.length} breaches of the boundaries.`);
if (breaches.length > 0) process.exitCode = 1;
