import * as Y from 'yjs'
import { markdownOf } from '#shared/page/document'
import type { SystemContext } from '../../../platform/run-as'
import { noteLinks } from '../links/links-service'
import { putNextVersion } from '../version-writing'
import type { LockedContent } from '../versions-store'
import * as store from './pages-store'
import { sharedDocument } from './shared-documents'

type Context = Pick<SystemContext, 'tx' | 'app' | 'organization_id' | 'now' | 'record'>
type Held = Pick<LockedContent, 'id' | 'content' | 'version'>

/** Changes after which the shared document is stored anew, without them. */
const compactAfter = { changes: 100, bytes: 200_000 }

/** Takes what people wrote in a page into its text, as a version of theirs. Returns the text as it is then. */
export async function cut<H extends Held>(ctx: Context, held: H, page: store.PageRow): Promise<H> {
  const { id: doc_id } = held
  if (page.cut === page.seq) return held
  const [doc, authors] = await Promise.all([
    sharedDocument(ctx, doc_id, page),
    store.authorsSince(ctx, doc_id, page.cut),
  ])
  const content = markdownOf(doc)
  const version = await putNextVersion(ctx, held, content, { origin: 'person', authors })
  await store.markCut(ctx, doc_id, page.seq)
  if (page.seq - page.compacted > compactAfter.changes || page.bytes > compactAfter.bytes)
    await store.compact(ctx, doc_id, page.seq, Y.encodeStateAsUpdate(doc))
  if (version !== held.version) {
    await noteLinks(ctx, doc_id, content, authors[0] ?? null)
    const event = { kind: 'document.updated' as const, doc_id, version, updated_at: ctx.now, page_seq: page.seq }
    ctx.record(event, { to: 'document', doc_id }, authors[0] ?? null)
  }
  return { ...held, content, version }
}

/** The same before the text is used for something else, if anybody wrote since. */
export async function settled<H extends Held>(ctx: Context, held: H): Promise<H> {
  const page = await store.lockPage(ctx, held.id)
  return page ? cut(ctx, held, page) : held
}
