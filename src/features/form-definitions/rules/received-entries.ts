import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { FormEntry } from './rule.shared.ts';

/**
 * What the server received, in the shape of the rules.
 * @param getType MIME type of a file: what its bytes are
 */
export function listReceivedEntries(
  body: FormBody,
  files: readonly Pick<ReceivedFile, 'field' | 'name' | 'bytes'>[] = [],
  getType: (file: Pick<ReceivedFile, 'field' | 'name' | 'bytes'>) => string = () => '',
): FormEntry[] {
  const texts = Object.entries(body).flatMap(([name, value]) => [value].flat().map((text) => ({ name, value: text })));
  const received = files.map((file) => ({
    name: file.field,
    value: { name: file.name, size: file.bytes, type: getType(file) },
  }));
  return [...texts, ...received];
}
