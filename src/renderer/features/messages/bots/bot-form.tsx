import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bot } from '#shared/contract/messages/bots'
import { messages as limits } from '#shared/contract/messages/limits'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { useDirectory } from '../../organisations/store'
import { useBots } from './store'
import { Webhook } from './webhook'

interface Props {
  /** The bot to change; a new one otherwise. */
  bot: Bot | null
  onClose: () => void
  /** With a bot that was just created, which then gets its webhook. */
  onSaved: (bot: Bot) => void
}

/** Creates a bot, or changes what it is called and where it may write. */
export function BotForm({ bot, onClose, onSaved }: Props) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const legend = useId()
  const branches = useDirectory(state => state.branches)
  const [fields, setFields] = useState({
    name: bot?.name ?? '',
    about: bot?.about ?? '',
    branch_ids: bot?.branch_ids ?? [],
    writes_people: bot?.writes_people ?? false,
  })
  const [nameError, setNameError] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isWorking, setWorking] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => void useDirectory.getState().open(), [])

  async function save() {
    if (fields.name.trim() === '') {
      setNameError(t('bots.nameNeeded'))
      return
    }
    setNameError(null)
    setWorking(true)
    const outcome = await useBots.getState().save(fields, bot?.bot_id)
    setWorking(false)
    if (!outcome.ok) setFailure(outcome)
    else if (bot === null) onSaved(outcome.data)
    else onClose()
  }

  return (
    <FormDialog
      key={bot?.bot_id ?? 'new'}
      title={bot?.name ?? t('bots.new')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t(bot ? 'bots.save' : 'bots.create')}
      onClose={onClose}
      onSubmit={async event => {
        event.preventDefault()
        await save()
      }}
      isSubmitting={isWorking}
      error={failure && errorText(failure)}
    >
      <TextField
        label={t('bots.name')}
        maxLength={limits.botName}
        autoComplete="off"
        value={fields.name}
        error={nameError}
        onChange={event => setFields({ ...fields, name: event.target.value })}
      />
      <TextField
        label={t('bots.about')}
        maxLength={limits.botAbout}
        autoComplete="off"
        value={fields.about}
        onChange={event => setFields({ ...fields, about: event.target.value })}
      />
      <fieldset aria-labelledby={legend} className="flex min-w-0 flex-col gap-2">
        <legend id={legend} className="pb-1 text-xs font-medium text-muted">
          {t('bots.mayWrite')}
        </legend>
        {branches.map(branch => (
          <Checkbox
            key={branch.id}
            label={branch.branch_name}
            checked={fields.branch_ids.includes(branch.id)}
            onChange={event => {
              const others = fields.branch_ids.filter(id => id !== branch.id)
              setFields({ ...fields, branch_ids: event.target.checked ? [...others, branch.id] : others })
            }}
          />
        ))}
        <Checkbox
          label={t('bots.people')}
          checked={fields.writes_people}
          onChange={event => setFields({ ...fields, writes_people: event.target.checked })}
        />
      </fieldset>
      {bot && <Webhook bot={bot} />}
      {bot && (
        <Button variant="danger" size="sm" className="self-start" onClick={() => setDeleting(true)}>
          {t('bots.delete')}
        </Button>
      )}
      {bot && isDeleting && (
        <ConfirmDialog
          title={t('bots.deleteTitle', { name: bot.name })}
          text={t('bots.deleteText')}
          confirmLabel={t('bots.delete')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          danger
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            const outcome = await useBots.getState().remove(bot.bot_id)
            if (!outcome.ok) return errorText(outcome)
            onClose()
            return null
          }}
        />
      )}
    </FormDialog>
  )
}
