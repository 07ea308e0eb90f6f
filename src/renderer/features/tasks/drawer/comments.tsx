import { Ellipsis, SmilePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReactionEmoji } from '#shared/contract/reactions'
import { deleteComment, type TaskComment } from '#shared/contract/tasks/comments'
import { comment as limits } from '#shared/contract/tasks/limits'
import type { Task } from '#shared/contract/tasks/task'
import { useErrorText } from '../../../i18n/texts'
import type { Outcome } from '../../../platform/api'
import { failureBeside } from '../../../platform/failure-beside'
import { useFormat } from '../../../platform/format'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { useNamedComment, useReachedComment } from '../../../platform/named-comment'
import { useSession } from '../../../platform/session'
import { withKnownNames } from '../../../platform/titles'
import { Badge } from '../../../ui/badge'
import { CommentEditor, CommentFrame, CommentText, CommentThread, WaitingComment } from '../../../ui/comments'
import { IconButton } from '../../../ui/icon-button'
import { mentionedIn } from '../../../ui/mentions'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { ReactionChips } from '../../../ui/reaction-chips'
import { toast } from '../../../ui/toast'
import { LogFiles, UploadList } from '../../attachments/slots'
import { useOrganisation } from '../../organisations/store'
import { findLinks, linkComponents } from '../../search/slots'
import { deleteWithUndo, useUndeleted } from '../../undo/store'
import {
  type CommentInput,
  commentFilesLost,
  commentFilesOf,
  commentMutation,
  discardComment,
  useComments,
} from '../comments-store'
import { useMentionable, usePeople } from '../parts'

const none: readonly TaskComment[] = []

