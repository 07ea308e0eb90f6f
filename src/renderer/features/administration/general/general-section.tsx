import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Organisation, updateOrganisation } from '#shared/contract/organisations/endpoints'
import { useErrorText, useFieldText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { useContractForm } from '../../../platform/form'
import { MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { TextArea, TextField } from '../../../ui/field'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { toast } from '../../../ui/toast'
import { useOrganisation, useOrganisations } from '../../organisations/store'
import type { SectionProps } from '../section-props'
import { CameraSettings } from '../slots'
import { DeletionPart } from './deletion-part'
import { ExportPart } from './export-part'
import { PicturePart } from './picture-part'

/** The name, the description and the picture of the workspace, and its end. */
export function GeneralSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  const organisation = useOrganisation()
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.general')}>
      <PaneHeader
        title={t('section.general')}
        headingLevel={isChosen ? 1 : 2}
        back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
      />
      <PaneBody padded>
        {organisation && (
          <div className="flex max-w-[560px] flex-col gap-7">
            <PicturePart organisation={organisation} />
            <NameForm key={organisation.organization_id} organisation={organisation} />
            <CameraSettings />
            {organisation.org_role === 'owner' && <ExportPart />}
            {organisation.org_role === 'owner' && <DeletionPart organisation={organisation} />}
          </div>
        )}
      </PaneBody>
    </Pane>
  )
}

const Fields = updateOrganisation.body.required().pick({
  updated_organization_name: true,
  updated_organization_description: true,
})

function NameForm({ organisation }: { organisation: Organisation }) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const { form, refused } = useContractForm(Fields, {
    defaults: {
      updated_organization_name: organisation.organization_name,
      updated_organization_description: organisation.organization_description ?? '',
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const onSubmit = handleSubmit(async fields => {
    const outcome = await call(updateOrganisation, fields)
    if (!outcome.ok) {
      refused(outcome)
      return
    }
    useOrganisations.getState().put(outcome.data)
    toast.success(t('general.saved'))
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={event => void onSubmit(event)}>
      <TextField
        {...register('updated_organization_name')}
        label={t('general.name')}
        error={fieldText(errors.updated_organization_name)}
        maxLength={80}
        autoComplete="organization"
      />
      <TextArea
        {...register('updated_organization_description')}
        label={t('general.description')}
        error={fieldText(errors.updated_organization_description)}
        maxLength={500}
      />
      {errors.root && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText({ code: String(errors.root.type), message: errors.root.message ?? '' })}
        </p>
      )}
      <MenuActions
        entries={[
          { label: t('general.save'), needsServer: true, disabled: isSubmitting, onSelect: () => void onSubmit() },
        ]}
        group={t('section.general')}
      />
      <div>
        <Button needsServer type="submit" variant="primary" loading={isSubmitting}>
          {t('general.save')}
        </Button>
      </div>
    </form>
  )
}
