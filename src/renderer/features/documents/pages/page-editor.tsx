import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { referenceFrom } from '#shared/page/references'
import type { Failure } from '../../../platform/failure'
import { useShortcut } from '../../../platform/shortcuts'
import { cx } from '../../../ui/cx'
import { type ListedKeys, useListedKeys } from '../../../ui/local-keys'
import { isInApp, safeHref } from '../../../ui/safe-href'
import type { BegunWriting } from '../editor/begun-writing'
import { EditorFrame, editorPropsFor } from '../editor/editor-frame'
import { BesideText, textPlace, toolRow } from '../editor/text-place'
import { CommentTool } from './comments/comment-tool'
import { moveKeys } from './move-blocks'
import { closePageSession, openPageSession } from './open-pages'
import { pageExtensions } from './page-extensions'
import type { PageSession } from './page-session'
import { PageState } from './page-state'
import { readCaret } from './read-caret'
import { PageSide } from './side/page-side'
import { pageSigns } from './suggestions/suggest'

interface Props {
  doc_id: number
  mayWrite: boolean
  /** Whether the person manages the page, and with it what others wrote about it. */
  managed: boolean
  /** What the person began to write before the page could be shown. */
  begun?: RefObject<BegunWriting | null>
  /** Called once the page can be shown, or with why it cannot. */
  onOpened: (failure: Failure | null) => void
}

/** A page as everybody who has it open sees it, written in the place where it is read [D46]. */
export function PageEditor({ onOpened, ...props }: Props) {
  const { doc_id, mayWrite } = props
  const [session, setSession] = useState<PageSession | null>(null)
  const latest = useRef(onOpened)
  useEffect(() => {
    latest.current = onOpened
  })
  useEffect(() => {
    const opened = openPageSession(doc_id, mayWrite)
    let isHere = true
    void opened.open(failure => {
      if (!isHere) return
      if (!failure) setSession(opened)
      latest.current(failure)
    })
    return () => {
      isHere = false
      setSession(null)
      closePageSession(doc_id, opened)
    }
  }, [doc_id, mayWrite])
  return session && <SharedText session={session} {...props} />
}

function SharedText({ doc_id, session, mayWrite, managed, begun }: Omit<Props, 'onOpened'> & { session: PageSession }) {
  const { t } = useTranslation(['documents', 'logbooks', 'pages'])
  const hint = useId()
  const tools = useRef<HTMLDivElement>(null)
  const label = t('edit.page')
  const editor = useEditor({
    extensions: pageExtensions(doc_id, session, mayWrite),
    editable: mayWrite,
    // The content security policy forbids injected styles.
    injectCSS: false,
    editorProps: {
      ...editorPropsFor({ label, hint, tools }),
      ...(!mayWrite && { attributes: { class: 'page-text', role: 'document', 'aria-label': label, tabindex: '0' } }),
      handleDOMEvents: { click: followLink },
    },
  })
  useEffect(() => {
    session.beforeRedraw = () => readCaret(editor.view)
    return () => {
      session.beforeRedraw = () => undefined
    }
  }, [editor, session])
  useEffect(() => {
    if (begun?.current && mayWrite) takeUpWriting(editor, begun.current)
    if (begun) begun.current = null
  }, [editor, begun, mayWrite])
  useShortcut({ keys: 'e', label: t('edit.open'), group: t('logbooks:title'), isOn: mayWrite }, () =>
    editor.commands.focus(),
  )
  useListedKeys(writingKeys, mayWrite)
  useDisabledTasks(editor, mayWrite)
  const side = <PageSide editor={editor} doc_id={doc_id} mayWrite={mayWrite} managed={managed} />
  if (!mayWrite)
    return (
      <>
        <div className={cx(toolRow, 'justify-end px-3 py-1.5')}>
          <CommentTool editor={editor} doc_id={doc_id} />
        </div>
        <BesideText side={side}>
          <EditorContent editor={editor} className={textPlace} />
        </BesideText>
      </>
    )
  return (
    <EditorFrame editor={editor} hint={hint} tools={tools} keys={t('pages:move.keys')} side={side}>
      <PageState doc_id={doc_id} />
      <CommentTool editor={editor} doc_id={doc_id} />
    </EditorFrame>
  )
}

/** Goes on in the editor, which stands where the text stood, with what was begun in it. */
function takeUpWriting(editor: Editor, { left, top, typed }: BegunWriting): void {
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

const writingKeys: readonly ListedKeys[] = [
  { group: 'text', keys: Object.keys(moveKeys), does: 'moveBlock' },
  ...Object.entries(pageSigns).map(([sign, does]) => ({ group: 'write' as const, keys: [sign], does })),
]

/**
 * Follows a link with a click where nobody writes, and with Ctrl or ⌘ where somebody does. A reference has no place for
 * the caret inside, so a click always follows it; people have no page of their own.
 */
function followLink(view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const href = safeHref(link?.getAttribute('href') ?? undefined)
  if (!href) return false
  event.preventDefault()
  if (referenceFrom(href)?.kind === 'person') return false
  const isReference = link?.closest('[data-reference], [data-graph]') != null
  if (view.editable && !isReference && !event.ctrlKey && !event.metaKey) return false
  if (isInApp(href)) location.hash = href
  else window.open(href, '_blank', 'noopener,noreferrer')
  return true
}

/** Shows that tasks cannot be ticked by somebody who may only read. */
function useDisabledTasks(editor: Editor, mayWrite: boolean): void {
  useEffect(() => {
    if (mayWrite) return
    const disable = () => {
      for (const box of editor.view.dom.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) box.disabled = true
    }
    disable()
    editor.on('update', disable)
    return () => {
      editor.off('update', disable)
    }
  }, [editor, mayWrite])
}
