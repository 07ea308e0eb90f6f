import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addBranch } from '#shared/contract/organisations/endpoints'
import { useErrorText, useFieldText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { Segmented } from '../../ui/segmented'
import { useSpaces } from './store'

const Fields = addBranch.body.pick({ branch_name: true, branch_address: true, branch_city: true })

interface Props {
  onClose: () => void
  onAdded: (branch_id: number) => void
}

/** Adds a space, which is a branch [D4]. */
export function NewSpaceDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation(['home', 'app'])
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const [isOpen, setOpen] = useState(true)
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: { branch_name: '', branch_address: '', branch_city: '' },
    draft: 'space.new',
  })
  const { register, handleSubmit, formState, setFocus } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('branch_name'), [setFocus])

  const onSubmit = handleSubmit(async fields => {
    const added = await useSpaces.getState().add({ ...fields, is_open_branch: isOpen })
    if (!added.ok) {
      refused(added)
      return
    }
    arrived()
    onAdded(added.data.id)
  })

  return (
    <FormDialog
      title={t('new.title')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('new.submit')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={errors.root && errorText({ code: String(errors.root.type), message: errors.root.message ?? '' })}
    >
      <TextField
        {...register('branch_name')}
        label={t('new.name')}
        error={fieldText(errors.branch_name)}
        maxLength={80}
        autoComplete="off"
      />
      <TextField
        {...register('branch_address')}
        label={t('new.address')}
        hint={t('new.addressHint')}
        error={fieldText(errors.branch_address)}
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        {...register('branch_city')}
        label={t('new.city')}
        error={fieldText(errors.branch_city)}
        maxLength={100}
        autoComplete="off"
      />
      <div className="flex flex-col gap-1">
        <Segmented
          label={t('new.who')}
          value={isOpen ? 'open' : 'closed'}
          onChange={value => setOpen(value === 'open')}
          options={[
            { value: 'open', label: t('open') },
            { value: 'closed', label: t('closed') },
          ]}
        />
        <p className="text-xs text-muted">{t(isOpen ? 'new.openHint' : 'new.closedHint')}</p>
      </div>
    </FormDialog>
  )
}
