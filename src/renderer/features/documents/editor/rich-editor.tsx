import type { Editor } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dictate } from '../../../platform/dictate'
import { setApart } from '../../../platform/insert-text'
import { isFaithful } from './faithful'
import { editorExtensions, readMarkdown, writeMarkdown } from './format'
import { Tools } from './tools'
import './editor.css'

interface Props {
  label: string
  /** The markdown to edit. The editor shows it whenever it differs from the last reported text. */
  text: string
  onChange: (text: string) => void
  autoFocus: boolean
}

/** Marks transactions that the person did not make. */
const outside = 'outside'

/** Returns a text as the editor would write it. */
export const respell = (markdown: string): string => writeMarkdown(readMarkdown(markdown))

/** Whether the editor can take a text without changing what it says. */
export const canBeRich = (text: string): boolean => isFaithful(text, respell)

/**
 * Edits a page in the form in which it will be read. The text goes from markdown to the document and back, never
 * through HTML.
 */
export function RichEditor({ label, text, onChange, autoFocus }: Props) {
  const { t } = useTranslation('documents')
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
    extensions: editorExtensions(),
    content,
    autofocus: autoFocus ? 'end' : false,
    // The content security policy forbids injected styles.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': hint,
        class: 'page-text',
      },
      clipboardTextParser: (pasted, _context, isPlain, view) =>
        (isPlain ? undefined : pastedMarkdown(pasted, view)) as Slice,
      handleKeyDown(_view, event) {
        if (!event.altKey || event.key !== 'F10') return false
        tools.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
        return true
      },
    },
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

  return (
    <>
      <div
        ref={tools}
        className="sticky top-0 z-[2] flex items-center border-b border-line bg-surface-1 pr-2 max-md:pr-3"
      >
        <div className="min-w-0 flex-1">
          <Tools editor={editor} />
        </div>
        <Dictate onSpoken={words => insertPlainText(editor, words)} />
      </div>
      <p id={hint} className="sr-only">
        {t('editor.keys')}
      </p>
      <EditorContent editor={editor} className="box-content max-w-measure p-5 max-md:p-4" />
    </>
  )
}

/** Replaces the selection with words, or inserts them at the cursor. */
function insertPlainText(editor: Editor, words: string): void {
  const { doc, selection } = editor.state
  const { from, to } = selection
  const before = doc.textBetween(Math.max(0, from - 1), from, '\n')
  const after = doc.textBetween(to, Math.min(doc.content.size, to + 1), '\n')
  editor.view.dispatch(editor.state.tr.insertText(setApart(before, words, after), from, to))
  editor.view.focus()
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

/** Reads pasted markdown, unless that would lose words; then it is pasted as plain text. */
function pastedMarkdown(text: string, view: EditorView): Slice | undefined {
  if (!canBeRich(text)) return undefined
  const { content } = view.state.schema.nodeFromJSON(readMarkdown(text))
  return Slice.maxOpen(content)
}
