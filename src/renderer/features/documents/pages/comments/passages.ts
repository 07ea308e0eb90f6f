import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { decodeRelativePosition, encodeRelativePosition } from 'yjs'
import { pageComment as limits } from '#shared/contract/documents/limits'
import type { PageThread } from '#shared/contract/documents/page-comments'
import { fromBase64, toBase64 } from '../base64'
import { heldByNext, type Place, placeAt, positionOf } from '../places'

export type Passage = PageThread['passage']

interface Shown {
  threads: readonly PageThread[]
  active: number | null
}
interface State extends Shown {
  marks: DecorationSet
}

const key = new PluginKey<State>('passages')

/** The words that are selected. */
export function quoteOf({ doc, selection: { from, to } }: EditorState): string {
  const text = doc.textBetween(from, to, ' ', leaf => String(leaf.attrs.label ?? leaf.attrs.alt ?? ''))
  return text.trim().slice(0, limits.quoteLength)
}

/** The passage that is selected, and what it says; null if nothing is. */
export function selectedPassage({ state }: Pick<Editor, 'state'>): { passage: Passage; quote: string } | null {
  const { from, to } = state.selection
  const quote = quoteOf(state)
  const [begin, end] = [placeAt(state, from), placeAt(state, to)]
  if (quote === '' || !begin || !end) return null
  const encoded = (place: Place) => toBase64(encodeRelativePosition(place))
  return { passage: { begins_at: encoded(heldByNext(state, begin)), ends_at: encoded(end) }, quote }
}

/** Where a passage is now; null if its words were deleted. */
export function rangeOf(state: EditorState, { begins_at, ends_at }: Passage): { from: number; to: number } | null {
  const [from, to] = [begins_at, ends_at].map(place => positionOf(state, decodeRelativePosition(fromBase64(place))))
  return typeof from === 'number' && typeof to === 'number' && from < to ? { from, to } : null
}

function marksOf(state: EditorState, doc: Node, { threads, active }: Shown): DecorationSet {
  const marks = threads.flatMap(({ thread_id, passage }) => {
    const range = rangeOf(state, passage)
    if (!range) return []
    const attributes = {
      class: thread_id === active ? 'passage passage-active' : 'passage',
      'data-thread': `${thread_id}`,
    }
    return [Decoration.inline(range.from, range.to, attributes)]
  })
  return DecorationSet.create(doc, marks)
}

/** Marks the passages that have comments. Pressing one looks at its comments. */
export const passagesWith = (onLook: (thread_id: number) => void) =>
  Extension.create({
    name: 'passages',
    addProseMirrorPlugins: () => [
      new Plugin<State>({
        key,
        state: {
          init: () => ({ threads: [], active: null, marks: DecorationSet.empty }),
          apply(tr, before, state) {
            const shown: Shown | undefined = tr.getMeta(key)
            const now = shown ?? before
            if (!shown && !tr.docChanged) return before
            // What is written here is in the shared document only after this transaction, so its marks move along.
            if (!shown && !tr.getMeta(ySyncPluginKey)) return { ...before, marks: before.marks.map(tr.mapping, tr.doc) }
            return { threads: now.threads, active: now.active, marks: marksOf(state, tr.doc, now) }
          },
        },
        props: {
          decorations: state => key.getState(state)?.marks,
          handleClick(_view, _at, event) {
            const mark = event.target instanceof Element ? event.target.closest('[data-thread]') : null
            if (mark) onLook(Number(mark.getAttribute('data-thread')))
            return false
          },
        },
      }),
    ],
  })

/** Shows which passages have comments. */
export function showPassages(editor: Editor, shown: Shown): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, shown).setMeta('addToHistory', false))
}
