import type { LinkingText, listLinkedFrom } from '#shared/contract/documents/links'
import type { Body, Page } from '#shared/contract/endpoint'
import { readFaithfully } from '#shared/page/markdown'
import { type Reference, referencesIn } from '#shared/page/references'
import { byTime } from '../../../platform/by-time'
import { personFrom } from '../../../platform/people/person'
import { portsOf } from '../../../platform/registry'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'
import { requireReadable } from '../rights'
import * as store from './links-store'

type Context = Pick<SystemContext, 'tx' | 'app' | 'organization_id' | 'now' | 'record'>

function targetOf(reference: Reference): store.Target[] {
  switch (reference.kind) {
    case 'person':
      return [{ kind: 'person', target_id: reference.user_id }]
    case 'document':
    case 'log':
      return [{ kind: 'document', target_id: reference.doc_id }]
    case 'task':
      return []
  }
}

/** Reading the text is only needed where an address within the app is in it. */
const mayLink = (content: string) => /\]\(#\/(?:people|docs)\//.test(content)

function targetsIn(content: string): store.Target[] {
  const targets = mayLink(content) ? referencesIn(readFaithfully(content)).flatMap(targetOf) : []
  return [...new Map(targets.map(target => [`${target.kind} ${target.target_id}`, target])).values()]
}

/**
 * Notes what the new text of a page links to, and tells the people whom it did not name before, if they may read the
 * page. `writer_id` is who wrote it last.
 */
export async function noteLinks(
  ctx: Context,
  doc_id: number,
  content: string,
  writer_id: number | null,
): Promise<void> {
  const fresh = await store.replaceLinks(ctx, { doc_id }, targetsIn(content))
  const named = fresh.flatMap(({ kind, target_id }) => (kind === 'person' && target_id !== writer_id ? target_id : []))
  if (named.length === 0) return
  const readers = await portsOf(ctx.app).readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  const user_ids = named.filter(user_id => readers.everyone || readers.user_ids.has(user_id))
  if (user_ids.length > 0)
    ctx.record({ kind: 'page.mentioned', doc_id, user_ids }, { to: 'users', user_ids }, writer_id)
}

/**
 * Notes the documents to which a log, comment or message links, whose mentions of people are given with the text. `before` is the
 * former text; empty if it is new. Texts without links cost nothing.
 */
export async function noteDocumentLinks(
  ctx: Context,
  place: store.TextPlace,
  { content, before = '' }: { content: string; before?: string },
): Promise<void> {
  if (content === before || !(mayLink(content) || mayLink(before))) return
  const documents = targetsIn(content).filter(({ kind }) => kind === 'document')
  await store.replaceLinks(ctx, place, documents)
}

/** The pages, logs, comments and messages that link to a document, as far as the caller may read them. */
export async function linkedFrom(
  ctx: MemberContext,
  { doc_id, cursor, limit }: Body<typeof listLinkedFrom>,
): Promise<Page<LinkingText>> {
  await requireReadable(ctx, doc_id)
  const rows = await store.textsLinkingTo(ctx, doc_id, { after: byTime.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = byTime.cut(rows, limit, row => ({ at: row.linked_at, id: row.link_id }))
  const items = shown.map(async ({ linked_at: _, author, ...row }) => ({
    ...row,
    author: author && (await personFrom(ctx, author)),
  }))
  return { items: await Promise.all(items), next_cursor }
}
