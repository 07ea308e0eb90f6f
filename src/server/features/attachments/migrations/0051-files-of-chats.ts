import type { Migration } from '../../../platform/database/migrate'

/** Files of messages, which the people of the chat may read. Messages are never removed, so they need no reference. */
export const filesOfChats: Migration = {
  name: '0051-files-of-chats',
  sql: /* sql */ `
alter table attachments add column chat_id bigint, add column message_id bigint,
  add check (chat_id is null or doc_id is null);
create index attachments_of_message on attachments (organization_id, chat_id, message_id) where chat_id is not null;
drop index attachments_of_nothing;
create index attachments_of_nothing on attachments (created_at) where doc_id is null and chat_id is null;
`,
}
