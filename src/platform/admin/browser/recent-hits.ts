import { adminPath, adminSearchPath, type Hit } from '#platform/admin/contract.ts';

/** Of one person: somebody else may sign in in the same tab. */
const getKey = () => `vt-admin-recent-${document.querySelector<HTMLElement>('[data-palette]')?.dataset.palette}`;

const maxRecent = 6;

type Recent = Pick<Hit, 'title' | 'href'>;

/** Remembers the open page, in this tab only: the next person at this browser does not see where this one was. */
export function rememberRecent(title: string): void {
  const href = location.pathname;
  if (title.trim() === '' || href === adminPath() || href === adminSearchPath) return;
  const others = read().filter((each) => each.href !== href);
  try {
    sessionStorage.setItem(
      getKey(),
      JSON.stringify([{ title: title.trim(), href }, ...others].slice(0, maxRecent + 1)),
    );
  } catch {
    // The storage is full or forbidden: nothing is recent.
  }
}

/** The pages that were opened before this one, the newest first. */
export function readRecent(group: string): Hit[] {
  return read()
    .filter(({ href }) => href !== location.pathname)
    .slice(0, maxRecent)
    .map((each) => ({ ...each, group }));
}

function read(): readonly Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(getKey()) ?? '[]');
  } catch {
    return [];
  }
}
