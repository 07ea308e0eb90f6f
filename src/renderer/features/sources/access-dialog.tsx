import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourcePermission } from '#shared/contract/sources'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FormDialog } from '../../ui/form-dialog'
import { SkeletonRows } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { ownPermission, usePermissions } from './permissions'
import { WhoFields } from './who-fields'

interface Props {
  /** Null is one's own screen. */
  camera: { camera_id: number; name: string } | null
  onClose: () => void
}

/** Sets who may see a camera, or one's own screen [6.8b, 6.8c]. */
export function AccessDialog({ camera, onClose }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const camera_id = camera?.camera_id
  const held = usePermissions(state => (camera_id === undefined ? undefined : state.cameras[camera_id]))
  useEffect(() => {
    if (camera_id !== undefined) void usePermissions.getState().load(camera_id)
  }, [camera_id])
  const title = camera ? t('access.title', { name: camera.name }) : t('access.ownTitle')
  const permission = camera ? held?.permission : ownPermission()
  if (permission) return <Form camera={camera} title={title} permission={permission} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('app:action.close')}>
      {held?.status === 'failed' && camera_id !== undefined ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('access.failed')}
          <Button size="sm" onClick={() => void usePermissions.getState().load(camera_id)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      ) : (
        <SkeletonRows label={t('access.loading')} rows={3} />
      )}
    </Dialog>
  )
}

function Form({ camera, title, permission, onClose }: Props & { title: string; permission: SourcePermission }) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const [value, setValue] = useState(permission)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    const outcome = await usePermissions.getState().save(camera?.camera_id ?? null, value)
    setSaving(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('access.saved'))
    onClose()
  }

  return (
    <FormDialog
      title={title}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('app:action.save')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSaving}
      error={error}
    >
      <p className="text-sm text-muted">{t(camera ? 'access.always' : 'access.ownAlways')}</p>
      <WhoFields value={value} onChange={setValue} peopleOnly={camera === null} />
    </FormDialog>
  )
}
