import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import type { Source } from '#shared/contract/sources/endpoints'
import { useFormat } from '../../../platform/format'
import { useSources } from '../../sources/store'
import { keyOf } from '../source-names'
import { useJobs } from '../store'

interface Props {
  source: Source
  name: string
  job: Job | null
  /** How many other sources give pictures. */
  more: number
}

/** The newest known picture of a source; what lies outside the marked area is darker. Nobody is watched for it. */
export function SourcePicture({ source, name, job, more }: Props) {
  const { t } = useTranslation('jobs')
  const { time, dayAndTime, daysAgo } = useFormat()
  const picture = useSources(state => state.pictures[keyOf(source)])
  const isLoaded = useSources(state => state.feed !== null)
  const when = picture && (daysAgo(picture.taken_at) === 0 ? time(picture.taken_at) : dayAndTime(picture.taken_at))
  return (
    <figure className="w-[196px] shrink-0 max-md:w-full">
      <span className="relative block aspect-video overflow-hidden rounded-sm bg-surface-3">
        {picture ? (
          <img src={picture.url} alt={t('draw.picture', { name })} className="size-full object-cover" />
        ) : (
          <span className="grid size-full place-items-center px-3 text-center text-xs text-muted">
            {isLoaded && t('look.noPicture')}
          </span>
        )}
        {picture && job?.overlay_frame_url && <AreaShade job={job} url={job.overlay_frame_url} />}
        {when && (
          <span
            data-theme="dark"
            className="absolute bottom-1.5 left-1.5 rounded-xs bg-surface-0/80 px-1.5 text-xs font-medium text-default tabular-nums"
          >
            {when}
          </span>
        )}
      </span>
      {more > 0 && <figcaption className="mt-1 text-xs text-muted">{t('look.more', { count: more })}</figcaption>}
    </figure>
  )
}

/** The mask is white where the job sees something. Multiplied with the picture it darkens the rest. */
function AreaShade({ job, url }: { job: Job; url: string }) {
  const { t } = useTranslation('jobs')
  const renewed = useRef(false)
  return (
    <span data-theme="dark" className="absolute inset-0 bg-strong mix-blend-multiply">
      <img
        src={url}
        alt={t('area.alt')}
        // The address has expired; a fresh one comes with the job.
        onError={() => {
          if (!renewed.current) void useJobs.getState().read(job.instruction_id)
          renewed.current = true
        }}
        className="size-full object-cover"
      />
    </span>
  )
}
