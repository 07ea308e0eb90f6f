import { CalendarClock, Camera, ListChecks, type LucideIcon, MessageSquare, Mic, ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task as limits } from '#shared/contract/tasks/limits'
import type { Task, TaskOrigin } from '#shared/contract/tasks/task'
import { useFormat } from '../../../platform/format'
import { useTitle } from '../../../platform/titles'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { TextArea, TextField } from '../../../ui/field'
import { Markdown } from '../../../ui/markdown'
import { ReferenceChip } from '../../../ui/reference-chip'
import { linkComponents } from '../../search/slots'
import { LogPictures } from '../../sources/slots'
import { dueText, Faces, isLate, useNames, usePeople, useSpacesOf } from '../parts'
import { useChangeTasks } from '../use-task-actions'
import { Checklist } from './checklist'
import { AssigneesMenu, DueMenu, PlannedMenu, PriorityMenu, RoleMenu, SpaceMenu, StartMenu } from './fact-menus'
import { Dependencies, Labels, Parent } from './lists'
import { usePlannedText } from './planned'
import { RepeatMenu } from './repeat-menu'
import { TaskFiles } from './task-files'

/** What is known of a task; each fact can be changed where it stands. */
export function Facts({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const planned = usePlannedText(task)
  const { roles } = usePeople()
  const spaces = useSpacesOf()
  const nameOf = useNames(t('formerPerson'))
  const { deadline } = task
  return (
    <>
      <Words task={task} />
      <dl className="grid grid-cols-[92px_minmax(0,1fr)] items-center gap-x-2.5 gap-y-1 text-sm">
        <Fact name={t('assigned')}>
          <AssigneesMenu task={task}>
            <Faces ids={task.assignees} size={22} isDecorative />
            <span className="truncate">{task.assignees.map(nameOf).join(', ') || t('nobody')}</span>
          </AssigneesMenu>
        </Fact>
        <Fact name={t('column.due')}>
          <DueMenu task={task}>
            <span className={cx(isLate(task) && 'font-medium text-danger-ink')}>
              {deadline === null
                ? t('noDate')
                : format.daysAgo(deadline) === 0
                  ? format.dayAndTime(deadline)
                  : `${dueText(format, deadline)}, ${format.time(deadline)}`}
            </span>
          </DueMenu>
        </Fact>
        <Fact name={t('planned')}>
          <PlannedMenu task={task}>
            <span className="truncate">{planned}</span>
          </PlannedMenu>
        </Fact>
        <Fact name={t('startsAt')}>
          <StartMenu task={task} name={t('startsAt')} field="fixed_start_time">
            {task.fixed_start_time === null ? t('anyTime') : format.dayAndTime(task.fixed_start_time)}
          </StartMenu>
        </Fact>
        <Fact name={t('notBefore')}>
          <StartMenu task={task} name={t('notBefore')} field="start_after_time">
            {task.start_after_time === null ? t('anyTime') : format.dayAndTime(task.start_after_time)}
          </StartMenu>
        </Fact>
        <Fact name={t('space')}>
          <SpaceMenu task={task}>{spaces.find(({ id }) => id === task.branch_id)?.branch_name ?? '–'}</SpaceMenu>
        </Fact>
        <Fact name={t('role')}>
          <RoleMenu task={task}>
            {roles.find(({ role_id }) => role_id === task.role_id)?.role_name ?? t('noRole')}
          </RoleMenu>
        </Fact>
        <Fact name={t('urgency')}>
          <PriorityMenu task={task}>{t(`priority.${task.priority}`)}</PriorityMenu>
        </Fact>
        <Fact name={t('repeats')}>
          <RepeatMenu task={task} />
        </Fact>
        <Fact name={t('labels')}>
          <Labels task={task} />
        </Fact>
        <Fact name={t('parent')}>
          <Parent task={task} />
        </Fact>
        {task.reporter !== null && (
          <Fact name={t('reporter')}>
            <span className="px-1.5">{nameOf(task.reporter)}</span>
          </Fact>
        )}
        {task.origin && (
          <Fact name={t('from')}>
            <Origin origin={task.origin} />
          </Fact>
        )}
      </dl>
      <Dependencies task={task} />
      <Checklist task={task} />
      <TaskFiles task={task} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="-ml-1.5 flex min-h-7 min-w-0 items-center">{children}</dd>
    </>
  )
}

const originIcons: Record<TaskOrigin['kind'], LucideIcon> = {
  log: ScrollText,
  frame: Camera,
  job: CalendarClock,
  message: MessageSquare,
  meeting: Mic,
  summary: ListChecks,
}

/** Where the task came from; a link where the app has a page for it. */
function Origin({ origin }: { origin: TaskOrigin }) {
  const { t } = useTranslation('tasks')
  const href = hrefOf(origin)
  const jobName = useTitle(origin.kind === 'job' ? `job:${origin.instruction_id}` : null)
  const name = jobName ?? t(`origin.${origin.kind}`)
  // Its own words and link belong to the picture.
  if (origin.kind === 'frame')
    return (
      <span className="min-w-0 flex-1 px-1.5">
        <LogPictures frame_ids={[origin.frame_id]} isLinked />
      </span>
    )
  if (href === null) return <span className="px-1.5">{name}</span>
  return (
    <span className="min-w-0 px-1.5">
      <ReferenceChip href={href} icon={originIcons[origin.kind]}>
        {name}
      </ReferenceChip>
    </span>
  )
}

function hrefOf(origin: TaskOrigin): string | null {
  if (origin.kind === 'log') return `#/docs/${origin.doc_id}?log=${origin.log_id}`
  if (origin.kind === 'meeting' || origin.kind === 'summary') return `#/docs/${origin.doc_id}`
  if (origin.kind === 'job') return `#/jobs/${origin.instruction_id}`
  if (origin.kind === 'message' && origin.chat_id !== undefined)
    return `#/home/messages/${origin.chat_id}?message=${origin.message_id}`
  return null
}

/** Title and description, which are edited together. */
function Words({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const [edited, setEdited] = useState<{ title: string; description: string } | null>(null)
  if (edited === null)
    return (
      <div>
        <h3 className="text-xl font-semibold tracking-tight break-words">{task.title}</h3>
        <div className="mt-1.5 text-sm text-muted">
          {task.description !== '' && (
            <Markdown headingLevel={4} components={linkComponents}>
              {task.description}
            </Markdown>
          )}
        </div>
        <Button
          size="sm"
          variant="quiet"
          className="mt-1 -ml-2.5"
          needsServer
          onClick={() => setEdited({ title: task.title, description: task.description })}
        >
          {t(task.description === '' ? 'noDescription' : 'edit')}
        </Button>
      </div>
    )
  const save = async () => {
    if (await change([task], { title: edited.title, description: edited.description })) setEdited(null)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (edited.title.trim() !== '') void save()
      }}
    >
      <TextField
        label={t('name')}
        value={edited.title}
        maxLength={limits.titleLength}
        error={edited.title.trim() === '' ? t('quick.title_missing') : null}
        onChange={event => setEdited({ ...edited, title: event.target.value })}
      />
      <TextArea
        label={t('description')}
        value={edited.description}
        maxLength={limits.descriptionLength}
        onChange={event => setEdited({ ...edited, description: event.target.value })}
      />
      <span className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" needsServer>
          {t('save')}
        </Button>
        <Button size="sm" onClick={() => setEdited(null)}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  )
}
