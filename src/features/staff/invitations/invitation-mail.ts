import { z } from 'zod';
import { createInvitationToken, findInvitation } from '#features/accounts/index.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { invitationPath } from '../contract.ts';
import { staffTexts as texts } from '../texts.ts';

const payload = z.object({ request: z.uuid() });

/**
 * Sends the mail that names the inviter, the shop and the role. Does nothing when the invitation was taken back
 * meanwhile.
 */
export const invitationMailJob = defineJob({
  name: 'staff:send-invitation',
  schema: payload,
  run: async (shop, { request }: z.infer<typeof payload>) => {
    const token = createInvitationToken(shop, request);
    const invitation = await findInvitation(shop.db, token, shop.clock.now());
    if (!invitation) return;
    const { t, choices } = shop;
    const { email, role, invitedBy: by, expiresAt: until } = invitation;
    const title = t(texts.mailSubject, { by, shop: choices.name });
    const lead = t(texts.mailText, { by, shop: choices.name, role });
    const blocks = [
      { kind: 'paragraph', text: lead },
      { kind: 'button', text: t(texts.mailButton), href: invitationPath(token) },
      { kind: 'small', text: t(texts.mailUntil, { until }) },
      { kind: 'small', text: t(texts.mailNote) },
    ] as const;
    const mail = shop.renderMail({ title, preview: lead, blocks });
    const id = `staff:${request}`;
    await shop.mail.send({ id, to: email, replyTo: choices.email, subject: title, ...mail, isSecret: true });
  },
});
