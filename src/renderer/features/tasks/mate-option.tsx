import { useTranslation } from 'react-i18next'
import type { ActionTask } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { DoneAction, ProposedAction } from '../../ui/proposed-action'
import type { TaskOptionProps } from './slots'

/** An option that creates or changes a task when it is pressed, with everything that it sets [9.8b, D26]. */
export function MateTaskOption({ index, text, action, onConfirm }: TaskOptionProps) {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  const { kind, state, content, task } = action
  if (!task) return null
  return (
    <ProposedAction
      content={[task.title, content].filter(Boolean).join('\n\n')}
      facts={<Changes changes={task.changes} />}
      text={text}
      index={index}
      isOpen={state === 'open'}
      sending={t('mate.sending')}
      onConfirm={async () => {
        const failure = await onConfirm()
        return failure && errorText(failure)
      }}
      outcome={
        state === 'done' ? (
          <DoneAction href={task.id === null ? null : `#/tasks/${task.id}`}>
            {t(kind === 'create_task' ? 'mate.created' : 'mate.changed', { title: task.title })}
          </DoneAction>
        ) : (
          errorText({ code: 'mate.option_expired', message: '' })
        )
      }
    />
  )
}

/** What is set, a row each. */
function Changes({ changes }: Pick<ActionTask, 'changes'>) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const { branch, assignees, deadline, fixed_start_time, estimate_minutes, labels, priority, status } = changes
  const time = (at: string | null | undefined) => {
    if (at === undefined) return null
    return at === null ? t('noDate') : `${format.shortDay(at)}, ${format.time(at)}`
  }
  const duration = (minutes: number) =>
    [
      minutes >= 60 && t('hours', { count: Math.floor(minutes / 60) }),
      minutes % 60 > 0 && t('minutes', { count: minutes % 60 }),
    ]
      .filter(Boolean)
      .join(' ')
  const rows = [
    { name: t('mate.status'), value: status && t(`status.${status}`) },
    { name: t('mate.people'), value: assignees && (assignees.map(person => person.name).join(', ') || t('nobody')) },
    { name: t('mate.start'), value: time(fixed_start_time) },
    { name: t('mate.due'), value: time(deadline) },
    { name: t('mate.estimate'), value: estimate_minutes ? duration(estimate_minutes) : null },
    { name: t('mate.space'), value: branch?.name },
    { name: t('mate.priority'), value: priority && t(`priority.${priority}`) },
    { name: t('mate.labels'), value: labels?.join(', ') },
  ].filter(({ value }) => value)
  if (rows.length === 0) return null
  return (
    <dl className="grid w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
