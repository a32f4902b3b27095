import type { ContactForm, FieldErrors, FormMessages } from '#features/form-definitions/index.ts';
import { getFieldName, listFields } from '#features/form-definitions/index.ts';
import { cleanText } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { inspectFile } from '#platform/files/inspect-file.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { type CheckedFile, hasRoomFor } from '../messages/store-message.ts';
import { type FileVerdict, fileScans, type ScannedFile, type SpamReason } from '../ports.ts';

export interface CheckedFiles {
  readonly files: readonly CheckedFile[];
  readonly errors: FieldErrors;
  /** What scans found against the message. */
  readonly reasons: readonly SpamReason[];
}

/** Checks what rules can't: the content of files, and the limits of the shop. */
export async function checkFiles(
  shop: Shop,
  { layout }: ContactForm,
  received: readonly ReceivedFile[],
  messages: FormMessages,
): Promise<CheckedFiles> {
  const fields = listFields(layout);
  const files: CheckedFile[] = [];
  const errors = new Map<string, string>();
  const reasons: SpamReason[] = [];
  const refuse = (field: string, message: string) => errors.set(field, errors.get(field) ?? message);
  for (const { field: control, name, bytes, sha256, path, isTooLarge, isSurplus } of received) {
    const field = getFieldName(control);
    const found = fields.find((each) => each.name === field);
    const hasList = found?.kind === 'file' && found.accept.length > 0;
    if (isSurplus) refuse(field, messages.too_many_items);
    else if (isTooLarge) refuse(field, messages.upload_file_too_large);
    else if (bytes === 0) refuse(field, messages.upload_file_too_small);
    else {
      const inspected = await inspectFile(path, { name, takesUnknown: hasList });
      if (!inspected.ok) refuse(field, messages.upload_file_type_invalid);
      else {
        const file = { name: cleanText(name), type: inspected.type, bytes, sha256, path };
        const verdict = await scanFile(shop, file);
        if (verdict === 'refuse') refuse(field, messages.upload_file_type_invalid);
        else files.push({ field, ...file });
        if (verdict === 'quarantine') reasons.push({ code: 'file', weight: 2 });
      }
    }
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const [first] = files;
  if (first && errors.size === 0 && !(await hasRoomFor(shop, total))) errors.set(first.field, messages.upload_failed);
  return { files, errors, reasons };
}

async function scanFile(shop: Shop, file: ScannedFile): Promise<FileVerdict> {
  const verdicts: FileVerdict[] = [];
  for (const scan of shop.implementations(fileScans)) {
    try {
      verdicts.push(await scan(shop, file));
    } catch (error) {
      shop.log.error({ err: error }, 'a file of a contact message was not scanned');
      verdicts.push('quarantine');
    }
  }
  return (['refuse', 'quarantine'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'clean';
}
