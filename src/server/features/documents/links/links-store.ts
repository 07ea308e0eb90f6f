import { type RawBuilder, sql } from 'kysely'
import type { LinkingText } from '#shared/contract/documents/links'
import { limitOf } from '../../../platform/cursor'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import { portsOf } from '../../../platform/registry'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'
import { readable } from '../../access/document-sql'

export interface Target {
  kind: 'person' | 'document'
  target_id: number
}

/** The text that links: a page, a log, a comment or a message. */
export type TextPlace =
  | { doc_id: number }
  | { doc_id: number; log_id: number; log_comment_id?: number }
  | { doc_id: number; page_comment_id: number }
  | { task_comment_id: number }
  | { message_id: number }

const noPlace = {
  ...{ doc_id: null, log_id: null, log_comment_id: null, page_comment_id: null, task_comment_id: null },
  message_id: null,
}

/** Stores what a text links to, and returns what it did not link to before. */
export async function replaceLinks(
  { tx, organization_id, now }: Pick<SystemContext, 'tx' | 'organization_id' | 'now'>,
  place: TextPlace,
  targets: readonly Target[],
): Promise<Target[]> {
  const { doc_id, log_id, log_comment_id, page_comment_id, task_comment_id, message_id } = { ...noPlace, ...place }
  const at = (column: RawBuilder<unknown>, id: number | null) =>
    id === null ? sql`${column} is null` : sql`${column} = ${id}`
  const { rows } = await sql<Target>`
    with named as (
      select kind, target_id from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as t (kind text, target_id bigint)
    ), gone as (
      delete from text_links l where l.organization_id = ${organization_id}
        and ${at(sql`l.doc_id`, doc_id)} and ${at(sql`l.log_id`, log_id)}
        and ${at(sql`l.log_comment_id`, log_comment_id)} and ${at(sql`l.page_comment_id`, page_comment_id)}
        and ${at(sql`l.task_comment_id`, task_comment_id)} and ${at(sql`l.message_id`, message_id)}
        and not exists (select from named where named.kind = l.kind and named.target_id = l.target_id)
    )
    insert into text_links (organization_id, doc_id, log_id, log_comment_id, page_comment_id, task_comment_id,
      message_id, kind, target_id, linked_at)
    select ${organization_id}::bigint, ${doc_id}::bigint, ${log_id}::bigint, ${log_comment_id}::bigint,
      ${page_comment_id}::bigint, ${task_comment_id}::bigint, ${message_id}::bigint, kind, target_id, ${now}::timestamptz from named
    on conflict do nothing returning kind, target_id`.execute(tx)
  return rows
}

export interface LinkingRow extends Omit<LinkingText, 'author'> {
  author: PersonRow | null
  linked_at: string
}

/**
 * The texts that link to a document and that the caller may read, the newest link first. Links of a document to itself
 * are left out.
 */
export async function textsLinkingTo(
  ctx: MemberContext,
  doc_id: number,
  { after, limit }: { after: { at: string; id: number } | undefined; limit: number },
): Promise<LinkingRow[]> {
  const older = after ? sql`and (l.linked_at, l.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``
  const chat = portsOf(ctx.app).chatSql(ctx)
  const { rows } = await sql<LinkingRow>`
    select l.id as link_id, l.linked_at,
      case when l.message_id is not null then 'message' when l.task_comment_id is not null then 'task_comment' when l.page_comment_id is not null then 'page_comment'
        when l.log_comment_id is not null then 'log_comment' when l.log_id is not null then 'log' else 'page' end as kind,
      l.doc_id, d.type as document_type, l.log_id, t.id as task_id, c.id as chat_id, l.message_id,
      coalesce(l.log_comment_id, l.page_comment_id, l.task_comment_id) as comment_id,
      coalesce(d.name, t.title, ${chat.name}) as name,
      log.title as log_title, ${personJson('u')} as author,
      coalesce(lc.created_at, pc.created_at, tc.created_at, m.created_at, log.created_at, l.linked_at) as written_at
    from text_links l
    left join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    left join logs log on log.organization_id = l.organization_id and log.id = l.log_id
    left join log_comments lc on lc.organization_id = l.organization_id and lc.id = l.log_comment_id
    left join page_comments pc on pc.organization_id = l.organization_id and pc.id = l.page_comment_id
    left join task_comments tc on tc.organization_id = l.organization_id and tc.id = l.task_comment_id
    left join tasks t on t.organization_id = l.organization_id and t.id = tc.task_id
    left join messages m on m.organization_id = l.organization_id and m.id = l.message_id
    left join chats c on c.organization_id = l.organization_id and c.id = m.chat_id
    left join users u on u.id = case when l.log_comment_id is not null then lc.author_id
      when l.log_id is not null then log.created_by else coalesce(pc.author_id, tc.author_id, m.sender_id) end
    where l.organization_id = ${ctx.organization_id} and l.kind = 'document' and l.target_id = ${doc_id} ${older}
      and case when l.doc_id is not null then l.doc_id <> ${doc_id} and ${readable(ctx)}
        when l.message_id is not null then ${chat.isTheirs} else ${portsOf(ctx.app).seenTask(ctx)} end
    order by l.linked_at desc, l.id desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows
}
