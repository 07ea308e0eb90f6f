import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { usePageTitle } from '../../../platform/title'
import { Pane, PaneBody, PaneHeader, Panes } from '../../../ui/pane'
import { StatusMenu, TaskActions, TaskDetails, useTask } from './task-drawer'

/** A task on a page of its own, where links to it lead. */
export function TaskPage() {
  const { t } = useTranslation('tasks')
  const { task_id: named = '' } = useParams()
  // Zero is nobody's.
  const task_id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0
  const task = useTask(task_id)?.task
  usePageTitle(task?.title ?? t('task'))
  return (
    <Panes>
      <Pane as="main">
        <PaneHeader
          title={task?.title ?? t('task')}
          badge={task && <StatusMenu task={task} />}
          actions={task && <TaskActions task={task} />}
        />
        <PaneBody padded>
          <div className="mx-auto max-w-measure">
            <h2 className="sr-only">{t('details')}</h2>
            <TaskDetails key={task_id} task_id={task_id} />
          </div>
        </PaneBody>
      </Pane>
    </Panes>
  )
}
