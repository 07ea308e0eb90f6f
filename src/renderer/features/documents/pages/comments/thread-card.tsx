import { Check, Ellipsis, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deletePageComment, type PageComment, type PageThread } from '#shared/contract/documents/page-comments'
import { useErrorText } from '../../../../i18n/texts'
import { readDraft } from '../../../../platform/drafts'
import { useFormat } from '../../../../platform/format'
import { useSession } from '../../../../platform/session'
import { withKnownNames } from '../../../../platform/titles'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { cx } from '../../../../ui/cx'
import { IconButton } from '../../../../ui/icon-button'
import { Markdown } from '../../../../ui/markdown'
import { Menu } from '../../../../ui/menu'
import { toast } from '../../../../ui/toast'
import { linkComponents } from '../../../search/slots'
import { deleteWithUndo } from '../../../undo/store'
import { CommentField } from './comment-field'
import { useAtPassage, useThreads } from './threads'

interface Props {
  thread: PageThread
  /** Whether its words are still in the text. */
  isThere: boolean
  mayWrite: boolean
  managed: boolean
  onShow: () => void
}

/** The comments on one passage. Pressing the passage shows it in the text. */
export function ThreadCard({ thread, isThere, mayWrite, managed, onShow }: Props) {
  const { t } = useTranslation('pages')
  const errorText = useErrorText()
  const me = useSession(state => state.userId)
  const isActive = useAtPassage(state => state.active === thread.thread_id)
  const draft = `page.answer.${thread.thread_id}`
  const [isAnswering, setAnswering] = useState(() => readDraft(draft) !== undefined)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { thread_id, quote, comments, resolved_at, resolved_by } = thread
  const isResolved = resolved_at !== null
  const mayResolve = mayWrite || comments[0]?.author?.user_id === me
  const { resolve, answer } = useThreads.getState()
  async function toggle() {
    const outcome = await resolve(thread_id, !isResolved)
    if (!outcome.ok) toast.failure(errorText(outcome))
  }
  return (
    <article
      ref={card}
      aria-label={t('comments.on', { quote })}
      className={cx(
        'flex flex-col gap-2 rounded-md border bg-surface-1 p-3',
        isActive ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex items-start gap-1">
        <button
          type="button"
          disabled={!isThere}
          onClick={onShow}
          className="min-w-0 flex-1 border-l-2 border-strong pl-2 text-left text-xs text-muted pointer-coarse:min-h-touch"
        >
          <span className="line-clamp-2">{quote}</span>
          {!isThere && <span className="block pt-0.5">{t('comments.gone')}</span>}
        </button>
        {mayResolve && (
          <IconButton
            icon={isResolved ? RotateCcw : Check}
            label={t(isResolved ? 'comments.reopen' : 'comments.resolve')}
            onClick={() => void toggle()}
          />
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {comments.map(comment => (
          <li key={comment.comment_id}>
            <Comment comment={comment} managed={managed} />
          </li>
        ))}
      </ul>
      {isResolved && resolved_by && (
        <p className="text-xs text-muted">{t('comments.resolvedBy', { name: resolved_by.user_displayname })}</p>
      )}
      {isAnswering ? (
        <CommentField
          label={t('comments.answer')}
          submitLabel={t('comments.send')}
          draft={draft}
          autoFocus
          onSubmit={written => answer({ thread_id, ...written })}
          onClose={() => setAnswering(false)}
        />
      ) : (
        <Button size="sm" variant="quiet" className="-ml-2 self-start" onClick={() => setAnswering(true)}>
          {t('comments.answer')}
        </Button>
      )}
    </article>
  )
}

interface CommentProps {
  comment: PageComment
  managed: boolean
}

function Comment({ comment, managed }: CommentProps) {
  const { t } = useTranslation('pages')
  const format = useFormat()
  const me = useSession(state => state.userId)
  const [isEditing, setEditing] = useState(false)
  const { author, content, created_at, edited_at, comment_id } = comment
  const name = author?.user_displayname ?? t('comments.formerMember')
  const isOwn = author !== null && author.user_id === me
  const { edit } = useThreads.getState()
  const remove = () =>
    deleteWithUndo({
      ...{ of: 'page.comment', keys: [comment_id], endpoint: deletePageComment, fields: { comment_id } },
      ...{ done: t('comments.deleted'), refused: t('comments.notDeleted') },
    })
  const entries = [
    ...(isOwn ? [{ label: t('comments.edit'), onSelect: () => setEditing(true) }] : []),
    { label: t('comments.delete'), danger: true, onSelect: remove },
  ]
  return (
    <>
      <div className="flex items-center gap-2">
        <Avatar decorative name={name} id={String(author?.user_id ?? 0)} src={author?.user_image} size={24} />
        <p className="min-w-0 flex-1 text-xs text-muted">
          <span className="block truncate text-sm font-medium text-default">{name}</span>
          <time dateTime={created_at}>{format.dayAndTime(created_at)}</time>
          {edited_at && ` ${t('comments.edited')}`}
        </p>
        {(isOwn || managed) && (
          <Menu label={t('comments.options', { name })} entries={entries} align="end">
            {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('comments.options', { name })} />}
          </Menu>
        )}
      </div>
      {isEditing ? (
        <CommentField
          label={t('comments.edit')}
          submitLabel={t('comments.save')}
          draft={`page.edit.${comment_id}`}
          initial={withKnownNames(content)}
          autoFocus
          onSubmit={written => edit({ comment_id, ...written })}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className="pl-8 text-sm">
          <Markdown size="message" components={linkComponents}>
            {content}
          </Markdown>
        </div>
      )}
    </>
  )
}
