import { type Finding, formatCommand } from '#platform/checks/checks.ts';
import type { Shop } from '#platform/features/shop.ts';
import { homeTexts as texts } from './texts.ts';

interface FindingsProps {
  readonly t: Shop['t'];
  readonly findings: readonly Finding[];
  readonly openPaths: ReadonlySet<string>;
}

/** Maximum number of warnings. A new shop has many, and none of them keeps it from selling. */
const maxWarnings = 3;

/** Shows the findings that keep the shop from selling first, then the warnings. */
export function Findings({ t, findings, openPaths }: FindingsProps) {
  const errors = findings.filter(({ state }) => state === 'error');
  const warnings = findings.filter(({ state }) => state === 'warning');
  const others = warnings.slice(maxWarnings);
  return (
    <>
      {errors.length > 0 && (
        <section className="home__part" aria-labelledby="home-stops">
          <h2 id="home-stops">{t(texts.stops)}</h2>
          <FindingList findings={errors} openPaths={openPaths} />
        </section>
      )}
      {warnings.length > 0 && (
        <section className="home__part" aria-labelledby="home-warnings">
          <h2 id="home-warnings">{t(texts.warnings)}</h2>
          <FindingList findings={warnings.slice(0, maxWarnings)} openPaths={openPaths} />
          {others.length > 0 && (
            <details className="home__more">
              <summary>{t(texts.moreWarnings, { count: others.length })}</summary>
              <FindingList findings={others} openPaths={openPaths} />
            </details>
          )}
        </section>
      )}
    </>
  );
}

function FindingList({ findings, openPaths }: Omit<FindingsProps, 't'>) {
  return (
    <ul className="findings">
      {findings.map(({ what, state, text, action, commands = [], path }) => (
        <li className={`findings__item findings__item--${state}`} key={`${what} ${text}`}>
          <p className="findings__what">
            {path !== undefined && openPaths.has(path.split('?', 1)[0] ?? '') ? <a href={path}>{what}</a> : what}
          </p>
          <div>
            <p>{text}</p>
            {action !== undefined && <p className="findings__action">{action}</p>}
            {commands.map((command) => (
              <code className="findings__command" key={command}>
                {formatCommand(command)}
              </code>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
