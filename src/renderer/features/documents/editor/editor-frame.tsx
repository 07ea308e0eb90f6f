import type { Editor } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { EditorContent } from '@tiptap/react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { canBeRich, readMarkdown } from '#shared/page/markdown'
import { Dictate } from '../../../platform/dictate'
import { setApart } from '../../../platform/insert-text'
import { Tools } from './tools'
import './editor.css'

interface Surroundings {
  label: string
  /** The id of the element that describes the keys. */
  hint: string
  tools: RefObject<HTMLDivElement | null>
}

/** How an editor is read by assistive technology, takes pasted markdown, and leads to its tools. */
export function editorPropsFor({ label, hint, tools }: Surroundings): EditorProps {
  return {
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
  }
}

interface Props extends Omit<Surroundings, 'label'> {
  editor: Editor
  /** Shown in the row of the tools. */
  children?: ReactNode
  /** Describes more keys. */
  keys?: string
  /** Shown beside the text where there is room, and below it elsewhere. */
  side?: ReactNode
}

/** The place of a text. */
export const textPlace = 'relative box-content max-w-measure p-5 max-md:p-4'

/** An editor with its tools above it. */
export function EditorFrame({ editor, hint, tools, children, keys = '', side }: Props) {
  const { t } = useTranslation('documents')
  return (
    <>
      <div
        ref={tools}
        className="sticky top-0 z-[2] flex items-center border-b border-line bg-surface-1 pr-2 max-md:pr-3 print:hidden"
      >
        <div className="min-w-0 flex-1">
          <Tools editor={editor} />
        </div>
        {children}
        <Dictate onSpoken={words => insertPlainText(editor, words)} />
      </div>
      <p id={hint} className="sr-only">
        {t('editor.keys')} {keys}
      </p>
      <BesideText side={side}>
        <EditorContent editor={editor} className={textPlace} />
      </BesideText>
    </>
  )
}

/** A text with what belongs to it. On a wide screen both are in the middle, next to each other. */
export function BesideText({ side, children }: { side: ReactNode; children: ReactNode }) {
  if (!side) return children
  return (
    <div className="@container">
      <div className="flex @max-[1000px]:flex-col @min-[1200px]:justify-center">
        <div className="min-w-0 flex-1 @min-[1200px]:max-w-[calc(var(--measure)+40px)]">{children}</div>
        {side}
      </div>
    </div>
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

/** Reads pasted markdown, unless that would lose words; then it is pasted as plain text. */
function pastedMarkdown(text: string, view: EditorView): Slice | undefined {
  if (!canBeRich(text)) return undefined
  const { content } = view.state.schema.nodeFromJSON(readMarkdown(text))
  return Slice.maxOpen(content)
}
