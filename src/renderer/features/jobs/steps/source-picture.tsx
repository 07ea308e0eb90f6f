import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import type { SourceKey } from '../../sources/keys'
import { LivePicture } from '../../sources/live-picture'
import { useSources } from '../../sources/store'
import { useJobs } from '../store'

interface Props {
  source: SourceKey
  name: string
  job: Job | null
  /** How many other sources give pictures. */
  more: number
}

/** The newest known picture of a source; what lies outside the marked area is darker. Nobody is watched for it. */
export function SourcePicture({ source, name, job, more }: Props) {
  const { t } = useTranslation('jobs')
  const { time, dayAndTime, daysAgo } = useFormat()
  const taken = useSources(state => state.pictures[source]?.taken_at)
  return (
    <figure className="w-[196px] shrink-0 max-md:w-full">
      <span className="relative block aspect-video overflow-hidden rounded-sm bg-surface-3">
        <LivePicture source={source} name={name} isOld={false} />
        {job?.overlay_frame_url && <AreaShade job={job} url={job.overlay_frame_url} />}
        {taken && (
          <span
            data-theme="dark"
            className="absolute bottom-1.5 left-1.5 rounded-xs bg-surface-0/80 px-1.5 text-xs font-medium text-default tabular-nums"
          >
            {daysAgo(taken) === 0 ? time(taken) : dayAndTime(taken)}
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
