import { CalendarDays, Clock3, Flag, Plus, Tag, UserRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '#shared/contract/endpoint'
import type { createTask } from '#shared/contract/tasks/endpoints'
import { task as limits } from '#shared/contract/tasks/limits'
import { parseQuickTask, type QuickTask } from '#shared/rules/quick-task'
import { useErrorText } from '../../../i18n/texts'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import { useFormat } from '../../../platform/format'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'
import type { Icon } from '../../../ui/icon'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast'
import type { NewTaskProps } from '../../home/slots'
import type { Fields } from '../cards'
import { sendTask, type TaskInput } from '../comments-store'
import { useAssignable, useMinutesText, useSpacesOf } from '../parts'
import { useTasks } from '../store'
import { usePlanned, withDuration } from './planned-fields'

const draft = 'task.new'

interface Props extends NewTaskProps {
  /** Fields that the task has from the place where it is added. */
  fields?: Fields
}

const longestLine = 500
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, longestLine)

/** Adds a task from one line, and shows what was understood of it before it is created. */
export function QuickAdd({ branch_id, fields = {}, origin, text: given = '', place, onClose }: Props) {
  const { t } = useTranslation(['tasks', 'app'])
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const spaces = useSpacesOf()
  const [text, setText] = useState(() => (origin ? onOneLine(given) : String(readDraft(draft) ?? '')))
  const [chosen, setChosen] = useState<number | null>(branch_id ?? null)
  const [error, setError] = useState<string | null>(null)
  const { isSending, send } = useSendFrom(setError, onClose)
  const space = chosen ?? spaces[0]?.id ?? null
  const people = useAssignable(space ?? 0)
  const language = usePreferences(state => state.language)
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const parsed = parseQuickTask(text, {
    ...{ language, zone, now: Date.now() },
    people: people.map(({ user_id, user_displayname }) => ({ id: user_id, name: user_displayname })),
    spaces: spaces.map(({ id: space_id, branch_name }) => ({ id: space_id, name: branch_name })),
  })
  const planned = usePlanned(place, people, parsed.assignees)
  const understood = place && parsed.title !== '' ? withDuration(parsed) : parsed
  const target = understood.branch_id ?? space
  useEffect(() => field.current?.focus(), [])

  function write(next: string) {
    setText(next)
    setError(null)
    if (origin) return
    if (next.trim() === '') clearDraft(draft)
    else writeDraft(draft, next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const { title, deadline, estimate_minutes, labels, priority } = understood
    if (title === '' || target === null) {
      setError(t('quick.title_missing'))
      return
    }
    const { assignees, ...where } = { ...fields, ...planned.fieldsNow() }
    const input: TaskInput = {
      title: title.slice(0, limits.titleLength),
      description: descriptionOf(title, given),
      branch_id: target,
      deadline,
      estimate_minutes,
      labels,
      priority: priority ?? 'normal',
      // Whoever is named does it, instead of the person of the place where the task is added.
      assignees: understood.assignees.length > 0 ? understood.assignees : (assignees ?? []),
      role_id: where.role_id ?? null,
      status: where.status && where.status !== 'done' ? where.status : 'todo',
      fixed_start_time: where.fixed_start_time ?? null,
      start_after_time: where.start_after_time ?? null,
    }
    if (origin) {
      void send({ ...input, source: origin.kind === 'log' ? 'log' : 'person', origin })
      return
    }
    sendTask(input)
    clearDraft(draft)
    if (!navigator.onLine) toast.info(t('quick.waits'))
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('quick.title')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isSending} needsServer={origin !== undefined}>
            {t('quick.create')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          ref={field}
          label={t('quick.field')}
          hint={t('quick.hint')}
          value={text}
          error={error}
          maxLength={longestLine}
          autoComplete="off"
          onChange={event => write(event.target.value)}
        />
        <Select
          label={t('quick.space')}
          options={spaces.map(({ id: space_id, branch_name }) => ({ value: String(space_id), label: branch_name }))}
          value={target === null ? null : String(target)}
          disabled={understood.branch_id !== null}
          onChange={value => setChosen(Number(value))}
        />
        {planned.view}
        <Understood of={understood} people={people} label={t('quick.understood')} />
      </form>
    </Dialog>
  )
}

/** What does not fit into a title is not lost, and neither are the lines of the text that it was made of. */
function descriptionOf(title: string, given: string): string {
  const text = given.trim()
  if (text.length > longestLine || text.includes('\n')) return text.slice(0, limits.descriptionLength)
  return title.length > limits.titleLength ? title : ''
}

/** Creates a task from something, once, however often it is pressed. */
function useSendFrom(onRefused: (why: string) => void, onDone: () => void) {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  const [key] = useState(() => crypto.randomUUID())
  const [isSending, setSending] = useState(false)
  async function send(input: Input<typeof createTask>): Promise<void> {
    if (isSending) return
    setSending(true)
    const outcome = await useTasks.getState().create(input, key)
    setSending(false)
    if (!outcome.ok) {
      onRefused(errorText(outcome))
      return
    }
    toast.success(t('quick.created', { title: outcome.data.title }))
    onDone()
  }
  return { isSending, send }
}

interface UnderstoodProps {
  of: QuickTask
  people: readonly { user_id: number; user_displayname: string }[]
  label: string
  /** Leaves out the title, where the line is not shortened. */
  isBrief?: boolean
}

/** What a line says, before the task is created. */
export function Understood({ of, people, label, isBrief = false }: UnderstoodProps) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const minutes = useMinutesText()
  const names = of.assignees.flatMap(id => people.find(person => person.user_id === id)?.user_displayname ?? [])
  const { deadline, estimate_minutes, priority, labels, title } = of
  const facts: [Icon, string, ReactNode][] = [
    ...(deadline
      ? [[CalendarDays, t('column.due'), `${format.shortDay(deadline)}, ${format.time(deadline)}`] as const]
      : []),
    ...(estimate_minutes ? [[Clock3, t('column.planned'), minutes(estimate_minutes)] as const] : []),
    ...(names.length > 0 ? [[UserRound, t('assigned'), names.join(', ')] as const] : []),
    ...(priority ? [[Flag, t('urgency'), t(`priority.${priority}`)] as const] : []),
    ...(labels.length > 0 ? [[Tag, t('labels'), labels.join(', ')] as const] : []),
  ].map(([icon, name, value]) => [icon, name, value])
  return (
    <section aria-label={label} aria-live="polite" className={cx('text-sm', !isBrief && 'min-h-10')}>
      {title !== '' && !isBrief && <p className="font-medium break-words">{title}</p>}
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
        {facts.map(([Glyph, name, value]) => (
          <li key={name} className="flex items-center gap-1.5">
            <Glyph size={14} />
            <span className="sr-only">{name}: </span>
            {value}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The button in the header of a space that adds a task. */
export function AddTaskToSpace({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="primary" icon={Plus} aria-label={t('newTask')} onClick={() => setOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <QuickAdd branch_id={branch_id} onClose={() => setOpen(false)} />}
    </>
  )
}
