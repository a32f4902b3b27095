import { resolve } from 'node:path';
import { longFiles } from '../tests/checks/exceptions.ts';
import { measureProject } from '../tests/checks/measures.ts';

const root = resolve(import.meta.dirname, '..');
const figures = measureProject(root, longFiles);
for (const { name, value, goal, met, offenders } of figures) {
  console.log(`${met ? 'ok    ' : 'MISSED'}  ${name.padEnd(32)}  ${value.padStart(16)}  goal ${goal}`);
  const shown = met ? offenders.slice(0, 3) : offenders.slice(0, 20);
  for (const offender of shown) console.log(`          ${offender}`);
}
if (figures.some(({ met }) => !met)) process.exitCode = 1;
