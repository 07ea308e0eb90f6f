import { ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteLogComment, type LogComment } from '#shared/contract/logs/discussion'
import { logComment as limits } from '#shared/contract/logs/limits'
import type { Log } from '#shared/contract/logs/log'
import { useErrorText } from '../../../i18n/texts'
import { useDraft } from '../../../platform/drafts'
import { useFormat } from '../../../platform/format'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { useNamedComment, useReachedComment } from '../../../platform/named-comment'
import { useSession } from '../../../platform/session'
import { withKnownNames } from '../../../platform/titles'
import { Button } from '../../../ui/button'
import { CommentFrame } from '../../../ui/comment-frame'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Markdown } from '../../../ui/markdown'
import { MentionField } from '../../../ui/mention-field'
import { mentionedIn } from '../../../ui/mentions'
import { toast } from '../../../ui/toast'
import { useDirectory, useOrganisation } from '../../organisations/store'
import { findLinks, linkComponents } from '../../search/slots'
import { deleteWithUndo, useUndeleted } from '../../undo/store'
import { type LogKey, logCommentMutation, useLogComments } from './store'

const none: readonly LogComment[] = []

/** The comments on a log, oldest first, those on their way, and the field for another one. */
export function Discussion({ log }: { log: Log }) {
  const { t } = useTranslation('logs')
  const { id: log_id, doc_id } = log
  const list = useLogComments(state => state.lists[log_id])
  useEffect(() => {
    void useLogComments.getState().load({ doc_id, log_id })
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [doc_id, log_id])
  useReachedComment(list, () => void useLogComments.getState().loadMore({ doc_id, log_id }))
  const comments = useUndeleted('log.comment', list?.items ?? none, comment => comment.comment_id).toReversed()
  return (
    <div className="flex flex-col gap-4">
      {list?.next !== null && list?.next !== undefined && (
        <Button
          size="sm"
          variant="quiet"
          loading={list.more === 'loading'}
          onClick={() => void useLogComments.getState().loadMore({ doc_id, log_id })}
        >
          {t('discussion.older')}
        </Button>
      )}
      {list?.failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {t('discussion.failed')}
        </p>
      )}
      {list?.status === 'ready' && comments.length === 0 && (
        <p className="text-sm text-muted">{t('discussion.none')}</p>
      )}
      <div role="log" aria-label={t('discussion.title')}>
        <ol className="flex flex-col gap-4">
          {comments.map(comment => (
            <li key={comment.comment_id}>
              <CommentRow comment={comment} />
            </li>
          ))}
          <Waiting log_id={log_id} />
        </ol>
      </div>
      <CommentField key={log_id} of={{ doc_id, log_id }} />
    </div>
  )
}

function CommentRow({ comment }: { comment: LogComment }) {
  const { t } = useTranslation('logs')
  const { timeOrDay } = useFormat()
  const isNamed = useNamedComment() === comment.comment_id
  const self = useSession(state => state.userId)
  const orgRole = useOrganisation()?.org_role ?? 'member'
  const [isEdited, setEdited] = useState(false)
  const name = comment.author?.user_displayname ?? t('discussion.former')
  const isOwn = comment.author?.user_id === self
  const isEditable = isOwn && Date.now() - Date.parse(comment.created_at) < limits.editableFor
  const isDeletable = isOwn || orgRole !== 'member'
  const remove = () =>
    deleteWithUndo({
      ...{ of: 'log.comment', keys: [comment.comment_id] },
      ...{ endpoint: deleteLogComment, fields: { comment_id: comment.comment_id } },
      ...{ done: t('discussion.deleted'), refused: t('discussion.notDeleted') },
    })
  return (
    <CommentFrame
      isNamed={isNamed}
      author={comment.author}
      name={name}
      created_at={comment.created_at}
      when={timeOrDay(comment.created_at)}
      note={comment.edited_at !== null && `${t('discussion.edited')}, `}
      actions={
        <>
          {isEditable && !isEdited && (
            <IconButton
              icon={Pencil}
              size="sm"
              needsServer
              label={t('discussion.edit')}
              onClick={() => setEdited(true)}
            />
          )}
          {isDeletable && (
            <IconButton icon={Trash2} size="sm" needsServer label={t('discussion.delete')} onClick={remove} />
          )}
        </>
      }
    >
      {isEdited ? (
        <EditComment comment={comment} onEnd={() => setEdited(false)} />
      ) : (
        <div className="text-sm break-words">
          <Markdown headingLevel={4} components={linkComponents}>
            {comment.comment}
          </Markdown>
        </div>
      )}
    </CommentFrame>
  )
}

