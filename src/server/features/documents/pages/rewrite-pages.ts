import * as Y from 'yjs'
import { markdownOf, writeInto } from '#shared/page/document'
import type { SystemContext } from '../../../platform/run-as'
import * as store from './pages-store'
import { loaded, newStamp } from './shared-documents'

/**
 * Rewrites the text of every shared document of an organisation, and forgets what was deleted in them, because text that
 * is gone from a page is still in the changes behind it. Devices that have a page get the change with their next contact.
 */
export async function rewritePages(
  ctx: Pick<SystemContext, 'tx' | 'organization_id' | 'now'>,
  rewrite: (markdown: string) => string,
): Promise<void> {
  for (const doc_id of await store.pageIds(ctx)) {
    const page = await store.lockPage(ctx, doc_id)
    if (!page) continue
    const doc = await loaded(ctx, doc_id)
    const before = markdownOf(doc)
    const after = rewrite(before)
    if (after !== before) writeInto(doc, after)
    await store.replaceState(ctx, doc_id, {
      seq: page.seq + 1,
      stamp: newStamp(),
      state: Y.encodeStateAsUpdate(doc),
      isCut: page.cut === page.seq,
    })
  }
}
