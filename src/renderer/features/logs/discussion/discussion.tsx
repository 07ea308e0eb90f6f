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
import { CommentEditor, CommentFrame, CommentText, CommentThread, WaitingComment } from '../../../ui/comments'
import { IconButton } from '../../../ui/icon-button'
import { MentionField } from '../../../ui/mention-field'
import { mentionedIn } from '../../../ui/mentions'
import { toast } from '../../../ui/toast'
import { useOrganisation } from '../../organisations/store'
import { findLinks, linkComponents } from '../../search/slots'
import { deleteWithUndo, discardWithUndo, useUndeleted } from '../../undo/store'
import { knowPeople, usePeople } from '../people'
import { discussionName, type LogKey, logCommentMutation, useLogComments } from './store'

const none: readonly LogComment[] = []

/** The comments on a log, oldest first, those on their way, and the field for another one. */
export function Discussion({ log }: { log: Log }) {
  const { t } = useTranslation('logs')
  const { id: log_id, doc_id } = log
  const list = useLogComments(state => state.lists[discussionName({ doc_id, log_id })])
  useEffect(() => {
    void useLogComments.getState().load({ doc_id, log_id })
    knowPeople()
  }, [doc_id, log_id])
  useReachedComment(list, () => void useLogComments.getState().loadMore({ doc_id, log_id }))
  const comments = useUndeleted('log.comment', list?.items ?? none, comment => comment.comment_id).toReversed()
  return (
    <div className="flex flex-col gap-4">
      <CommentThread
        label={t('discussion.title')}
        olderLabel={t('discussion.older')}
        failedText={t('discussion.failed')}
        noneText={t('discussion.none')}
        list={list}
        isEmpty={comments.length === 0}
        onOlder={() => void useLogComments.getState().loadMore({ doc_id, log_id })}
      >
        {comments.map(comment => (
          <li key={comment.comment_id}>
            <CommentRow comment={comment} />
          </li>
        ))}
        <Waiting log_id={log_id} />
      </CommentThread>
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
        <CommentText text={comment.comment} components={linkComponents} />
      )}
    </CommentFrame>
  )
}

function EditComment({ comment, onEnd }: { comment: LogComment; onEnd: () => void }) {
  const { t } = useTranslation(['logs', 'app'])
  const errorText = useErrorText()
  const people = usePeople()
  const save = async (written: string) => {
    const mentions = mentionedIn(written, people).slice(0, limits.mentions)
    const outcome = await useLogComments.getState().edit(comment, { comment: written, mentions })
    if (!outcome.ok) toast.failure(t('discussion.notEdited'), { text: errorText(outcome) })
    return outcome.ok
  }
  return (
    <CommentEditor
      label={t('discussion.edit')}
      peopleLabel={t('quick.people')}
      linksLabel={t('quick.links')}
      saveLabel={t('app:action.save')}
      cancelLabel={t('app:action.cancel')}
      findLinks={findLinks}
      people={people}
      initial={withKnownNames(comment.comment)}
      maxLength={limits.length}
      onSave={save}
      onEnd={onEnd}
    />
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
      <WaitingComment
        key={id}
        text={read.comment}
        components={linkComponents}
        isFailed={isFailed}
        state={
          isFailed
            ? `${t('discussion.notSent')} ${failure ? errorText(failure) : ''}`
            : t(failure ? 'discussion.waits' : 'discussion.sending')
        }
        retryLabel={t('app:action.tryAgain')}
        discardLabel={t('discussion.discard')}
        onRetry={() => void mutationQueue().retry(id)}
        onDiscard={() => discardWithUndo(id, { done: t('discussion.discarded') })}
      />
    )
  })
}

/** Writes a comment. A name after @ mentions a person. Ctrl and Enter sends. */
function CommentField({ of }: { of: LogKey }) {
  const { t } = useTranslation('logs')
  const [text, setText, clear] = useDraft(`log.comment.${of.log_id}`)
  const people = usePeople()

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
