import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { readReports, reportsPath } from '../contract.ts';
import { accountantFiles } from '../files/accountant-files.ts';
import { writeCsv } from '../files/csv.ts';
import { reportFile } from '../files/report-file.ts';
import { readPeriod } from '../period.ts';
import { reportTexts as texts } from '../texts.ts';
import { createReportPage } from './report-page.tsx';
import { reports } from './reports.ts';

const readQuery = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?', 2)[1]);

export function registerReports(app: FastifyInstance, shop: Shop): void {
  const config = { requires: readReports };
  app.get(reportsPath, { config }, async (request, reply) => {
    const view = await createReportPage(shop, await getActor(shop, request), readQuery(request));
    return renderPrivatePage(shop, request, reply, view);
  });
  const files = { ...Object.fromEntries(reports.map((report) => [report.id, reportFile(report)])), ...accountantFiles };
  app.get<{ Params: { name: string } }>(`${reportsPath}/:name.csv`, { config }, async (request, reply) => {
    const { name } = request.params;
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) return reply.callNotFound();
    const period = readPeriod(shop.clock.now(), readQuery(request));
    if (!period) return reply.refuse(422, 'invalid_input', shop.t(texts.wrongPeriod));
    return reply
      .header('content-disposition', formatAttachment(`${name}-${period.from}-${period.to}.csv`))
      .type('text/csv; charset=utf-8')
      .send(Readable.from(writeCsv(file.rows(shop, period))));
  });
}