/** The comments on a task, oldest first, and below them those that are on their way. */
export function Comments({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const { id } = task
  const list = useComments(state => state.lists[id])
  useEffect(() => void useComments.getState().load(id), [id])
  useReachedComment(list, () => void useComments.getState().loadMore(id))
  const comments = useUndeleted('task.comment', list?.items ?? none, comment => comment.comment_id).toReversed()
  const count = Math.max(task.comment_count, comments.length)
  return (
    <section aria-label={t('comments')} className="border-t border-line pt-4">
      <h3 className="mb-3 flex items-center gap-2 text-xs font-semibold">
        {t('comments')}
        {count > 0 && <Badge>{list?.next === null ? comments.length : count}</Badge>}
      </h3>
      <CommentThread
        label={t('comments')}
        olderLabel={t('olderComments')}
        failedText={t('commentsFailed')}
        noneText={t('noComments')}
        list={list && { ...list, failure: failureBeside(list) }}
        isEmpty={comments.length === 0}
        onOlder={() => void useComments.getState().loadMore(id)}
      >
        {comments.map(comment => (
          <li key={comment.comment_id}>
            <CommentBody comment={comment} task={task} />
          </li>
        ))}
        <Waiting task_id={id} />
      </CommentThread>
    </section>
  )
}

function CommentBody({ comment, task }: { comment: TaskComment; task: Task }) {
  const { t } = useTranslation('tasks')
  const { timeOrDay } = useFormat()
  const [isEdited, setEdited] = useState(false)
  const isNamed = useNamedComment() === comment.comment_id
  const { author } = comment
  const name = author?.user_displayname ?? t('formerPerson')
  return (
    <CommentFrame
      isNamed={isNamed}
      author={author}
      name={name}
      created_at={comment.created_at}
      when={timeOrDay(comment.created_at)}
      note={comment.edited_at !== null && `${t('edited')}, `}
      actions={<CommentMenu comment={comment} name={name} onEdit={() => setEdited(true)} />}
    >
      {isEdited ? (
        <EditComment comment={comment} task={task} onEnd={() => setEdited(false)} />
      ) : (
        <CommentText text={comment.comment} components={linkComponents} />
      )}
      {comment.attachments.length > 0 && <LogFiles file_ids={comment.attachments} />}
      <Reactions comment={comment} />
    </CommentFrame>
  )
}

function useTell() {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  return async (calling: Promise<Outcome<unknown>>): Promise<boolean> => {
    const outcome = await calling
    if (!outcome.ok) toast.failure(t('notSent'), { text: errorText(outcome) })
    return outcome.ok
  }
}

function CommentMenu({ comment, name, onEdit }: { comment: TaskComment; name: string; onEdit: () => void }) {
  const { t } = useTranslation(['tasks', 'app'])
  const tell = useTell()
  const me = useSession(state => state.userId)
  const orgRole = useOrganisation()?.org_role ?? 'member'
  const isOwn = comment.author?.user_id === me
  const isYoung = Date.now() - Date.parse(comment.created_at) < limits.editableFor
  const own = (emoji: ReactionEmoji) =>
    me !== null && comment.reactions.some(reaction => reaction.emoji === emoji && reaction.user_ids.includes(me))
  const remove = () =>
    deleteWithUndo({
      ...{ of: 'task.comment', keys: [comment.comment_id] },
      ...{ endpoint: deleteComment, fields: { comment_id: comment.comment_id } },
      ...{ done: t('commentDeleted'), refused: t('commentNotDeleted') },
    })
  const entries: MenuEntry[] = [
    ...(isOwn && isYoung ? [{ label: t('edit'), needsServer: true, onSelect: onEdit }] : []),
    ...(isOwn || orgRole !== 'member'
      ? [{ label: t('deleteComment'), danger: true, needsServer: true, onSelect: remove }]
      : []),
  ]
  return (
    <span className="flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
      <Menu
        label={t('react')}
        align="end"
        entries={ReactionEmoji.options.map(emoji => ({
          label: emoji,
          needsServer: true,
          onSelect: () => void tell(useComments.getState().react(comment, emoji, !own(emoji))),
        }))}
      >
        {trigger => <IconButton {...trigger} icon={SmilePlus} size="sm" label={t('react')} />}
      </Menu>
      {entries.length > 0 && (
        <Menu label={t('commentActions', { name })} align="end" entries={entries}>
          {trigger => <IconButton {...trigger} icon={Ellipsis} size="sm" label={t('commentActions', { name })} />}
        </Menu>
      )}
    </span>
  )
}

function EditComment({ comment, task, onEnd }: { comment: TaskComment; task: Task; onEnd: () => void }) {
  const { t } = useTranslation('tasks')
  const tell = useTell()
  const people = useMentionable(task, comment.mentions)
  const save = (written: string) => {
    const mentions = mentionedIn(written, people).slice(0, limits.mentions)
    return tell(useComments.getState().edit(comment.comment_id, written, mentions))
  }
  return (
    <CommentEditor
      label={t('comment')}
      peopleLabel={t('mention')}
      linksLabel={t('links')}
      saveLabel={t('save')}
      cancelLabel={t('cancel')}
      findLinks={findLinks}
      people={people}
      initial={withKnownNames(comment.comment)}
      maxLength={limits.length}
      onSave={save}
      onEnd={onEnd}
    />
  )
}

/** Who reacted with what; pressing one adds or takes back one's own. */
function Reactions({ comment }: { comment: TaskComment }) {
  const { t } = useTranslation('tasks')
  const tell = useTell()
  const me = useSession(state => state.userId) ?? 0
  const { people } = usePeople()
  if (comment.reactions.length === 0) return null
  const namesOf = (ids: readonly number[]) =>
    ids.flatMap(id => people.find(person => person.user_id === id)?.user_displayname ?? []).join(', ')
  return (
    <div className="mt-1">
      <ReactionChips
        reactions={comment.reactions}
        self={me}
        label={t('react')}
        nameOf={(emoji, ids) => t('reaction', { emoji, count: ids.length })}
        titleOf={namesOf}
        onToggle={(emoji, is_on) => void tell(useComments.getState().react(comment, emoji, is_on))}
      />
    </div>
  )
}

/** Comments that the server does not have yet, and those that it refused. */
function Waiting({ task_id }: { task_id: number }) {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  const mutations = useMutations(state => state.mutations)
  const mine = mutations.flatMap(mutation => {
    const input =
      mutation.kind === commentMutation.name ? commentMutation.input.safeParse(mutation.input).data : undefined
    return input?.task_id === task_id ? [{ ...mutation, input: input as CommentInput }] : []
  })
  return mine.map(({ id, input, state, failure }) => (
    <WaitingComment
      key={id}
      text={input.comment}
      components={linkComponents}
      isFailed={state === 'failed'}
      state={
        state === 'failed'
          ? `${t('notSent')}. ${failure?.code === commentFilesLost ? t('filesLost') : failure ? errorText(failure) : ''}`
          : t(failure ? 'waitsForNetwork' : 'sending')
      }
      retryLabel={t('retry')}
      discardLabel={t('discard')}
      onRetry={() => void mutationQueue().retry(id)}
      onDiscard={() => discardComment(id, t('commentDiscarded'))}
    >
      {input.uploads.length > 0 && <UploadList place={commentFilesOf(id)} isFixed />}
    </WaitingComment>
  ))
}
