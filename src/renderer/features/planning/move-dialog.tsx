import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import type { Outcome } from '../../platform/api'
import { TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { Select } from '../../ui/select'
import { useDirectory } from '../organisations/store'
import { type Column, snap } from './drag'
import { clockOf, minutesOn, type Placed } from './wall'

interface Props {
  placed: Placed
  date: string
  move: (to: Column, minutes: number) => Promise<Outcome<unknown>>
  onClose: () => void
}

/** Moves a task to a person, a day and a time, as dragging does. */
export function MoveDialog({ placed: { item, from }, date, move, onClose }: Props) {
  const { t } = useTranslation(['planning', 'app'])
  const errorText = useErrorText()
  const people = useDirectory(state => state.items)
  const [user_id, setUser] = useState(item.user_id)
  const [day, setDay] = useState(date)
  const [time, setTime] = useState(clockOf(Math.ceil(from / snap) * snap))
  const [isMoving, setMoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (day === '' || time === '') return
    setMoving(true)
    const outcome = await move({ user_id, date: day }, minutesOn(day, `${day}T${time}:00.000Z`))
    setMoving(false)
    if (outcome.ok) onClose()
    else setProblem(errorText(outcome))
  }
  return (
    <FormDialog
      title={t('move.title', { title: item.title })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('move.save')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isMoving}
      error={problem}
    >
      <Select
        label={t('move.person')}
        options={people.map(person => ({ value: String(person.user_id), label: person.user_displayname }))}
        value={String(user_id)}
        onChange={value => setUser(Number(value))}
      />
      <TextField
        label={t('move.day')}
        type="date"
        required
        value={day}
        onChange={event => setDay(event.target.value)}
      />
      <TextField
        label={t('move.time')}
        type="time"
        required
        value={time}
        onChange={event => setTime(event.target.value)}
      />
    </FormDialog>
  )
}
