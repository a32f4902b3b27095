import { getProductView, type ProductView, productPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Page } from '#platform/pages/page.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { questionsPath, questionsRoute } from '../contract.ts';
import { Answers } from '../parts/answers.tsx';
import { AskForm } from '../parts/ask-form.tsx';
import { findAnsweredQuestions } from '../read-questions.ts';
import { productQuestionSettings } from '../settings.ts';
import { productQuestionTexts as texts } from '../texts.ts';

/** Questions on one page. A product that has more shows the latest. */
const maxQuestions = 200;

/** Answered questions about a product, and the form. After a question without script it says so. */
export const questionsPage: Page = {
  name: 'product-questions',
  path: questionsRoute,
  query: ['sent'],
  async load(shop, { now, query, locale }, { slug = '' }) {
    const product = await getProductView(shop.db, { locale, slug }, now);
    if (!product) return { kind: 'missing' };
    return {
      kind: 'page',
      canonical: questionsPath(slug),
      tags: product.cacheTags,
      ...(await renderQuestions(shop, product, { isSent: query.sent === '1' })),
    };
  },
};

const styles = 'examples/product-questions/product-questions.page.css' as const;

interface AskState {
  readonly isSent?: boolean;
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string | undefined;
}

/** The content of the page, also after a question that was refused. */
export async function renderQuestions(shop: Shop, product: ProductView, { isSent = false, ...ask }: AskState) {
  const { t } = shop;
  const { questions } = await findAnsweredQuestions(shop.db, product.id, maxQuestions);
  const title = t(texts.pageTitle, { product: product.name });
  const { isOpen } = shop.settings(productQuestionSettings);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(questions.length > 0 ? texts.pageLead : texts.none)} />
      <div className="stack">
        {isSent && <Notice kind="success">{t(texts.thanks)}</Notice>}
        <Answers questions={questions} />
        {isOpen && <h2>{t(texts.ask)}</h2>}
        {isOpen && <AskForm shop={shop} slug={product.slug} {...ask} />}
        {!isOpen && ask.refusal && <Notice kind="error">{ask.refusal}</Notice>}
        <p>
          <a href={productPath(product.slug)}>{t(texts.backToProduct, { product: product.name })}</a>
        </p>
      </div>
    </div>
  );
  return { title, description: t(texts.pageLead), styles, body };
}
