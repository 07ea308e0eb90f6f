import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import type { BegunWriting } from '../editor/begun-writing'

/** Goes on in the editor, which stands where the text stood, with what was begun in it. */
export function takeUpWriting(editor: Editor, { left, top, typed }: BegunWriting): void {
  const { view } = editor
  const { doc, tr } = view.state
  const place = view.posAtCoords({ left, top })?.pos ?? doc.content.size
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(place))))
  view.focus()
  for (const [nr, line] of typed.split('\n').entries()) {
    if (nr > 0) editor.commands.splitBlock()
    if (line) view.dispatch(view.state.tr.insertText(line))
  }
}
