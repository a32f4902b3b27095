import type { AnsweredQuestion } from '../read-questions.ts';

interface AnswersProps {
  readonly questions: readonly AnsweredQuestion[];
}

/** Answered questions, each to open. */
export function Answers({ questions }: AnswersProps) {
  return (
    <div className="accordions">
      {questions.map(({ id, question, answer }) => (
        <details className="accordion" key={id} id={`question-${id}`}>
          <summary className="accordion__title">{question}</summary>
          <div className="accordion__body prose">
            {answer.split(/\n{2,}/).map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
              <p key={index}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
