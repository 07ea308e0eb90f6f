import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task, TaskRepeat } from '#shared/contract/tasks/task'
import { browserTimeZone, usePreferences } from '../../../platform/preferences'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { useChangeTasks } from '../use-task-actions'
import { FactMenu, useChoice } from './fact-menus'

const rules = {
  never: null,
  everyDay: { every: 1, unit: 'day' },
  everyWeek: { every: 1, unit: 'week' },
  every2Weeks: { every: 2, unit: 'week' },
} as const

function ruleOf(repeat: TaskRepeat | null): keyof typeof rules | 'ownRepeat' {
  if (repeat === null) return 'never'
  if ('cron' in repeat || repeat.every > 2) return 'ownRepeat'
  if (repeat.unit === 'day') return repeat.every === 1 ? 'everyDay' : 'ownRepeat'
  return repeat.every === 1 ? 'everyWeek' : 'every2Weeks'
}

/** When the next task of a recurring one is due: a rule that is often used, or one’s own [D13]. */
export function RepeatMenu({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const choice = useChoice(task)
  const [isOpen, setOpen] = useState(false)
  const timezone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const current = ruleOf(task.repeat)
  const options = (Object.keys(rules) as (keyof typeof rules)[]).map(name => {
    const rule = rules[name]
    return { label: t(name), checked: name === current, fields: { repeat: rule && { ...rule, timezone } } }
  })
  const entries = [choice(t('repeats'), options), { label: t('repeat.own'), onSelect: () => setOpen(true) }]
  const own = task.repeat && current === 'ownRepeat' ? task.repeat : null
  return (
    <>
      <FactMenu name={t('repeats')} entries={entries}>
        {own === null
          ? t(current)
          : 'cron' in own
            ? own.cron
            : t(own.unit === 'day' ? 'repeat.everyDays' : 'repeat.everyWeeks', { count: own.every })}
      </FactMenu>
      {isOpen && <RuleDialog task={task} timezone={timezone} onClose={() => setOpen(false)} />}
    </>
  )
}

function RuleDialog({ task, timezone, onClose }: { task: Task; timezone: string; onClose: () => void }) {
  const { t } = useTranslation(['tasks', 'app'])
  const change = useChangeTasks()
  const { repeat } = task
  const [unit, setUnit] = useState<'day' | 'week' | 'cron'>(
    repeat === null ? 'day' : 'cron' in repeat ? 'cron' : repeat.unit,
  )
  const [every, setEvery] = useState(String(repeat !== null && 'every' in repeat ? repeat.every : 3))
  const [cron, setCron] = useState(repeat !== null && 'cron' in repeat ? repeat.cron : '0 9 1 * *')
  const [error, setError] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)

  async function save() {
    const number = Number(every)
    if (unit !== 'cron' && !(Number.isInteger(number) && number >= 1 && number <= 365)) {
      setError(t('repeat.range'))
      return
    }
    const next: TaskRepeat = unit === 'cron' ? { cron: cron.trim(), timezone } : { every: number, unit, timezone }
    setWorking(true)
    const isDone = await change([task], { repeat: next }, true)
    setWorking(false)
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={t('repeats')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('cancel')}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async event => {
        event.preventDefault()
        await save()
      }}
      isSubmitting={isWorking}
    >
      <Select
        label={t('repeat.unit')}
        options={(['day', 'week', 'cron'] as const).map(value => ({ value, label: t(`repeat.${value}`) }))}
        value={unit}
        onChange={setUnit}
      />
      {unit === 'cron' ? (
        <TextField
          label={t('repeat.cronField')}
          hint={t('repeat.cronHint')}
          autoComplete="off"
          value={cron}
          onChange={event => setCron(event.target.value)}
        />
      ) : (
        <TextField
          type="number"
          min={1}
          max={365}
          label={t('repeat.every')}
          error={error}
          value={every}
          onChange={event => setEvery(event.target.value)}
        />
      )}
      {repeat !== null && (
        <Button
          size="sm"
          variant="quiet"
          className="self-start"
          needsServer
          onClick={() => void change([task], { repeat: null }, true).then(isDone => isDone && onClose())}
        >
          {t('never')}
        </Button>
      )}
    </FormDialog>
  )
}
