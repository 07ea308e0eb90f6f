import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { document as limits } from '#shared/contract/documents/limits'
import { useErrorText } from '../../../i18n/texts'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { type ReadVersion, useVersions } from './versions'

interface Props {
  doc_id: number
  version: ReadVersion
  onClose: () => void
}

/** Names a version; an empty name takes it away. */
export function NameDialog({ doc_id, version, onClose }: Props) {
  const { t } = useTranslation(['documents', 'app'])
  const errorText = useErrorText()
  const [name, setName] = useState(version.name ?? '')
  const [isSubmitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitting(true)
    const outcome = await useVersions.getState().name(doc_id, version.version, name.trim() || null)
    setSubmitting(false)
    if (outcome.ok) onClose()
    else setError(errorText(outcome))
  }
  return (
    <FormDialog
      title={t('history.nameTitle')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('history.saveName')}
      isSubmitting={isSubmitting}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('history.versionName')}
        hint={t('history.nameHint')}
        maxLength={limits.versionNameLength}
        value={name}
        onChange={event => setName(event.target.value)}
      />
    </FormDialog>
  )
}
