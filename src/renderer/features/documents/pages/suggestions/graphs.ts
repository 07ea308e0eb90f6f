import type { Editor, Range } from '@tiptap/core'
import i18next from 'i18next'
import { ChartLine } from 'lucide-react'
import { findGraphs } from '#shared/contract/graphs/endpoints'
import { graphNode, hrefOfGraph } from '#shared/page/references'
import { call } from '../../../../platform/api'
import type { Offer } from './offer'

/** The graphs that the person may read and whose names contain the words; before any word the last changed ones. */
export async function graphsNamed(words: string, signal: AbortSignal): Promise<Offer[]> {
  const outcome = await call(findGraphs, { query: words.trim().slice(0, 100) }, { signal })
  if (!outcome.ok) return []
  return outcome.data.map(({ graph_id, name, logbook_id, logbook_name }) => ({
    ...{ id: `graph-${graph_id}`, label: name, hint: logbook_name, icon: ChartLine },
    choose: (editor, typed) => put(editor, typed, hrefOfGraph({ doc_id: logbook_id, graph_id })),
  }))
}

function put(editor: Editor, typed: Range, href: string): void {
  // Not its name, which readers of the page may not be allowed to see.
  const attrs = { href, label: i18next.t('pages:graph.label') }
  editor.chain().focus().deleteRange(typed).insertContent({ type: graphNode, attrs }).run()
  // The caret needs a place below it.
  const { doc } = editor.state
  if (doc.lastChild?.type.name === graphNode)
    editor.chain().insertContentAt(doc.content.size, { type: 'paragraph' }).focus('end').run()
}
