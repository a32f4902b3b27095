import type { Feature } from '#platform/features/feature.ts';
import { jobLog } from '#platform/jobs/admin/feature.ts';
import { mailLog } from '#platform/mail/admin/feature.ts';
import { audit } from './audit/feature.ts';
import { runs } from './runs/feature.ts';

/** The platform's own pages of the back office. */
export const adminFeatures: readonly Feature[] = [mailLog, jobLog, audit, runs];
