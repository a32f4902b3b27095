import { arrows } from './arrows.ts';
import type { BoundaryViolation, Exception, House } from './boundary-violation.ts';
import { browser } from './browser.ts';
import { importCircles } from './circles.ts';
import { features } from './features.ts';
import { paths } from './paths.ts';
import { productPlaces, readSources, supportPlaces } from './sources.ts';
import { statementNames } from './statements.ts';
import { style } from './style.ts';
import { tableOwners } from './tables.ts';

export interface Answer {
  readonly files: number;
  readonly violations: readonly BoundaryViolation[];
}

const rules = [...arrows, ...features, browser, tableOwners, statementNames, importCircles, ...paths, ...style];

/** Reads the house at `root` and lists every violation of its boundaries. A house without files is a violation. */
export function checkBoundaries(root: string, exceptions: readonly Exception[]): Answer {
  const house = readHouse(root);
  const files = house.product.length + house.support.length;
  const all = rules.flatMap(({ name, because, find }) =>
    find(house).map((finding) => ({ ...finding, rule: name, because })),
  );
  const matches = (exception: Exception, violation: BoundaryViolation) =>
    exception.rule === violation.rule && exception.file === violation.file;
  const violations: BoundaryViolation[] = all.filter(
    (violation) => !exceptions.some((exception) => matches(exception, violation)),
  );
  for (const exception of exceptions) {
    if (!all.some((violation) => matches(exception, violation))) violations.push(needless(exception));
  }
  if (house.product.length === 0) violations.push(nothingRead(root));
  return { files, violations };
}

export function readHouse(root: string): House {
  const product = readSources(root, productPlaces);
  const support = readSources(root, supportPlaces);
  return { root, product, support, byPath: new Map([...product, ...support].map((source) => [source.path, source])) };
}

function needless({ rule, file }: Exception): BoundaryViolation {
  return {
    file: 'tests/checks/exceptions.ts',
    line: 1,
    rule: 'exceptions',
    what: `nothing in ${file} breaks the rule ${rule} any more`,
    because: 'a list of exceptions is read only as long as each of them is true',
  };
}

function nothingRead(root: string): BoundaryViolation {
  return {
    file: root,
    line: 1,
    rule: 'reading',
    what: 'no source file was found',
    because: 'a check that reads nothing proves nothing',
  };
}