/** Changes a comment in its place. Ctrl and Enter saves, Escape keeps it as it was. */
function EditComment({ comment, onEnd }: { comment: LogComment; onEnd: () => void }) {
  const { t } = useTranslation(['logs', 'app'])
  const errorText = useErrorText()
  const people = useDirectory(state => state.items)
  const [initial] = useState(() => withKnownNames(comment.comment))
  const [text, setText] = useState(initial)
  const [isSaving, setSaving] = useState(false)

  async function save() {
    const written = text.trim()
    if (written === '' || isSaving) return
    if (written === initial) return onEnd()
    setSaving(true)
    const mentions = mentionedIn(written, people).slice(0, limits.mentions)
    const outcome = await useLogComments.getState().edit(comment, { comment: written, mentions })
    setSaving(false)
    if (outcome.ok) onEnd()
    else toast.failure(t('discussion.notEdited'), { text: errorText(outcome) })
  }
  return (
    <div className="mt-1 flex flex-col gap-2">
      <MentionField
        label={t('discussion.edit')}
        peopleLabel={t('quick.people')}
        linksLabel={t('quick.links')}
        findLinks={findLinks}
        people={people}
        value={text}
        onChange={setText}
        maxLength={limits.length}
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
          {t('app:action.save')}
        </Button>
        <Button size="sm" onClick={onEnd}>
          {t('app:action.cancel')}
        </Button>
      </span>
    </div>
  )
}

/** Comments that the server does not have yet, and those that it refused. */
function Waiting({ log_id }: { log_id: number }) {
  const { t } = useTranslation(['logs', 'app'])
  const errorText = useErrorText()
  const mutations = useMutations(state => state.mutations)
  return mutations.flatMap(({ id, kind, input, state, failure }) => {
    const read = kind === logCommentMutation.name ? logCommentMutation.input.safeParse(input).data : undefined
    if (read?.log_id !== log_id) return []
    const isFailed = state === 'failed'
    return (
      <li key={id} className="rounded-md border border-dashed border-strong px-3 py-2 text-sm">
        <div className="break-words">
          <Markdown headingLevel={4} components={linkComponents}>
            {read.comment}
          </Markdown>
        </div>
        <p role="status" className={cx('mt-1 text-xs', isFailed ? 'text-danger-ink' : 'text-muted')}>
          {isFailed
            ? `${t('discussion.notSent')} ${failure ? errorText(failure) : ''}`
            : t(failure ? 'discussion.waits' : 'discussion.sending')}
        </p>
        {isFailed && (
          <span className="mt-1 flex gap-2">
            <Button size="sm" onClick={() => void mutationQueue().retry(id)}>
              {t('app:action.tryAgain')}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => void mutationQueue().discard(id)}>
              {t('discussion.discard')}
            </Button>
          </span>
        )}
      </li>
    )
  })
}

/** Writes a comment. A name after @ mentions a person. Ctrl and Enter sends. */
function CommentField({ of }: { of: LogKey }) {
  const { t } = useTranslation('logs')
  const [text, setText, clear] = useDraft(`log.comment.${of.log_id}`)
  const people = useDirectory(state => state.items)

  function send() {
    const comment = text.trim()
    if (comment === '') return
    const mentioned = mentionedIn(comment, people).slice(0, limits.mentions)
    mutationQueue().send(logCommentMutation, { ...of, comment, mentions: mentioned })
    clear()
  }
  return (
    <div className="flex items-end gap-1">
      <MentionField
        label={t('discussion.write')}
        peopleLabel={t('quick.people')}
        linksLabel={t('quick.links')}
        findLinks={findLinks}
        people={people}
        value={text}
        onChange={setText}
        maxLength={limits.length}
        onSubmit={send}
      />
      <IconButton
        icon={ArrowUp}
        variant="primary"
        label={t('discussion.send')}
        keys="mod+enter"
        disabled={text.trim() === ''}
        onClick={send}
      />
    </div>
  )
}
