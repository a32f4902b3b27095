import { type Db, sqlQuery } from '#platform/database/database.ts';
import { focusSql, type MediaRow } from '#platform/media/picture.ts';

export interface MediaSubject extends Required<MediaRow> {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly folder: string;
  readonly mime: string;
  readonly bytes: number;
  readonly focalX: number;
  readonly focalY: number;
  readonly failure: string | null;
  readonly sizes: number;
  readonly createdAt: Date;
}

const columns = `m.id, m.sha256, m.key, m.width, m.height, m.color, m.alt, ${focusSql('m')} as focus, m.name, m.title, m.folder, m.mime, m.bytes, m.focal_x as "focalX",
  m.focal_y as "focalY", m.failure, m.created_at as "createdAt",
  (select count(*)::integer from platform.media_files f where f.media_id = m.id) as sizes`;

const selectMedia = sqlQuery<MediaSubject>(
  'media-library.find',
  `select ${columns} from platform.media m where m.id = $1`,
);
const selectLocked = sqlQuery<MediaSubject>(
  'media-library.find-locked',
  `select ${columns} from platform.media m where m.id = $1 for no key update of m`,
);

export async function findMedia(db: Db, id: number, isLocking = false): Promise<MediaSubject | null> {
  const [found] = await (isLocking ? selectLocked : selectMedia)(db, [id]);
  return found ?? null;
}

export const nameMedia = ({ id, title, name }: Pick<MediaSubject, 'id' | 'title' | 'name'>): string =>
  title || name || `#${id}`;
