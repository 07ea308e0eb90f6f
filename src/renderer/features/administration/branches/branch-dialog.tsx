import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addBranch } from '#shared/contract/organisations/branches'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useFieldText, useFormText } from '../../../i18n/texts'
import { useContractForm } from '../../../platform/form'
import { TextArea, TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { Segmented } from '../../../ui/segmented'
import { toast } from '../../../ui/toast'
import { changeBranch, createBranch } from '../store'

const Fields = addBranch.body.omit({ is_open_branch: true })

interface Props {
  /** The branch to change; without it, a new one is added. */
  branch?: Branch
  title?: string
  submitLabel?: string
  onClose: () => void
  onAdded?: (branch: Branch) => void
}

/** The name, the address and the visibility of a branch [3.3, D3], which is a space of Home [D4]. */
export function BranchDialog({ branch, title, submitLabel, onClose, onAdded }: Props) {
  const { t } = useTranslation(['administration', 'app'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const [isOpen, setOpen] = useState(branch?.is_open_branch ?? true)
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: {
      branch_name: branch?.branch_name ?? '',
      branch_description: branch?.branch_description ?? '',
      branch_address: branch?.branch_address ?? '',
      branch_city: branch?.branch_city ?? '',
      branch_country: branch?.branch_country ?? '',
    },
    ...(!branch && { draft: 'branch.new' }),
  })
  const { register, handleSubmit, formState, setFocus } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('branch_name'), [setFocus])

  const onSubmit = handleSubmit(async fields => {
    const { branch_name, branch_description, ...place } = fields
    const saved = branch
      ? await changeBranch({
          branch_id: branch.id,
          new_branch_name: branch_name,
          new_branch_description: branch_description,
          ...place,
          is_open_branch: isOpen,
        })
      : await createBranch({ ...fields, is_open_branch: isOpen })
    if (!saved.ok) {
      refused(saved)
      return
    }
    arrived()
    toast.success(t(branch ? 'branch.changed' : 'branch.added', { name: branch_name }))
    onClose()
    if (!branch) onAdded?.(saved.data)
  })

  return (
    <FormDialog
      title={title ?? t(branch ? 'branch.edit' : 'branch.add')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={submitLabel ?? t(branch ? 'branch.save' : 'branch.add')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextField
        {...register('branch_name')}
        label={t('branch.name')}
        error={fieldText(errors.branch_name)}
        maxLength={80}
        autoComplete="off"
      />
      <TextArea
        {...register('branch_description')}
        label={t('branch.description')}
        error={fieldText(errors.branch_description)}
        maxLength={500}
        rows={2}
      />
      <TextField
        {...register('branch_address')}
        label={t('branch.address')}
        hint={t('branch.addressHint')}
        error={fieldText(errors.branch_address)}
        maxLength={200}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...register('branch_city')}
          label={t('branch.city')}
          error={fieldText(errors.branch_city)}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          {...register('branch_country')}
          label={t('branch.country')}
          error={fieldText(errors.branch_country)}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <div className="flex flex-col gap-1">
        <Segmented
          label={t('branch.who')}
          value={isOpen ? 'open' : 'closed'}
          onChange={value => setOpen(value === 'open')}
          options={(['open', 'closed'] as const).map(value => ({ value, label: t(`branch.${value}`) }))}
        />
        <p className="text-xs text-muted">{t(isOpen ? 'branch.openHint' : 'branch.closedHint')}</p>
      </div>
    </FormDialog>
  )
}
