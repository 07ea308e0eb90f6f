import { ArrowUp, Paperclip } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comment as limits } from '#shared/contract/tasks/limits'
import type { Task } from '#shared/contract/tasks/task'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import { TextArea } from '../../../ui/field'
import { FileIconButton } from '../../../ui/file-button'
import { IconButton } from '../../../ui/icon-button'
import { MentionList } from '../../../ui/mention-list'
import { mentionedIn, useMentions } from '../../../ui/mentions'
import { UploadList } from '../../attachments/slots'
import { useUploads } from '../../attachments/store'
import { sendComment } from '../comments-store'
import { useAssignable, usePeople } from '../parts'

const draftOf = (task_id: number) => `task.comment.${task_id}`
/** The place under which the files of an unwritten comment are listed. */
const placeOf = (task_id: number) => `task.comment.${task_id}`

/** Writes a comment with files. A name after @ mentions a person who sees the task. Ctrl and Enter sends. */
export function Composer({ task }: { task: Task }) {
  const { t } = useTranslation(['tasks', 'attachments'])
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => String(readDraft(draftOf(task.id)) ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  const files = useUploads(placeOf(task.id))
  const inSpace = useAssignable(task.branch_id)
  const { people } = usePeople()
  // Whoever has or reported the task sees it, too.
  const extra = people.filter(
    ({ user_id }) =>
      (task.assignees.includes(user_id) || task.reporter === user_id) &&
      !inSpace.some(person => person.user_id === user_id),
  )
  const named = [...inSpace, ...extra]
  const mentions = useMentions({ field, text, setText: write, people: named })

  function write(next: string) {
    setText(next)
    if (next.trim() === '') clearDraft(draftOf(task.id))
    else writeDraft(draftOf(task.id), next)
  }

  function send() {
    const comment = text.trim()
    if (comment === '') return
    if (!files.canSend) {
      setProblem(t('attachments:unsent'))
      return
    }
    mentions.close()
    sendComment({
      task_id: task.id,
      comment,
      mentions: mentionedIn(comment, named).slice(0, limits.mentions),
      uploads: files.ids,
    })
    setProblem(null)
    write('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKeyDown(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }

  function attach(chosen: readonly File[]) {
    const left = files.add(chosen, limits.files)
    setProblem(left > 0 ? t('tooManyFiles', { count: left, most: limits.files }) : null)
  }

  return (
    <div className="relative flex flex-col gap-1">
      <MentionList id={`${id}-people`} label={t('mention')} {...mentions} onPick={mentions.insert} />
      <UploadList place={placeOf(task.id)} onRemove={() => setProblem(null)} />
      <div className="flex items-end gap-1">
        <TextArea
          ref={field}
          label={t('comment')}
          hideLabel
          placeholder={t('comment')}
          rows={2}
          maxLength={limits.length}
          value={text}
          onChange={event => {
            write(event.target.value)
            mentions.look()
          }}
          onKeyDown={onKeyDown}
          onBlur={mentions.close}
          aria-autocomplete="list"
          aria-controls={mentions.chosen ? `${id}-people` : undefined}
          aria-activedescendant={mentions.chosen ? `${id}-people-${mentions.chosen.user_id}` : undefined}
          className="flex-1"
        />
        <FileIconButton icon={Paperclip} label={t('attachments:attach')} onFiles={attach} />
        <IconButton
          icon={ArrowUp}
          variant="primary"
          label={t('sendComment')}
          keys="mod+enter"
          disabled={text.trim() === ''}
          onClick={send}
        />
      </div>
      {problem && (
        <p role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
