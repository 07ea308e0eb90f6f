import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { createOrganisation } from '#shared/contract/organisations/endpoints'
import { useErrorText, useFieldText, useFormText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { toast } from '../../ui/toast'
import { chooseOrganisation, createWorkspace } from './store'

/** Creates a workspace, opens it, and shows the first steps once. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['organisations', 'app'])
  const errorText = useErrorText()
  const formText = useFormText()
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
    <FormDialog
      title={t('create.title')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('create.submit')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
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
    </FormDialog>
  )
}
