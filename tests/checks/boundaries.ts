import type { BoundaryViolation, Exception, Project } from './boundary-violation.ts';
import { browserRule } from './browser.ts';
import { importCycles } from './cycles.ts';
import { featureRules } from './features.ts';
import { layerRules } from './layers.ts';
import { pathRules } from './paths.ts';
import { productPaths, readSources, supportPaths } from './sources.ts';
import { statementNameRule } from './statements.ts';
import { styleRules } from './style.ts';
import { tableOwnerRule } from './tables.ts';

export interface BoundaryReport {
  readonly files: number;
  readonly violations: readonly BoundaryViolation[];
}

const rules = [
  ...layerRules,
  ...featureRules,
  browserRule,
  tableOwnerRule,
  statementNameRule,
  importCycles,
  ...pathRules,
  ...styleRules,
];

/** Lists all boundary violations of the project at `root`. A project without files is one too. */
export function checkBoundaries(root: string, exceptions: readonly Exception[]): BoundaryReport {
  const project = readProject(root);
  const files = project.product.length + project.support.length;
  const all = rules.flatMap(({ name, because, find }) =>
    find(project).map((finding) => ({ ...finding, rule: name, because })),
  );
  const matches = (exception: Exception, violation: BoundaryViolation) =>
    exception.rule === violation.rule && exception.file === violation.file;
  const violations: BoundaryViolation[] = all.filter(
    (violation) => !exceptions.some((exception) => matches(exception, violation)),
  );
  for (const exception of exceptions) {
    if (!all.some((violation) => matches(exception, violation))) violations.push(createUnneededException(exception));
  }
  if (project.product.length === 0) violations.push(createEmptyProject(root));
  return { files, violations };
}

export function readProject(root: string): Project {
  const product = readSources(root, productPaths);
  const support = readSources(root, supportPaths);
  return { root, product, support, byPath: new Map([...product, ...support].map((source) => [source.path, source])) };
}

function createUnneededException({ rule, file }: Exception): BoundaryViolation {
  return {
    file: 'tests/checks/exceptions.ts',
    line: 1,
    rule: 'exceptions',
    what: `${file} no longer violates the rule ${rule}: remove this exception`,
    because: 'the list of exceptions must stay true',
  };
}

function createEmptyProject(root: string): BoundaryViolation {
  return {
    file: root,
    line: 1,
    rule: 'reading',
    what: 'no source file was found',
    because: 'a check without files proves nothing',
  };
}
