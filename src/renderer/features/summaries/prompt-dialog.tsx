import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { useFieldText, useFormText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { Checkbox } from '../../ui/checkbox'
import { TextArea } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { type Info, useDocuments } from '../documents/store'

const Fields = updateDocument.body.pick({ prompt: true }).required()

interface Props {
  info: Info
  onClose: () => void
  /** Called when the new prompt is saved and the summary should be refreshed. */
  onRefresh: () => void
}

/** Changes the prompt of a summary. Typed text is kept until it is saved. */
export function PromptDialog({ info, onClose, onRefresh }: Props) {
  const { t } = useTranslation(['summaries', 'app', 'documents'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const [isToRefresh, setToRefresh] = useState(true)
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: { prompt: info.prompt ?? '' },
    draft: `logbook.prompt.${info.doc_id}`,
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const onSubmit = handleSubmit(async ({ prompt }) => {
    const outcome = await useDocuments.getState().update({ doc_id: info.doc_id, prompt })
    if (!outcome.ok) {
      refused(outcome)
      return
    }
    arrived()
    onClose()
    if (isToRefresh) onRefresh()
  })
  return (
    <FormDialog
      title={t('prompt.title')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('prompt.submit')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextArea
        {...register('prompt')}
        label={t('prompt.label')}
        hint={t('prompt.hint')}
        error={fieldText(errors.prompt)}
        maxLength={limits.promptLength}
        rows={5}
      />
      <Checkbox
        label={t('prompt.refresh')}
        checked={isToRefresh}
        onChange={event => setToRefresh(event.target.checked)}
      />
    </FormDialog>
  )
}
