import type { Editor } from '@tiptap/core'
import { useEditor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { canBeRich as isRich, readMarkdown, respell, writeMarkdown } from '#shared/page/markdown'
import { ownTextExtensions } from './editor-extensions'
import { EditorFrame, editorPropsFor } from './editor-frame'

interface Props {
  label: string
  /** The markdown to edit. The editor shows it whenever it differs from the last reported text. */
  text: string
  onChange: (text: string) => void
  autoFocus: boolean
}

/** Whether the editor can take a text without changing what it says. Loaded with the editor. */
export const canBeRich = (text: string): boolean => isRich(text)

/** Marks transactions that the person did not make. */
const outside = 'outside'

/**
 * Edits a text in the form in which it will be read. The text goes from markdown to the document and back, never through
 * HTML.
 */
export function RichEditor({ label, text, onChange, autoFocus }: Props) {
  const hint = useId()
  const tools = useRef<HTMLDivElement>(null)
  const [content] = useState(() => readMarkdown(text))
  /** The original text next to the editor's spelling of it. Edits that return to this spelling return the original. */
  const given = useRef<{ text: string; spelled: string } | null>(null)
  given.current ??= { text, spelled: writeMarkdown(content) }
  const told = useRef(text)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  const editor = useEditor({
    extensions: ownTextExtensions(),
    content,
    autofocus: autoFocus ? 'end' : false,
    // The content security policy forbids injected styles.
    injectCSS: false,
    editorProps: editorPropsFor({ label, hint, tools }),
    onUpdate({ editor: changed, transaction }) {
      if (transaction.getMeta(outside)) return
      const spelled = writeMarkdown(changed.getJSON())
      const next = spelled === given.current?.spelled ? given.current.text : spelled
      if (next === told.current) return
      told.current = next
      latest.current(next)
    },
  })

  useEffect(() => {
    if (text === told.current) return
    told.current = text
    given.current = { text, spelled: respell(text) }
    show(editor, text)
  }, [editor, text])

  return <EditorFrame editor={editor} hint={hint} tools={tools} />
}

/** Shows another text. Only the difference is replaced, so that the cursor keeps its place. */
function show(editor: Editor, text: string): void {
  const { state, view, schema } = editor
  const next = schema.nodeFromJSON(readMarkdown(text))
  const start = state.doc.content.findDiffStart(next.content)
  const end = state.doc.content.findDiffEnd(next.content)
  if (start === null || end === null) return
  // Repeated content can match from both ends at once.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const replaced = state.tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  view.dispatch(replaced.setMeta(outside, true))
}
