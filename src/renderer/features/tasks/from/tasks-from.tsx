import { SquareCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { OriginRef } from '#shared/contract/tasks/task'
import { ReferenceChip } from '../../../ui/reference-chip'
import { useTasksFrom } from './from-store'

/** Links to the tasks that came from something, with their status; nothing if there are none. */
export function TasksFromHere({ origin }: { origin: OriginRef }) {
  const { t } = useTranslation('tasks')
  const tasks = useTasksFrom(state => state.tasks[origin])
  useEffect(() => useTasksFrom.getState().want(origin), [origin])
  if (!tasks || tasks.length === 0) return null
  return (
    <ul aria-label={t('fromHere')} className="mt-1.5 flex max-w-full flex-wrap gap-1.5">
      {tasks.map(({ id, title, status }) => (
        <li key={id} className="min-w-0">
          <ReferenceChip href={`#/tasks/${id}`} icon={SquareCheck}>
            {title} <span className="font-normal">· {t(`status.${status}`)}</span>
          </ReferenceChip>
        </li>
      ))}
    </ul>
  )
}
