import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import { addRole } from '#shared/contract/organisations/roles'
import type { Capability } from '#shared/rules/capabilities'
import { useFieldText, useFormText } from '../../../i18n/texts'
import { useContractForm } from '../../../platform/form'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { SuggestionChip } from '../../../ui/suggestion-chip'
import { toast } from '../../../ui/toast'
import { changeRole, createRole } from '../store'
import { capabilityGroups, useGivable } from './capabilities'

/** The families of job titles that are suggested as names of roles [9.12]. */
const jobFamilies = [
  'software',
  'product',
  'design',
  'marketing',
  'data',
  'finance',
  'executive',
  'support',
  'it',
  'healthcare',
  'education',
  'production',
] as const
type JobFamily = (typeof jobFamilies)[number]

const Fields = addRole.body.pick({ role_name: true })

interface Props {
  /** The role to change; without it, a new one is added. */
  role?: Role
  onClose: () => void
}

/** The name of a role and what it allows [D2, D41]. */
export function RoleDialog({ role, onClose }: Props) {
  const { t } = useTranslation(['administration', 'app'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const [capabilities, setCapabilities] = useState<readonly Capability[]>(role?.capabilities ?? ['logbooks.create'])
  const { form, refused } = useContractForm(Fields, { defaults: { role_name: role?.role_name ?? '' } })
  const { register, handleSubmit, formState, setValue } = form
  const { errors, isSubmitting } = formState

  const onSubmit = handleSubmit(async ({ role_name }) => {
    const fields = { role_name, capabilities: [...capabilities] }
    const saved = role ? await changeRole({ role_id: role.role_id, ...fields }) : await createRole(fields)
    if (!saved.ok) {
      refused(saved)
      return
    }
    toast.success(t(role ? 'role.changed' : 'role.added', { name: role_name }))
    onClose()
  })

  return (
    <FormDialog
      title={t(role ? 'role.edit' : 'role.add')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t(role ? 'role.save' : 'role.add')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextField
        {...register('role_name')}
        label={t('role.name')}
        error={fieldText(errors.role_name)}
        maxLength={80}
        autoComplete="off"
      />
      {!role && <JobTitles onChoose={title => setValue('role_name', title, { shouldValidate: true })} />}
      <CapabilityFields role={role} value={capabilities} onChange={setCapabilities} />
    </FormDialog>
  )
}

/** Ready-made names for roles, by family [9.12]. */
function JobTitles({ onChoose }: { onChoose: (title: string) => void }) {
  const { t } = useTranslation('administration')
  const [family, setFamily] = useState<JobFamily | null>(null)
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('titles.label')}
        placeholder={t('titles.placeholder')}
        options={jobFamilies.map(value => ({ value, label: t(`titles.family.${value}`) }))}
        value={family}
        onChange={setFamily}
      />
      {family && (
        <ul aria-label={t('titles.list')} className="flex flex-wrap gap-1.5">
          {t(`titles.of.${family}`)
            .split('|')
            .map((title, index) => (
              <li key={title}>
                <SuggestionChip index={index} onClick={() => onChoose(title)}>
                  {title}
                </SuggestionChip>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

interface CapabilityProps {
  role: Role | undefined
  value: readonly Capability[]
  onChange: (value: readonly Capability[]) => void
}

function CapabilityFields({ role, value, onChange }: CapabilityProps) {
  const { t } = useTranslation('administration')
  const givable = useGivable()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-xs font-medium text-muted">{t('role.allows')}</legend>
      {capabilityGroups.map(([group, capabilities]) => (
        <div key={group} className="flex flex-col gap-2">
          {capabilities.map(capability => {
            const isHeld = givable.has(capability) || role?.capabilities.includes(capability) === true
            return (
              <Checkbox
                key={capability}
                label={t(`capability.${capability}`)}
                description={isHeld ? undefined : t('role.notYours')}
                disabled={!isHeld}
                checked={value.includes(capability)}
                onChange={event =>
                  onChange(
                    event.target.checked ? [...value, capability] : value.filter(candidate => candidate !== capability),
                  )
                }
              />
            )
          })}
        </div>
      ))}
    </fieldset>
  )
}
