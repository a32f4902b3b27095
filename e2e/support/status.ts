import type { Page } from '@playwright/test';

/**
 * What live regions say to assistive technology. A modal dialog makes the rest of the page inert: its regions are in
 * the document, but not in the accessibility tree.
 */
export async function readStatus(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const parents = new Map(nodes.flatMap(({ nodeId, childIds = [] }) => childIds.map((child) => [child, nodeId])));
  const statuses = new Set(
    nodes.flatMap(({ nodeId, role, ignored }) => (role?.value === 'status' && !ignored ? [nodeId] : [])),
  );
  const isInStatus = (id: string | undefined): boolean =>
    id !== undefined && (statuses.has(id) || isInStatus(parents.get(id)));
  return nodes
    .filter(({ nodeId, role }) => role?.value === 'StaticText' && isInStatus(nodeId))
    .map(({ name }) => String(name?.value))
    .join(' ');
}
