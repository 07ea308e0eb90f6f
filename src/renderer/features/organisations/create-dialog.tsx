import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { createOrganisation } from '#shared/contract/organisations'
import { useErrorText, useFieldText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextArea, TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { chooseOrganisation, createWorkspace } from './store'

const formId = 'create-workspace'

/** Creates a workspace, goes into it, and shows the first steps once. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['organisations', 'app'])
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const { form, refused, arrived } = useContractForm(createOrganisation.body, {
    defaults: { organization_name: '', organization_description: '' },
    draft: 'workspace.new',
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const onSubmit = handleSubmit(async ({ organization_name, organization_description }) => {
    const created = await createWorkspace({
      organization_name,
      ...(organization_description && { organization_description }),
    })
    if (!created.ok) {
      refused(created)
      return
    }
    arrived()
    const chosen = await chooseOrganisation(created.data.organization_id)
    onClose()
    if (chosen.ok) await navigate('/intro')
    else toast.failure(errorText(chosen))
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('create.title')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isSubmitting}>
            {t('create.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <TextField
          {...register('organization_name')}
          label={t('create.name')}
          hint={t('create.nameHint')}
          error={fieldText(errors.organization_name)}
          maxLength={80}
          autoComplete="organization"
          autoFocus
        />
        <TextArea
          {...register('organization_description')}
          label={t('create.description')}
          hint={t('create.optional')}
          error={fieldText(errors.organization_description)}
          maxLength={500}
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
