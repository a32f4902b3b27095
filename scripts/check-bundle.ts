import { resolve } from 'node:path';
import { checkBundle } from '../tests/checks/bundle.ts';

const { chunks, modules, faults } = checkBundle(resolve(import.meta.dirname, '..'));
for (const fault of faults) console.error(fault);
console.log(`${modules} modules in ${chunks} chunks for the browser, ${faults.length} that do not belong there.`);
if (faults.length > 0) process.exitCode = 1;
