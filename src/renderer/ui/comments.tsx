import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Person } from '#shared/contract/common'
import { Avatar } from './avatar'
import { Button } from './button'
import { cx } from './cx'
import type { FindLinks } from './links'
import { Markdown } from './markdown'
import { MentionField } from './mention-field'

interface ThreadProps {
  label: string
  olderLabel: string
  failedText: string
  noneText: string
  /** As list slices keep it; undefined before it was asked for. */
  list: { next: string | null; more: string; status: string; failure: unknown } | undefined
  isEmpty: boolean
  onOlder: () => void
  /** The comments, oldest first, and those on their way, as list items. */
  children: ReactNode
}

/** The comments on something, of which older ones load on demand. */
export function CommentThread(props: ThreadProps) {
  const { label, olderLabel, failedText, noneText, list, isEmpty, onOlder, children } = props
  return (
    <>
      {list?.next !== null && list?.next !== undefined && (
        <Button size="sm" variant="quiet" className="mb-2 -ml-2.5" loading={list.more === 'loading'} onClick={onOlder}>
          {olderLabel}
        </Button>
      )}
      {list?.failure ? (
        <p role="alert" className="text-sm text-danger-ink">
          {failedText}
        </p>
      ) : null}
      {/* Its room is kept until it is known whether there are any. */}
      {isEmpty && !list?.failure && (
        <p className="text-sm text-muted">{list?.status === 'ready' ? noneText : '\u00a0'}</p>
      )}
      <div role="log" aria-label={label}>
        <ol className="flex flex-col gap-4">{children}</ol>
      </div>
    </>
  )
}

interface FrameProps {
  author: Person | null
  name: string
  created_at: string
  /** The same in words. */
  when: string
  /** Shown before the time, such as that it was edited. */
  note?: ReactNode
  actions?: ReactNode
  /** A link led to this comment: it is shown and has the focus. */
  isNamed?: boolean
  children: ReactNode
}

/** A comment: who wrote it and when, what can be done with it, and its text. */
export function CommentFrame(props: FrameProps) {
  const { author, name, created_at, when, note, actions, isNamed = false, children } = props
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNamed) return
    frame.current?.scrollIntoView({ block: 'center' })
    frame.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <article
      ref={frame}
      aria-label={name}
      tabIndex={isNamed ? -1 : undefined}
      className={cx('group flex gap-2.5', isNamed && '-m-2 rounded-md bg-accent-soft p-2')}
    >
      <Avatar id={String(author?.user_id ?? 0)} name={name} src={author?.user_image ?? null} decorative />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <b className="truncate font-semibold">{name}</b>
          <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">
            {note}
            <time dateTime={created_at}>{when}</time>
          </span>
          {actions}
        </p>
        {children}
      </div>
    </article>
  )
}

/** The text of a comment, below the headings of the page. */
export function CommentText({
  text,
  components,
}: {
  text: string
  components: ComponentProps<typeof Markdown>['components']
}) {
  return (
    <div className="text-sm break-words">
      <Markdown headingLevel={4} components={components}>
        {text}
      </Markdown>
    </div>
  )
}

interface WaitingProps {
  text: string
  components: ComponentProps<typeof Markdown>['components']
  /** Whether the server refused it; otherwise it is on its way. */
  isFailed: boolean
  state: string
  retryLabel: string
  discardLabel: string
  onRetry: () => void
  onDiscard: () => void
  /** Its files. */
  children?: ReactNode
}

/** A comment, as a list item, that the server does not have. */
export function WaitingComment(props: WaitingProps) {
  const { text, components, isFailed, state, retryLabel, discardLabel, onRetry, onDiscard, children } = props
  return (
    <li className="rounded-md border border-dashed border-strong px-3 py-2">
      <CommentText text={text} components={components} />
      <p role="status" className={cx('mt-1 text-xs', isFailed ? 'text-danger-ink' : 'text-muted')}>
        {state}
      </p>
      {children}
      {isFailed && (
        <span className="mt-1 flex gap-2">
          <Button size="sm" onClick={onRetry}>
            {retryLabel}
          </Button>
          <Button size="sm" variant="quiet" onClick={onDiscard}>
            {discardLabel}
          </Button>
        </span>
      )}
    </li>
  )
}

interface EditorProps {
  label: string
  peopleLabel: string
  linksLabel: string
  saveLabel: string
  cancelLabel: string
  findLinks: FindLinks
  people: readonly Person[]
  /** The text as it is when editing begins; later ones are ignored. */
  initial: string
  maxLength: number
  /** Stores the text; returns whether it succeeded. */
  onSave: (text: string) => Promise<boolean>
  onEnd: () => void
}

/** Changes a comment in its place. Ctrl and Enter saves, Escape keeps it as it was. */
export function CommentEditor({ saveLabel, cancelLabel, initial, onSave, onEnd, ...field }: EditorProps) {
  const [original] = useState(initial)
  const [text, setText] = useState(original)
  const [isSaving, setSaving] = useState(false)

  async function save() {
    const written = text.trim()
    if (written === '' || isSaving) return
    if (written === original) return onEnd()
    setSaving(true)
    const isSaved = await onSave(written)
    setSaving(false)
    if (isSaved) onEnd()
  }
  return (
    <div className="mt-1 flex flex-col gap-2">
      <MentionField
        {...field}
        value={text}
        onChange={setText}
        autoFocus
        onSubmit={() => void save()}
        onCancel={onEnd}
      />
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          needsServer
          loading={isSaving}
          disabled={text.trim() === ''}
          onClick={() => void save()}
        >
          {saveLabel}
        </Button>
        <Button size="sm" onClick={onEnd}>
          {cancelLabel}
        </Button>
      </span>
    </div>
  )
}
