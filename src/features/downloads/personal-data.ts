import { isOrderOfSubject } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';

interface DownloadRecord {
  readonly orderNumber: number;
  readonly name: string;
  readonly downloads: number;
  readonly lastDownloadedAt: Date | null;
}

const selectDownloads = sqlQuery<DownloadRecord>(
  'downloads.read-data',
  `select o.number as "orderNumber", g.name, g.downloads, g.last_downloaded_at as "lastDownloadedAt"
  from download_grants g join order_lines l on l.id = g.order_line_id join orders o on o.id = l.order_id
  where ${isOrderOfSubject('$1', '$2')} order by g.order_line_id, g.position`,
);

/** Kept with the order as proof of delivery. */
export const downloadData: PersonalDataSource = {
  name: 'downloads',
  read: (_shop, db, subject) => selectDownloads(db, toSubjectValues(subject)),
};
