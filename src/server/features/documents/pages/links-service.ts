import type { listLinkedFrom } from '#shared/contract/documents/pages'
import type { Answer, Body } from '#shared/contract/endpoint'
import { readFaithfully } from '#shared/page/markdown'
import { type Reference, referencesIn } from '#shared/page/references'
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
const mayName = (content: string) => /\]\(#\/(?:people|docs)\//.test(content)

function targetsIn(content: string): store.Target[] {
  const targets = mayName(content) ? referencesIn(readFaithfully(content)).flatMap(targetOf) : []
  return [...new Map(targets.map(target => [`${target.kind} ${target.target_id}`, target])).values()]
}

/**
 * Notes what the new text of a page names, and tells the people whom it did not name before, if they may read the page.
 * `writer_id` is who wrote it last.
 */
export async function noteLinks(
  ctx: Context,
  doc_id: number,
  content: string,
  writer_id: number | null,
): Promise<void> {
  const fresh = await store.replaceLinks(ctx, doc_id, targetsIn(content))
  const named = fresh.flatMap(({ kind, target_id }) => (kind === 'person' && target_id !== writer_id ? target_id : []))
  if (named.length === 0) return
  const readers = await portsOf(ctx.app).readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  const user_ids = named.filter(user_id => readers.everyone || readers.user_ids.has(user_id))
  if (user_ids.length > 0)
    ctx.record({ kind: 'page.mentioned', doc_id, user_ids }, { to: 'users', user_ids }, writer_id)
}

/** The pages that name a document. */
export async function linkedFrom(
  ctx: MemberContext,
  { doc_id }: Body<typeof listLinkedFrom>,
): Promise<Answer<typeof listLinkedFrom>> {
  await requireReadable(ctx, doc_id)
  return store.pagesNaming(ctx, doc_id)
}
