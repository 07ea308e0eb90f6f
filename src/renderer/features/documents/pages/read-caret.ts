import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Lets the editor know where the browser has the caret now. ProseMirror learns of a click only with the browser's
 * `selectionchange`, which comes later; a change by somebody else that is applied before it, or a caret that is drawn, also
 * one's own at the first click, would put the caret back to where it was, and the next words would go there.
 */
export function readCaret(view: EditorView): void {
  const selection = view.dom.ownerDocument.getSelection()
  const { anchorNode, focusNode } = selection ?? {}
  if (!selection || !anchorNode || !focusNode || !view.hasFocus() || view.composing) return
  if (!(view.state.selection instanceof TextSelection)) return
  if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
  const { doc, tr } = view.state
  const anchor = doc.resolve(view.posAtDOM(anchorNode, selection.anchorOffset))
  const head = doc.resolve(view.posAtDOM(focusNode, selection.focusOffset))
  const caret = TextSelection.between(anchor, head)
  if (!caret.eq(view.state.selection)) view.dispatch(tr.setSelection(caret))
}
