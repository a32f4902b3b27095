import { definePermission } from '#platform/features/permissions.ts';

export const writeProductQuestions = definePermission('product-questions.write', 'Answer and delete product questions');
