import { ArrowUp, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comment as limits } from '#shared/contract/tasks/limits'
import type { Task } from '#shared/contract/tasks/task'
import { useDraft } from '../../../platform/drafts'
import { FileIconButton } from '../../../ui/file-button'
import { IconButton } from '../../../ui/icon-button'
import { MentionField } from '../../../ui/mention-field'
import { mentionedIn } from '../../../ui/mentions'
import { UploadList } from '../../attachments/slots'
import { useUploads } from '../../attachments/store'
import { findLinks } from '../../search/slots'
import { sendComment } from '../comments-store'
import { useMentionable } from '../parts'

const draftOf = (task_id: number) => `task.comment.${task_id}`
/** The place under which the files of an unwritten comment are listed. */
const placeOf = (task_id: number) => `task.comment.${task_id}`

/** Writes a comment with files. A name after @ mentions a person who sees the task. Ctrl and Enter sends. */
export function Composer({ task }: { task: Task }) {
  const { t } = useTranslation(['tasks', 'attachments'])
  const [text, setText, clear] = useDraft(draftOf(task.id))
  const [problem, setProblem] = useState<string | null>(null)
  const files = useUploads(placeOf(task.id))
  const named = useMentionable(task)

  function send() {
    const comment = text.trim()
    if (comment === '') return
    if (!files.canSend) {
      setProblem(t('attachments:unsent'))
      return
    }
    sendComment({
      task_id: task.id,
      comment,
      mentions: mentionedIn(comment, named).slice(0, limits.mentions),
      uploads: files.ids,
    })
    setProblem(null)
    clear()
  }

  function attach(chosen: readonly File[]) {
    const left = files.add(chosen, limits.files)
    setProblem(left > 0 ? t('tooManyFiles', { count: left, most: limits.files }) : null)
  }

  return (
    <div className="flex flex-col gap-1">
      <UploadList place={placeOf(task.id)} onRemove={() => setProblem(null)} />
      <div className="flex items-end gap-1">
        <MentionField
          label={t('comment')}
          peopleLabel={t('mention')}
          linksLabel={t('links')}
          findLinks={findLinks}
          people={named}
          value={text}
          onChange={setText}
          maxLength={limits.length}
          onSubmit={send}
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
