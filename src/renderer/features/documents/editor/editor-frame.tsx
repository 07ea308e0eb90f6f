import type { Editor } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { EditorContent } from '@tiptap/react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { canBeRich, readMarkdown } from '#shared/page/markdown'
import { Dictate } from '../../../platform/dictate'
import { setApart } from '../../../platform/insert-text'
import { cx } from '../../../ui/cx'
import { BesideText, textPlace, toolRow } from './text-place'
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

/** An editor with its tools above it. */
export function EditorFrame({ editor, hint, tools, children, keys = '', side }: Props) {
  const { t } = useTranslation('documents')
  return (
    <>
      <div ref={tools} className={cx(toolRow, 'items-center pr-2 max-md:pr-3')}>
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
