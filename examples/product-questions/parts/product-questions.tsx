import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { questionsPath } from '../contract.ts';
import { findAnsweredQuestions } from '../read-questions.ts';
import { productQuestionSettings } from '../settings.ts';
import { productQuestionTexts as texts } from '../texts.ts';
import { Answers } from './answers.tsx';
import { AskForm } from './ask-form.tsx';

/** Fills `productTabs`: the latest answers and the form. The page has the product's cache tag. */
export const questionsOfProduct: Filler<{ readonly product: ProductView }, ReactNode> = async (
  shop,
  { t },
  { product },
) => {
  const { isOpen, shownOnProduct } = shop.settings(productQuestionSettings);
  const { questions, total } = await findAnsweredQuestions(shop.db, product.id, shownOnProduct);
  if (!isOpen && questions.length === 0) return null;
  return (
    <section className="section wrap wrap--text" id="questions">
      <div className="section__head">
        <h2>{t(texts.title)}</h2>
        {total > questions.length && (
          <a className="more" href={questionsPath(product.slug)}>
            {t(texts.all, { count: total })}
          </a>
        )}
      </div>
      <Answers questions={questions} />
      {isOpen && (
        <details className="accordion">
          <summary className="accordion__title">{t(texts.ask)}</summary>
          <div className="accordion__body">
            <AskForm shop={shop} slug={product.slug} />
          </div>
        </details>
      )}
    </section>
  );
};
