import { useTranslation } from 'react-i18next'
import { createDocument } from '#shared/contract/logbooks'
import { useErrorText, useFieldText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextArea, TextField } from '../../ui/field'
import { type Info, useLogbooks } from './store'

const formId = 'rename-logbook'
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
    <Dialog
      open
      onClose={onClose}
      title={t('rename.title')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isSubmitting}>
            {t('rename.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={event => {
          if (isSubmitting) event.preventDefault()
          else void onSubmit(event)
        }}
        noValidate
        className="flex flex-col gap-4"
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
        {errors.root && (
          <p role="alert" className="text-sm text-danger-ink">
            {errorText({ code: String(errors.root.type), message: errors.root.message ?? '' })}
          </p>
        )}
      </form>
    </Dialog>
  )
}
