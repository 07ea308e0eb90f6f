import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task as limits } from '#shared/contract/tasks/limits'
import type { ChecklistItem, Task } from '#shared/contract/tasks/task'
import { randomKey } from '../../../platform/random'
import { Badge } from '../../../ui/badge'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { useChangeTasks } from '../use-task-actions'

/** The points of a task, which are ticked where they stand. */
export function Checklist({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const [text, setText] = useState('')
  const { checklist } = task
  const set = (points: ChecklistItem[]) => change([task], { checklist: points })
  const add = async () => {
    const point = { id: randomKey(), text: text.trim(), is_done: false }
    if (point.text !== '' && (await set([...checklist, point]))) setText('')
  }
  return (
    <section>
      <h3 className="mb-1.5 flex items-center gap-2 text-xs font-semibold">
        {t('checklist')}
        {checklist.length > 0 && (
          <Badge>
            {task.points_done}/{task.points}
          </Badge>
        )}
      </h3>
      <ul className="mb-2 flex flex-col gap-1">
        {checklist.map(point => (
          <li key={point.id} className="group flex items-center gap-2">
            <Checkbox
              label={point.text}
              checked={point.is_done}
              onChange={event =>
                void set(
                  checklist.map(other => (other.id === point.id ? { ...other, is_done: event.target.checked } : other)),
                )
              }
              className="min-w-0 flex-1 break-words"
            />
            <IconButton
              icon={X}
              size="sm"
              label={t('removePoint', { text: point.text })}
              onClick={() => void set(checklist.filter(other => other.id !== point.id))}
            />
          </li>
        ))}
      </ul>
      {checklist.length < limits.checklist && (
        <form
          onSubmit={event => {
            event.preventDefault()
            void add()
          }}
        >
          <TextField
            label={t('addPoint')}
            hideLabel
            placeholder={t('addPoint')}
            icon={Plus}
            quiet
            value={text}
            maxLength={limits.checklistTextLength}
            onChange={event => setText(event.target.value)}
          />
        </form>
      )}
    </section>
  )
}
