import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { FormEntry } from './rule.shared.ts';

export function listReceivedEntries(
  body: FormBody,
  files: readonly Pick<ReceivedFile, 'field' | 'name' | 'bytes'>[] = [],
): FormEntry[] {
  const texts = Object.entries(body).flatMap(([name, value]) => [value].flat().map((text) => ({ name, value: text })));
  const received = files.map(({ field, name, bytes }) => ({ name: field, value: { name, size: bytes } }));
  return [...texts, ...received];
}
