import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Organisation, updateOrganisation } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { MenuActions } from '../../../platform/menu-actions'
import { NotAPicture, squarePicture } from '../../../platform/square-picture'
import { Button } from '../../../ui/button'
import { FileButton } from '../../../ui/file-button'
import { OrgMark } from '../../../ui/org-mark'
import { useOrganisations } from '../../organisations/store'

const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The picture of the workspace, cropped to a square before it is sent. */
export function PicturePart({ organisation }: { organisation: Organisation }) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  const fileButton = useRef<HTMLButtonElement>(null)
  const { organization_id, organization_name: name, organization_image: image } = organisation
  const chooseLabel = t(image ? 'general.changePicture' : 'general.choosePicture')

  async function save(updated_organization_image: string | null) {
    setSaving(true)
    const outcome = await call(updateOrganisation, { updated_organization_image })
    setSaving(false)
    setError(outcome.ok ? null : errorText(outcome))
    if (outcome.ok) useOrganisations.getState().put(outcome.data)
    // The button that removed the picture is gone.
    if (updated_organization_image === null) group.current?.querySelector('button')?.focus()
  }

  async function choose([file]: File[]) {
    if (!file) return
    try {
      await save(await squarePicture(file))
    } catch (cause) {
      if (!(cause instanceof NotAPicture)) throw cause
      setError(t('general.notAPicture'))
    }
  }

  return (
    <fieldset ref={group} aria-label={t('general.picture')} className="flex min-w-0 items-center gap-4">
      <MenuActions
        entries={[
          { label: chooseLabel, needsServer: true, disabled: isSaving, onSelect: () => fileButton.current?.click() },
          ...(image ? [{ label: t('general.removePicture'), needsServer: true, onSelect: () => void save(null) }] : []),
        ]}
        group={t('section.general')}
      />
      <OrgMark name={name} id={String(organization_id)} src={image} size={64} />
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap gap-2">
          <FileButton
            ref={fileButton}
            needsServer
            size="sm"
            accept={accepted}
            loading={isSaving}
            onFiles={files => void choose(files)}
          >
            {chooseLabel}
          </FileButton>
          {image && (
            <Button needsServer size="sm" variant="quiet" onClick={() => void save(null)}>
              {t('general.removePicture')}
            </Button>
          )}
        </div>
        {error && (
          <p role="alert" className="text-xs text-danger-ink">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
