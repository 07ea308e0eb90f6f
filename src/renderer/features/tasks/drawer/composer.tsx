import { ArrowUp, AtSign } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comment as limits } from '#shared/contract/tasks/limits'
import type { Task } from '#shared/contract/tasks/task'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import { TextArea } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { sendComment } from '../comments-store'
import { useAssignable, usePeople } from '../parts'

const draftOf = (task_id: number) => `task.comment.${task_id}`

/** Writes a comment. People who are named after @ are mentioned. Ctrl and Enter sends. */
export function Composer({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => String(readDraft(draftOf(task.id)) ?? ''))
  const inSpace = useAssignable(task.branch_id)
  const { people } = usePeople()
  // Whoever has or reported the task sees it, too.
  const extra = people.filter(
    ({ user_id }) =>
      (task.assignees.includes(user_id) || task.reporter === user_id) &&
      !inSpace.some(person => person.user_id === user_id),
  )
  const named = [...inSpace, ...extra]

  function write(next: string) {
    setText(next)
    if (next.trim() === '') clearDraft(draftOf(task.id))
    else writeDraft(draftOf(task.id), next)
  }

  function mention(name: string) {
    const before = text === '' || /\s$/.test(text) ? text : `${text} `
    write(`${before}@${name} `)
    field.current?.focus()
  }

  function send() {
    const comment = text.trim()
    if (comment === '') return
    const mentions = named
      .filter(({ user_displayname }) => comment.includes(`@${user_displayname}`))
      .slice(0, limits.mentions)
      .map(({ user_id }) => user_id)
    sendComment({ task_id: task.id, comment, mentions })
    write('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }

  return (
    <div className="flex items-end gap-1">
      <TextArea
        ref={field}
        label={t('comment')}
        hideLabel
        placeholder={t('comment')}
        rows={2}
        maxLength={limits.length}
        value={text}
        onChange={event => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="flex-1"
      />
      <Menu
        label={t('mention')}
        side="top"
        align="end"
        entries={named.map(({ user_displayname }) => ({
          label: user_displayname,
          onSelect: () => mention(user_displayname),
        }))}
      >
        {trigger => <IconButton {...trigger} icon={AtSign} label={t('mention')} />}
      </Menu>
      <IconButton
        icon={ArrowUp}
        variant="primary"
        label={t('sendComment')}
        keys="mod+enter"
        disabled={text.trim() === ''}
        onClick={send}
      />
    </div>
  )
}
