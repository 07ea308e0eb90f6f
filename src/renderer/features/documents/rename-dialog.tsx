import { useTranslation } from 'react-i18next'
import { createDocument, updateDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { useFieldText, useFormText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { type Info, useDocuments } from './store'

const Fields = createDocument.body.pick({ document_name: true, document_description: true }).extend({
  prompt: updateDocument.body.shape.prompt,
})

/** Changes the name, the description and the summary prompt of a document. */
export function RenameDialog({ info, onClose }: { info: Info; onClose: () => void }) {
  const { t } = useTranslation(['logbooks', 'app', 'documents'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: {
      document_name: info.document_name,
      document_description: info.document_description ?? '',
      prompt: info.prompt ?? '',
    },
    draft: `logbook.rename.${info.doc_id}`,
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  // A page has no summary.
  const hasSummary = info.document_type !== 'document'
  const onSubmit = handleSubmit(async ({ document_name, document_description = '', prompt = '' }) => {
    const outcome = await useDocuments
      .getState()
      .update({ doc_id: info.doc_id, document_name, document_description, ...(hasSummary && { prompt }) })
    if (!outcome.ok) {
      refused(outcome)
      return
    }
    arrived()
    onClose()
  })

  return (
    <FormDialog
      title={t('rename.title')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('rename.submit')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextField
        {...register('document_name')}
        label={t('new.name')}
        error={fieldText(errors.document_name)}
        maxLength={200}
        autoComplete="off"
      />
      <TextArea
        {...register('document_description')}
        label={t('new.description')}
        hint={t('new.optional')}
        error={fieldText(errors.document_description)}
        maxLength={2000}
      />
      {hasSummary && (
        <TextArea
          {...register('prompt')}
          label={t('documents:settings.prompt')}
          hint={t('documents:settings.promptHint')}
          error={fieldText(errors.prompt)}
          maxLength={limits.promptLength}
        />
      )}
    </FormDialog>
  )
}
