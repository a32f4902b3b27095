import { resolve } from 'node:path';
import { checkBundle } from '../tests/checks/bundle.ts';

const { chunks, modules, faults } = checkBundle(resolve(import.meta.dirname, '..'));
for (const fault of faults) console.error(fault);
console.log(`${modules} modules in ${chunks} chunks for the browser, ${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;
