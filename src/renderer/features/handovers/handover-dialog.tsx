import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Handover } from '#shared/contract/handovers/endpoints'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { useWallFormat } from '../../platform/wall-format'
import { Button, LinkButton } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { LoadFailed } from '../../ui/load-failed'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { toast } from '../../ui/toast'
import { useDirectory } from '../organisations/store'
import { useHandover } from './store'

interface Props {
  branch: Branch
  onClose: () => void
}

/** When the handover of a branch is written, and to whom it is mailed. */
export function HandoverDialog({ branch, onClose }: Props) {
  const { t } = useTranslation(['handovers', 'app'])
  const errorText = useErrorText()
  const { items, status, failure } = useHandover()
  useEffect(() => void useHandover.getState().search({ branch_id: branch.id }), [branch.id])
  const handover = items.find(({ branch_id }) => branch_id === branch.id)
  if (handover) return <Form key={branch.id} {...{ branch, handover, onClose }} />
  return (
    <Dialog open onClose={onClose} title={t('title', { name: branch.branch_name })} closeLabel={t('app:action.close')}>
      {status === 'failed' ? (
        <LoadFailed
          title={t('failed')}
          text={failure && errorText(failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void useHandover.getState().load()}
        />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </Dialog>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const toggled = (all: readonly number[], one: number): number[] =>
  all.includes(one) ? all.filter(other => other !== one) : [...all, one]

function Form({ branch, handover, onClose }: Props & { handover: Handover }) {
  const { t } = useTranslation(['handovers', 'app'])
  const errorText = useErrorText()
  const wall = useWallFormat()
  const [fields, setFields] = useState(handover)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const set = (change: Partial<Handover>) => setFields(before => ({ ...before, ...change }))
  const { is_on, closes_at, timezone, recipients } = fields

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (fields.weekdays.length === 0 || closes_at === '') {
      setError(t('incomplete'))
      return
    }
    setSaving(true)
    const outcome = await useHandover
      .getState()
      .save({ branch_id: branch.id, is_on, closes_at, timezone, recipients, weekdays: fields.weekdays })
    setSaving(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t(is_on ? 'saved.on' : 'saved.off', { name: branch.branch_name }))
    onClose()
  }

  return (
    <FormDialog
      title={t('title', { name: branch.branch_name })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSaving}
      error={error}
    >
      <Switch
        label={t('on')}
        description={t('about')}
        checked={is_on}
        onChange={event => set({ is_on: event.target.checked })}
      />
      <TextField
        type="time"
        label={t('closes')}
        hint={t('zone', { zone: timezone })}
        value={closes_at}
        onChange={event => set({ closes_at: event.target.value })}
      />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5">
        <legend className="mb-1.5 text-sm font-medium">{t('days')}</legend>
        {weekdays.map(weekday => (
          <Checkbox
            key={weekday}
            label={wall.shortDay(weekday)}
            checked={fields.weekdays.includes(weekday)}
            onChange={() => set({ weekdays: toggled(fields.weekdays, weekday) })}
          />
        ))}
      </fieldset>
      <Recipients {...{ branch, recipients }} onToggle={id => set({ recipients: toggled(recipients, id) })} />
      <Last {...{ branch, handover }} onError={setError} />
    </FormDialog>
  )
}

interface RecipientsProps {
  branch: Branch
  recipients: readonly number[]
  onToggle: (user_id: number) => void
}

function Recipients({ branch, recipients, onToggle }: RecipientsProps) {
  const { t } = useTranslation('handovers')
  const people = useDirectory(state => state.items)
  const inBranch = people.filter(({ user_id }) => branch.users.some(user => user.user_id === user_id))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('mailTo')}</legend>
      {inBranch.length === 0 && <p className="text-sm text-muted">{t('nobody')}</p>}
      {inBranch.map(({ user_id, user_displayname }) => (
        <Checkbox
          key={user_id}
          label={user_displayname}
          checked={recipients.includes(user_id)}
          onChange={() => onToggle(user_id)}
        />
      ))}
    </fieldset>
  )
}

interface LastProps {
  branch: Branch
  handover: Handover
  onError: (text: string | null) => void
}

/** Leads to the last handover, and writes one now. */
function Last({ branch, handover, onError }: LastProps) {
  const { t } = useTranslation('handovers')
  const errorText = useErrorText()
  const { dayAndTime } = useFormat()
  const [isWriting, setWriting] = useState(false)
  const { last, next_at } = handover
  async function writeNow(): Promise<void> {
    setWriting(true)
    const outcome = await useHandover.getState().writeNow(branch.id)
    setWriting(false)
    onError(outcome.ok ? null : errorText(outcome))
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
      <p className="text-muted">
        {last ? t('last', { when: dayAndTime(last.written_at) }) : t('none')}
        {next_at && ` ${t('next', { when: dayAndTime(next_at) })}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" needsServer loading={isWriting} onClick={() => void writeNow()}>
          {t('writeNow')}
        </Button>
        {last && (
          <LinkButton size="sm" href={`#/docs/${last.doc_id}`}>
            {t('openLast')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
