import type { Migration } from '../../../platform/database/migrate'

/** Requests for access. Grants were added earlier. */
export const access: Migration = {
  name: '0007-access',
  sql: /* sql */ `
create table access_requests (
  organization_id bigint not null,
  kind text not null check (kind in ('document', 'camera', 'screen')),
  subject_id bigint not null,
  user_id bigint not null,
  note text not null,
  -- Whether anybody can answer the request. Requests for missing subjects are stored and counted too; otherwise the limit would reveal
  -- which subjects exist.
  reached boolean not null,
  asked_at timestamptz(3) not null,
  primary key (organization_id, kind, subject_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index access_requests_by_person on access_requests (organization_id, user_id, asked_at);
create index access_requests_open on access_requests (organization_id, asked_at) where reached;

alter table access_requests enable row level security;
alter table access_requests force row level security;
create policy own on access_requests using (organization_id = current_organization());

-- Deletes requests for the screen of a person who left, so that they do not reappear when the person returns.
create function forget_requests() returns trigger language plpgsql as $$
begin
  update access_requests set reached = false, note = ''
  where organization_id = old.organization_id and kind = 'screen' and subject_id = old.user_id;
  return old;
end $$;
create trigger forget_requests after delete on memberships for each row execute function forget_requests();

-- The list of documents is sorted by their last writes.
drop index documents_organization_id_updated_at_id_idx;
`,
}
