import { projectRoot } from '#platform/config/project-root.ts';
import type { Feature } from '#platform/features/feature.ts';
import { writeProductQuestions } from './admin/permission.ts';
import { answerQuestionMutation, deleteQuestionMutation } from './admin/question-mutations.ts';
import { registerQuestionPages } from './admin/questions-pages.tsx';
import { askQuestionMutation } from './ask-mutation.tsx';
import { adminQuestionsPath } from './contract.ts';
import { productQuestionErrors } from './errors.ts';
import { answerMailJob, questionMailJob } from './mails/jobs.ts';
import { questionsPage } from './pages/questions-page.tsx';
import { productQuestionSettings } from './settings.ts';
import { productQuestionTexts as texts } from './texts.ts';

export const productQuestions: Feature = {
  name: 'product-questions',
  needs: ['catalog', 'product-form'],
  // Relative to the project: the build moves this file.
  migrations: `${projectRoot}/examples/product-questions/migrations`,
  pages: [questionsPage],
  mutations: [askQuestionMutation, answerQuestionMutation, deleteQuestionMutation],
  admin: {
    navigation: [
      { section: 'messages', text: texts.adminTitle, path: adminQuestionsPath, permission: writeProductQuestions.name },
    ],
    routes: registerQuestionPages,
  },
  permissions: [writeProductQuestions],
  jobs: [questionMailJob, answerMailJob],
  settings: [productQuestionSettings],
  errors: [productQuestionErrors],
  texts: [texts],
};
