import type { Feature } from '#platform/features/feature.ts';
import { audit } from './audit/feature.ts';
import { jobLog } from './jobs/feature.ts';
import { mailLog } from './mails/feature.ts';
import { runs } from './runs/feature.ts';

export const adminFeatures: readonly Feature[] = [mailLog, jobLog, audit, runs];
