import type { Migration } from '../../../platform/database/migrate'

/** What the parts of a meeting are about. */
export const meetingTopics: Migration = {
  name: '0140-meeting-topics',
  sql: /* sql */ `
create table transcript_topics (
  organization_id bigint not null,
  doc_id bigint not null,
  starts_at double precision not null,
  title text not null,
  primary key (organization_id, doc_id, starts_at),
  foreign key (organization_id, doc_id) references recordings on delete cascade
);
alter table transcript_topics enable row level security;
alter table transcript_topics force row level security;
create policy own on transcript_topics using (organization_id = current_organization());
`,
}
