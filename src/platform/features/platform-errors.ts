import { formErrors } from '#platform/admin/forms/errors.ts';
import { listErrors } from '#platform/admin/lists/errors.ts';
import { recordErrors } from '#platform/admin/records/errors.ts';
import { runErrors } from '#platform/admin/runs/errors.ts';
import { csvErrors } from '#platform/csv/errors.ts';
import { backupErrors } from '#platform/database/backup/errors.ts';
import { databaseErrors } from '#platform/database/errors.ts';
import { browserErrors, callErrors, commandErrors } from '#platform/http/errors.ts';
import { mailErrors } from '#platform/mail/errors.ts';
import { imageErrors } from '#platform/media/errors.ts';
import { settingErrors } from '#platform/settings/errors.ts';

export const platformErrors = [
  callErrors,
  browserErrors,
  commandErrors,
  csvErrors,
  imageErrors,
  mailErrors,
  databaseErrors,
  backupErrors,
  settingErrors,
  runErrors,
  listErrors,
  formErrors,
  recordErrors,
] as const;
