import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#shared/contract/sources/endpoints'
import { type PictureRegion, pictureLimits } from '#shared/rules/picture-rules'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { useSourceNames } from '../source-names'
import { PictureToDrawOn } from './picture-to-draw-on'
import { ShapeEditor } from './shape-editor'
import { type Corner, cornersOf, coversAnything } from './shapes'

interface Props {
  source: Source
  region: PictureRegion
  /** The other parts of the picture. */
  others: readonly PictureRegion[]
  onSave: (region: PictureRegion) => void
  onClose: () => void
}

/** Draws and names a part of the picture that rules look at. It becomes part of the unsaved changes of the job. */
export function RegionDialog({ source, region, others, onSave, onClose }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const { name: sourceName } = useSourceNames()(source)
  const [name, setName] = useState(region.name)
  const [corners, setCorners] = useState<Corner[]>(() => cornersOf(region.shape))
  const [error, setError] = useState<{ at: 'name' | 'shape'; text: string } | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError({ at: 'name', text: t('region.nameMissing') })
    if (!coversAnything(corners)) return setError({ at: 'shape', text: t('region.shapeMissing') })
    onSave({ id: region.id, name: name.trim(), shape: { kind: 'polygon', points: corners } })
    onClose()
  }
  return (
    <FormDialog
      title={t('region.title')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('done')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={false}
      error={error?.at === 'shape' ? error.text : null}
    >
      <TextField
        label={t('region.name')}
        placeholder={t('region.placeholder')}
        maxLength={pictureLimits.nameLength}
        autoComplete="off"
        value={name}
        error={error?.at === 'name' ? error.text : null}
        onChange={event => {
          setName(event.target.value)
          setError(null)
        }}
      />
      <PictureToDrawOn source={source}>
        {picture => (
          <ShapeEditor
            picture={picture}
            alt={t('draw.picture', { name: sourceName })}
            corners={corners}
            onChange={next => {
              setCorners(next)
              setError(null)
            }}
            others={others.map(other => cornersOf(other.shape))}
          />
        )}
      </PictureToDrawOn>
    </FormDialog>
  )
}
