import type { Migration } from '../../../platform/database/migrate'

/** Chats between people, their messages, and how far each person has read. */
export const messages: Migration = {
  name: '0050-messages',
  sql: /* sql */ `
create table chats (
  organization_id bigint not null references organizations on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('direct', 'group', 'space')),
  name text,
  branch_id bigint,
  -- The two people of a direct chat, so that an index keeps it the only one.
  lower_user_id bigint,
  higher_user_id bigint,
  created_by bigint references users on delete set null,
  -- Given by the creator of a group, so that it is created once.
  client_id text,
  created_at timestamptz(3) not null,
  -- When the newest message was sent; the creation if there is none.
  last_at timestamptz(3) not null,
  has_messages boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, branch_id) references branches (organization_id, id) on delete cascade,
  check ((kind = 'space') = (branch_id is not null)),
  check ((kind = 'direct') = (lower_user_id is not null and higher_user_id is not null)),
  check (lower_user_id < higher_user_id)
) with (fillfactor = 70);
create unique index chats_of_pair on chats (organization_id, lower_user_id, higher_user_id) where kind = 'direct';
create unique index chats_of_space on chats (organization_id, branch_id) where kind = 'space';
create unique index chats_of_client on chats (organization_id, created_by, client_id) where client_id is not null;

-- The people of direct chats and groups. Those of a space are the people who may see its branch.
create table chat_members (
  organization_id bigint not null,
  chat_id bigint not null,
  user_id bigint not null references users on delete cascade,
  joined_at timestamptz(3) not null,
  primary key (organization_id, chat_id, user_id),
  foreign key (organization_id, chat_id) references chats on delete cascade
);
create index chat_members_chats on chat_members (organization_id, user_id, chat_id);

-- A separate table, so that reading never waits for a message or for a change of the people.
create table chat_reads (
  organization_id bigint not null,
  chat_id bigint not null,
  user_id bigint not null references users on delete cascade,
  read_id bigint not null,
  read_at timestamptz(3) not null,
  primary key (organization_id, chat_id, user_id),
  foreign key (organization_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);

create function message_words(organization_id bigint, chat_id bigint, said text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(organization_id, to_tsvector('simple', search_text(said)))
    || array_to_tsvector(array['#o' || organization_id, '#c' || chat_id]);
end $$;

create table messages (
  organization_id bigint not null,
  id bigint generated always as identity,
  chat_id bigint not null,
  sender_id bigint references users on delete set null,
  client_id text not null,
  text text not null,
  reply_to bigint,
  file_ids uuid[] not null default '{}',
  mentions bigint[] not null default '{}',
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  pinned_at timestamptz(3),
  pinned_by bigint,
  words tsvector generated always as (message_words(organization_id, chat_id, text)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, chat_id) references chats on delete cascade
);
create index messages_of_chat on messages (organization_id, chat_id, id desc);
create unique index messages_of_client on messages (organization_id, chat_id, sender_id, client_id);
create index messages_replies on messages (organization_id, chat_id, reply_to, id) where reply_to is not null;
create index messages_pins on messages (organization_id, chat_id, pinned_at desc, id desc) where pinned_at is not null;
create index messages_words on messages using gin (words);

create table message_reactions (
  organization_id bigint not null,
  message_id bigint not null,
  emoji text not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (organization_id, message_id, emoji, user_id),
  foreign key (organization_id, message_id) references messages on delete cascade
);

create trigger learn_words after insert or update of text on messages
  for each row execute function learn_words();

-- Somebody who leaves the organisation leaves its groups, so that a person who returns is not in them. Direct chats stay, for the
-- other person.
create function forget_groups() returns trigger language plpgsql as $$
begin
  delete from chat_members m using chats c
  where m.organization_id = old.organization_id and m.user_id = old.user_id
    and c.organization_id = m.organization_id and c.id = m.chat_id and c.kind = 'group';
  return old;
end $$;
create trigger forget_groups after delete on memberships for each row execute function forget_groups();

do $$
declare one text;
begin
  foreach one in array array['chats', 'chat_members', 'chat_reads', 'messages', 'message_reactions'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
