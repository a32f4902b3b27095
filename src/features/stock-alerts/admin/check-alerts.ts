import type { ShopCheck } from '#platform/checks/checks.ts';
import { readQueue } from './find-demand.ts';
import { demandPath } from './permissions.ts';

const lateMinutes = 10;

/** Warns when alerts are due for which no mail was sent. */
export const checkAlerts: ShopCheck = async ({ db, clock }) => {
  const { count, oldest } = await readQueue(db, clock.now());
  const minutes = oldest === null ? 0 : Math.floor((clock.now().getTime() - oldest.getTime()) / 60_000);
  if (minutes < lateMinutes) return [{ what: 'Stock alerts', state: 'ok', text: `${count} waiting to be mailed` }];
  return [
    {
      what: 'Stock alerts',
      state: 'warning',
      text: `${count} are waiting to be mailed, the oldest for ${minutes} minutes`,
      action: 'See whether the jobs run and the mail server answers',
      path: demandPath,
    },
  ];
};
