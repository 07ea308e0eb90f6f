import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import type { Source } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { readDraft, writeDraft } from '../../../platform/drafts'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Dialog } from '../../../ui/dialog'
import { toast } from '../../../ui/toast'
import { useSourceNames } from '../source-names'
import { useJobs } from '../store'
import { maskOf } from './mask'
import { PictureToDrawOn } from './picture-to-draw-on'
import { ShapeEditor } from './shape-editor'
import { type Corner, coversAnything } from './shapes'

interface Props {
  job: Job
  source: Source
  onClose: () => void
}

/** Marks the area that a job sees; the rest is blurred before anything reads the picture [D29]. */
export function AreaDialog({ job, source, onClose }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const { name } = useSourceNames()(source)
  const { instruction_id, overlay_frame_url } = job
  const draft = `job.area.${instruction_id}`
  const [corners, setCorners] = useState(() => cornersIn(readDraft(draft)))
  const [size, setSize] = useState({ width: 1280, height: 720 })
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isDrawn = coversAnything(corners)

  function change(next: Corner[]) {
    setCorners(next)
    setError(null)
    writeDraft(draft, next)
  }
  async function save() {
    setSaving(true)
    const outcome = await useJobs.getState().setArea(instruction_id, maskOf(corners, size))
    setSaving(false)
    if (!outcome.ok) return setError(errorText(outcome))
    toast.success(t('area.saved'))
    onClose()
  }
  async function remove() {
    const outcome = await useJobs.getState().removeArea(instruction_id)
    if (!outcome.ok) return errorText(outcome)
    writeDraft(draft, undefined)
    toast.success(t('area.removed'))
    onClose()
    return null
  }

  return (
    <Dialog
      open
      size="xl"
      onClose={onClose}
      title={t('area.title')}
      description={t('area.text')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          {overlay_frame_url && (
            <Button needsServer variant="danger" className="mr-auto" onClick={() => setAsking(true)}>
              {t('area.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button needsServer variant="primary" loading={isSaving} disabled={!isDrawn} onClick={() => void save()}>
            {t('area.save')}
          </Button>
        </>
      }
    >
      <PictureToDrawOn source={source}>
        {picture => (
          <ShapeEditor
            picture={picture}
            alt={t('draw.picture', { name })}
            corners={corners}
            onChange={change}
            onSize={setSize}
          />
        )}
      </PictureToDrawOn>
      {overlay_frame_url && corners.length === 0 && <p className="mt-2 text-xs text-muted">{t('area.replace')}</p>}
      {error && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {error}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('area.ask')}
          text={t('area.askText')}
          confirmLabel={t('area.remove')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

/** The last drawing on this device, which is not validated. */
function cornersIn(stored: unknown): Corner[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (corner): corner is Corner =>
      typeof corner === 'object' && corner !== null && typeof corner.x === 'number' && typeof corner.y === 'number',
  )
}
