import type { Migration } from '../../../platform/database/migrate'

/** Accounts of an organisation that write messages without being people [1.10, 3.12]. */
export const bots: Migration = {
  name: '0058-bots',
  sql: /* sql */ `
create table bots (
  organization_id bigint not null references organizations on delete cascade,
  id bigint generated always as identity,
  name text not null,
  about text not null,
  -- The spaces into which it may write.
  branch_ids bigint[] not null,
  writes_people boolean not null,
  -- The one bot through which jobs write.
  is_jobs boolean not null default false,
  token_hash text,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- What it wrote stays.
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index bots_of_jobs on bots (organization_id) where is_jobs;

alter table bots enable row level security;
alter table bots force row level security;
create policy own on bots using (organization_id = current_organization());

alter table chats add bot_id bigint;
alter table chats add foreign key (organization_id, bot_id) references bots on delete cascade;
alter table chats drop constraint chats_kind_check;
alter table chats add check (kind in ('direct', 'group', 'space', 'bot'));
alter table chats add check ((kind = 'bot') = (bot_id is not null));
alter table chats add check (kind <> 'bot' or lower_user_id is not null);
-- In the chat with a bot, 'lower_user_id' is the person.
create unique index chats_of_bot on chats (organization_id, bot_id, lower_user_id) where kind = 'bot';

alter table messages add bot_id bigint;
alter table messages add card jsonb;
alter table messages add foreign key (organization_id, bot_id) references bots on delete cascade;
create unique index messages_of_bot on messages (organization_id, chat_id, bot_id, client_id) where bot_id is not null;
`,
}
