import { SquareCheck } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task as limits } from '#shared/contract/tasks/limits'
import type { MadeItem } from '#shared/contract/tasks/origins'
import { type ActionItem, itemKey, taskOfItem } from '#shared/rules/action-items'
import type { QuickTask } from '#shared/rules/quick-task'
import { useErrorText } from '../../../i18n/texts'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { useSession } from '../../../platform/session'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'
import { ReferenceChip } from '../../../ui/reference-chip'
import { Select } from '../../../ui/select'
import { SkeletonRows } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast'
import { useCan } from '../../organisations/store'
import { Understood } from '../add/quick-add'
import { type Member, useAssignable, useSpacesOf } from '../parts'
import { type ItemText, nameOfText, useMadeItems } from './items-store'

interface Props extends ItemText {
  items: readonly ActionItem[]
  onClose: () => void
}

interface Line {
  /** As the summary has it. */
  item: string
  text: string
  isChosen: boolean
}

/** Adds action items of a text as tasks; each line can be changed before. Items with a task are shown as such. */
export function ItemsDialog({ doc_id, log_id, items, onClose }: Props) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const id = useId()
  const list = useMadeItems(state => state.lists[nameOfText({ doc_id, log_id })])
  const load = () => useMadeItems.getState().load({ doc_id, log_id })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made of them.
  useEffect(() => void load(), [doc_id, log_id])
  const [lines, setLines] = useState(() =>
    items.map(({ text, is_done }): Line => ({ item: text, text, isChosen: !is_done })),
  )
  const spaces = useSpacesOf()
  const [chosen, setChosen] = useState<number | null>(null)
  const space = chosen ?? spaces[0]?.id ?? null
  const people = useAssignable(space ?? 0)
  const read = useReader(people)
  const [key] = useState(() => crypto.randomUUID())
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const madeOf = ({ item }: Line) => list?.items.find(made => made.item === itemKey(item))
  const wanted = lines.filter(line => line.isChosen && !madeOf(line))
  const change = (item: string, fields: Partial<Line>) => {
    setError(null)
    setLines(lines.map(line => (line.item === item ? { ...line, ...fields } : line)))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (space === null || wanted.length === 0 || isSending) return
    const tasks = wanted.map(line => ({ item: line.item, ...fieldsOf(read(line.text), space) }))
    if (tasks.some(({ title }) => title === '')) {
      setError(t('items.missing'))
      return
    }
    setSending(true)
    const outcome = await useMadeItems.getState().add({ doc_id, log_id, items: tasks }, key)
    setSending(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('items.created', { count: outcome.data.filter(made => made.is_new).length }))
    onClose()
  }

  const isReady = list?.status === 'ready'
  const isAllMade = isReady && lines.every(madeOf)
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('items.title')}
      description={isAllMade ? t('items.none') : t('items.text')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t(isAllMade ? 'app:action.close' : 'app:action.cancel')}</Button>
          {!isAllMade && (
            <Button
              type="submit"
              form={id}
              variant="primary"
              loading={isSending}
              disabled={!isReady || wanted.length === 0}
              needsServer
            >
              {t('items.submit', { count: wanted.length })}
            </Button>
          )}
        </>
      }
    >
      <form id={id} onSubmit={event => void submit(event)} noValidate className="flex flex-col gap-4">
        {list?.status === 'failed' && (
          <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
            {t('items.failed')} {list.failure && errorText(list.failure)}
            <Button size="sm" onClick={() => void load()}>
              {t('app:action.tryAgain')}
            </Button>
          </p>
        )}
        {!isAllMade && (
          <Select
            label={t('quick.space')}
            options={spaces.map(({ id: space_id, branch_name }) => ({ value: String(space_id), label: branch_name }))}
            value={space === null ? null : String(space)}
            onChange={value => setChosen(Number(value))}
          />
        )}
        {isReady ? (
          <ul className="flex flex-col gap-3">
            {lines.map((line, index) => (
              <li key={line.item}>
                <ItemLine
                  line={line}
                  number={index + 1}
                  made={madeOf(line)}
                  understood={read(line.text)}
                  people={people}
                  onChange={fields => change(line.item, fields)}
                />
              </li>
            ))}
          </ul>
        ) : (
          list?.status !== 'failed' && <SkeletonRows label={t('loading')} rows={3} />
        )}
        {error !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface ItemLineProps {
  line: Line
  number: number
  made: MadeItem | undefined
  understood: QuickTask
  people: readonly Member[]
  onChange: (fields: Partial<Line>) => void
}

function ItemLine({ line, number, made, understood, people, onChange }: ItemLineProps) {
  const { t } = useTranslation('tasks')
  const { item, text, isChosen } = line
  if (made)
    return (
      <div className="pl-6.5 text-sm">
        <p className="text-muted wrap-anywhere">{item}</p>
        {made.task_id === null ? (
          <p className="mt-1 flex items-center gap-1.5">
            <SquareCheck size={14} />
            {t('items.hidden')}
          </p>
        ) : (
          <ReferenceChip href={`#/tasks/${made.task_id}`} icon={SquareCheck} className="mt-1">
            {t('items.made')}
          </ReferenceChip>
        )}
      </div>
    )
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-2.5 gap-y-1 pointer-coarse:grid-cols-[44px_minmax(0,1fr)]">
      <Checkbox
        label={t('items.add', { text: item })}
        hideLabel
        checked={isChosen}
        className="mt-2 pointer-coarse:mt-0"
        onChange={event => onChange({ isChosen: event.target.checked })}
      />
      <TextField
        label={t('items.item', { number })}
        hideLabel
        value={text}
        maxLength={limits.itemLength}
        autoComplete="off"
        onChange={event => onChange({ text: event.target.value, isChosen: true })}
      />
      <div className="col-start-2">
        {isChosen && <Understood of={understood} people={people} label={t('items.understood', { number })} isBrief />}
      </div>
    </div>
  )
}

/** Reads a line. Whoever may not assign tasks gives none to others. */
function useReader(people: readonly Member[]): (text: string) => QuickTask {
  const language = usePreferences(state => state.language)
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const canAssign = useCan('tasks.assign')
  const me = useSession(state => state.userId)
  const named = people
    .filter(({ user_id }) => canAssign || user_id === me)
    .map(({ user_id, user_displayname }) => ({ id: user_id, name: user_displayname }))
  return text => taskOfItem(text, { language, zone, now: Date.now(), people: named, spaces: [] })
}

function fieldsOf({ title, assignees, deadline, estimate_minutes, labels, priority }: QuickTask, branch_id: number) {
  return {
    ...{ title: title.slice(0, limits.titleLength), branch_id, assignees, deadline, estimate_minutes, labels },
    ...(priority && { priority }),
  }
}
