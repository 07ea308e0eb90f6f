import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { view as limits } from '#shared/contract/tasks/limits'
import type { ViewSettings } from '#shared/contract/tasks/views'
import { useErrorText } from '../../../i18n/texts'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast'
import { useViews } from './views-store'

interface Props {
  branch_id: number | null
  settings: ViewSettings
  onClose: () => void
}

/** Names the current view. */
export function SaveView({ branch_id, settings, onClose }: Props) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [is_shared, setShared] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') {
      setMissing(true)
      return
    }
    setSubmitting(true)
    const outcome = await useViews.getState().add({ name: name.trim(), branch_id, settings, is_shared })
    setSubmitting(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('views.saved', { name: outcome.data.name }))
    onClose()
  }
  return (
    <FormDialog
      title={t('views.saveTitle')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      error={error}
    >
      <TextField
        label={t('views.name')}
        hint={t(branch_id === null ? 'views.hintMine' : 'views.hintSpace')}
        value={name}
        error={isMissing ? t('views.nameMissing') : null}
        maxLength={limits.nameLength}
        autoComplete="off"
        onChange={event => {
          setName(event.target.value)
          setMissing(false)
        }}
      />
      <Checkbox
        label={t('views.share')}
        description={t('views.shareText')}
        checked={is_shared}
        onChange={event => setShared(event.target.checked)}
      />
    </FormDialog>
  )
}
