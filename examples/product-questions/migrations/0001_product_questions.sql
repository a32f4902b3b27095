create table product_questions (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  question text not null check (length(question) between 1 and 1000),
  email text check (length(email) between 3 and 254),
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 4000),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (email is not null or answer is not null)
);

create index product_questions_answered on product_questions (product_id, answered_at desc) where answer is not null;
create index product_questions_waiting on product_questions (asked_at) where answer is null;
