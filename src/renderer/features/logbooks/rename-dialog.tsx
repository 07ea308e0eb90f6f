import { useTranslation } from 'react-i18next'
import { createDocument } from '#shared/contract/logbooks'
import { useErrorText, useFieldText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { type Info, useLogbooks } from './store'

const Fields = createDocument.body.pick({ document_name: true, document_description: true })

/** Changes what a document is called and what it is about. */
export function RenameDialog({ info, onClose }: { info: Info; onClose: () => void }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: { document_name: info.document_name, document_description: info.document_description ?? '' },
    draft: `logbook.rename.${info.doc_id}`,
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const onSubmit = handleSubmit(async ({ document_name, document_description = '' }) => {
    const outcome = await useLogbooks.getState().update({ doc_id: info.doc_id, document_name, document_description })
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
      error={errors.root && errorText({ code: String(errors.root.type), message: errors.root.message ?? '' })}
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
    </FormDialog>
  )
}
