import { auditSettings } from '#platform/admin/audit/settings.ts';
import { runSettings } from '#platform/admin/runs/settings.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import { mailSettings } from '#platform/mail/settings.ts';
import { visitorSettings } from '#platform/sessions/settings.ts';

export const platformSettings = [shopDetails, mailSettings, visitorSettings, auditSettings, runSettings] as const;
