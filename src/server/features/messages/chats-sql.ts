import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { mayBeSeen } from '../organisations/branches-sql'

/**
 * Which rows of `chats c` are the caller's: those that they are in, and those of spaces whose branch they may see. The
 * single rule of who may read and write in a chat.
 */
export const isTheirs = (ctx: MemberContext) => sql<boolean>`c.organization_id = ${ctx.organization_id} and (
  (c.kind <> 'space' and exists (
    select from chat_members cm
    where cm.organization_id = c.organization_id and cm.chat_id = c.id and cm.user_id = ${ctx.caller.user_id}
  )) or (c.kind = 'space' and exists (
    select from branches b where b.organization_id = c.organization_id and b.id = c.branch_id and ${mayBeSeen(ctx)}
  ))
)`

/** The same rows `c`, read from the caller and from their branches instead of from the chats. */
export const theirChats = (ctx: MemberContext) => sql`(
  select c.* from chat_members cm join chats c on c.organization_id = cm.organization_id and c.id = cm.chat_id
  where cm.organization_id = ${ctx.organization_id} and cm.user_id = ${ctx.caller.user_id} and c.kind <> 'space'
  union all
  select c.* from chats c join branches b on b.organization_id = c.organization_id and b.id = c.branch_id
  where c.organization_id = ${ctx.organization_id} and c.kind = 'space' and ${mayBeSeen(ctx)}
) c`

/** The name of a chat `c` for the caller: of the group, the space, the bot, or the other person. */
export const chatName = ({ caller }: MemberContext) => sql<string>`coalesce(case c.kind
  when 'direct' then (select u.displayname from users u
    where u.id = case when c.lower_user_id = ${caller.user_id} then c.higher_user_id else c.lower_user_id end)
  when 'bot' then (select b.name from bots b where b.organization_id = c.organization_id and b.id = c.bot_id)
  when 'space' then (select b.name from branches b where b.organization_id = c.organization_id and b.id = c.branch_id)
  else c.name end, '')`
