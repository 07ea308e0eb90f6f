import type { RunRead, RunReason } from '#shared/contract/jobs/job'
import { ModelFailure } from '../../../platform/model/model'
import { NoMember } from '../../../platform/run-as'
import { PictureError } from '../../../platform/vision/raster'

/** Why a run ends without a result. */
export class RunFailure extends Error {
  override name = 'RunFailure'
  constructor(
    readonly reason: RunReason,
    /** Whether nothing was wrong with the job, and the next planned time may be different. */
    readonly isSkip: boolean,
    readonly read: RunRead | null,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** A run without any picture: skipped while nobody shares, failed if a source should have answered. */
export function nothingSeen(read: RunRead): RunFailure {
  const reasons = read.sources.flatMap(({ reason }) => reason ?? [])
  if (reasons.every(reason => reason === 'not_shared')) return new RunFailure('not_shared', true, read)
  const isForbidden = reasons.every(reason => reason === 'not_allowed')
  return new RunFailure(isForbidden ? 'not_allowed' : 'no_picture', false, read)
}

/** The failure that an error means; the error itself if it is none of the run. */
export function failureFrom(error: unknown, read: RunRead, signal: AbortSignal): unknown {
  if (error instanceof RunFailure || signal.aborted || error instanceof NoMember) return error
  if (error instanceof ModelFailure)
    return new RunFailure(error.kind === 'slow' ? 'model_slow' : 'model_failed', false, read, { cause: error })
  if (error instanceof PictureError) return new RunFailure('picture_unreadable', false, read, { cause: error })
  return new RunFailure('unexpected', false, read, { cause: error })
}
