export { productQuestions } from './feature.ts';
export { questionsOfProduct } from './parts/product-questions.tsx';
