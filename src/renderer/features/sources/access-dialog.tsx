import { Building2, Shield } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { Icon } from '../../ui/icon'
import { Loading, Skeleton } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { toast } from '../../ui/toast'
import { AccessGrants, AccessRequests } from '../access/slots'
import { useOrganisation } from '../organisations/store'
import { subjectOf } from './keys'
import { usePermissions } from './permissions'
import { useSources } from './store'

interface Props {
  camera: Camera
  /** Whether the person manages cameras; otherwise the dialog is read-only. */
  managed: boolean
  onClose: () => void
}

/** Shows who may see a camera, and lets people who manage cameras change it [6.8b, D41]. */
export function CameraAccess({ camera, managed, onClose }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const { camera_id, name } = camera
  const subject = subjectOf({ kind: 'camera', camera_id })
  const held = usePermissions(state => state.cameras[camera_id])
  useEffect(() => void usePermissions.getState().load(camera_id), [camera_id])
  return (
    <AccessDialog title={t('access.title', { name })} onClose={onClose}>
      {managed && <AccessRequests subject={subject} />}
      <Line icon={Shield} text={t(managed ? 'access.always' : 'detail.always')} />
      {held?.permission && <Everybody camera_id={camera_id} isOpen={held.permission.organisation} managed={managed} />}
      {held?.status === 'loading' && (
        <Loading label={t('access.loading')}>
          <Skeleton width="50%" />
        </Loading>
      )}
      {held?.status === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('access.failed')}
          <Button size="sm" onClick={() => void usePermissions.getState().load(camera_id)}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      <AccessGrants subject={subject} managed={managed} />
    </AccessDialog>
  )
}

/** Shows who may see the person's own screen while it is shared, and lets the person change it [6.8c]. */
export function OwnAccess({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation('sources')
  const subject = subjectOf({ kind: 'screen', user_id })
  const isOpen = useSources(state => state.feed?.is_my_screen_accessible_to_org ?? false)
  // The feed contains the people who may see it.
  const refresh = () => void useSources.getState().refresh()
  return (
    <AccessDialog title={t('access.ownTitle')} onClose={onClose}>
      <AccessRequests subject={subject} onChanged={refresh} />
      <Line icon={Shield} text={t('access.ownAlways')} />
      <Everybody camera_id={null} isOpen={isOpen} managed />
      <AccessGrants subject={subject} managed onChanged={refresh} />
    </AccessDialog>
  )
}

function AccessDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('app')
  return (
    <Dialog open size="lg" onClose={onClose} title={title} closeLabel={t('action.close')}>
      <div className="flex flex-col gap-5">{children}</div>
    </Dialog>
  )
}

function Line({ icon: Glyph, text }: { icon: Icon; text: string }) {
  return (
    <p className="flex gap-2 text-sm text-muted">
      <Glyph size={16} className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}

interface EverybodyProps {
  /** Null for one's own screen. */
  camera_id: number | null
  isOpen: boolean
  managed: boolean
}

/** Gives everybody in the workspace access. Opening a source to all takes a second press. */
function Everybody({ camera_id, isOpen, managed }: EverybodyProps) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const name = useOrganisation()?.organization_name ?? ''
  /** Null uses the stored setting. */
  const [choice, setChoice] = useState<boolean | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const label = t('access.organisation', { name })
  const isOn = choice ?? isOpen

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    setError(null)
    const outcome = await usePermissions.getState().save(camera_id, { organisation: isOn })
    setSaving(false)
    if (!outcome.ok) return setError(errorText(outcome))
    setChoice(null)
    toast.success(t('access.saved'))
  }

  if (!managed) return isOpen ? <Line icon={Building2} text={label} /> : null
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={event => void save(event)}>
      <Switch label={label} checked={isOn} onChange={event => setChoice(event.target.checked)} />
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      {isOn !== isOpen && (
        <Button needsServer type="submit" variant="primary" loading={isSaving} className="self-start">
          {t('app:action.save')}
        </Button>
      )}
    </form>
  )
}
