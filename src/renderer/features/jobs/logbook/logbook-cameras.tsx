import { useTranslation } from 'react-i18next'
import { LivePicture } from '../../sources/slots'
import { useLogbookJobs } from './store'

/** More pictures would push everything else out of sight. */
const atMost = 3

/** Beside the logs of a logbook: what the cameras show at which jobs look for it. */
export function CamerasOfThisLogbook({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('jobs')
  const camera_ids = useLogbookJobs(state => state.byLogbook[doc_id]?.camera_ids)
  if (!camera_ids || camera_ids.length === 0) return null
  return (
    <section aria-labelledby="logbook-cameras">
      <h2 id="logbook-cameras" className="text-xs font-semibold text-muted">
        {t('feeding.cameras')}
      </h2>
      <ul className="mt-1.5 grid gap-2">
        {camera_ids.slice(0, atMost).map(camera_id => (
          <li key={camera_id}>
            <LivePicture source={{ kind: 'camera', camera_id }} />
          </li>
        ))}
      </ul>
    </section>
  )
}
