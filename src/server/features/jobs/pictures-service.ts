import { randomUUID } from 'node:crypto'
import type { Body } from '#shared/contract/endpoint'
import type {
  changeReferences,
  listWordsReaders,
  manageFrame as manageFrameEndpoint,
  removeOverlay,
  setOverlay,
} from '#shared/contract/jobs/endpoints'
import type { Job, WordsReaders } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { apiError } from '#shared/errors'
import type { PreflightContext } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { checkType, decodeRaster, PictureError } from '../../platform/vision/raster'
import { releaseUnshownFrames } from '../logs/service'
import { keepFrames, nameOfSource } from '../sources/service'
import { changeColumns, jobOf, lockEditable } from './jobs-service'
import { hasLookedAt } from './runs-store'
import * as store from './store'
import * as words from './words-store'

const dataUrl = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/

/** Sets the pictures that a job compares with; they are kept beyond their time. */
export async function setReferences(
  ctx: MemberContext,
  { instruction_id, references }: Body<typeof changeReferences>,
): Promise<Job> {
  const row = await lockEditable(ctx, instruction_id)
  const ids = [...new Set(references)]
  const added = ids.filter(id => !row.reference_ids.includes(id))
  if (added.length > 0) await keepFrames(ctx, added)
  return changeColumns(ctx, row, { reference_ids: ids, look_state: '{}' }, { references: row.reference_ids })
}

/**
 * Keeps a picture that a run of the job looked at beyond its time, or lets it expire again, unless a log shows it or a job
 * compares with it.
 */
export async function manageFrame(
  ctx: MemberContext,
  { instruction_id, frame_id, keep }: Body<typeof manageFrameEndpoint>,
): Promise<Job> {
  await lockEditable(ctx, instruction_id)
  if (!(await hasLookedAt(ctx, instruction_id, frame_id))) throw apiError('frame.not_found')
  if (keep) await keepFrames(ctx, [frame_id])
  else if (!(await store.isReference(ctx, frame_id))) await releaseUnshownFrames(ctx, [frame_id])
  await ctx.audit({ kind: 'job.frame_managed', subject: `job:${instruction_id}`, details: { frame_id, keep } })
  return jobOf(ctx, instruction_id)
}

/** Reads the area of a job from the call, and checks that it is a picture. */
export async function readMask(_preflight: PreflightContext, { image }: Body<typeof setOverlay>): Promise<Buffer> {
  const [, base64] = dataUrl.exec(image) ?? []
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (bytes.length === 0 || bytes.length > limits.overlayBytes) throw apiError('job.overlay_invalid')
  try {
    checkType(bytes, ['png'])
    await decodeRaster(bytes)
  } catch (error) {
    if (error instanceof PictureError) throw apiError('job.overlay_invalid')
    throw error
  }
  return bytes
}

/** Stores the area of a job [D28]. The pictures of earlier runs are not compared with those to come. */
export async function saveMask(
  ctx: MemberContext,
  { instruction_id }: Body<typeof setOverlay>,
  mask: Buffer,
): Promise<Job> {
  const row = await lockEditable(ctx, instruction_id)
  const overlay_key = `jobs/${ctx.organization_id}/${instruction_id}/${randomUUID()}.png`
  await ctx.app.objects.put(overlay_key, mask, 'image/png')
  return changeArea(ctx, row, overlay_key)
}

export async function removeMask(ctx: MemberContext, { instruction_id }: Body<typeof removeOverlay>): Promise<Job> {
  const row = await lockEditable(ctx, instruction_id)
  return changeArea(ctx, row, null)
}

/** Changes the area of a job, and removes the picture of the former one. */
function changeArea(ctx: MemberContext, row: store.JobRow, overlay_key: string | null): Promise<Job> {
  const { overlay_key: former } = row
  if (former) ctx.afterCommit(() => ctx.app.objects.delete(former))
  return changeColumns(ctx, row, { overlay_key, look_state: '{}' }, { overlay: former !== null })
}

/** Which jobs read the words on a source, for the watched and for everybody else who may see it [D48]. */
export async function wordsReaders(
  ctx: MemberContext,
  { source }: Body<typeof listWordsReaders>,
): Promise<WordsReaders> {
  const isOwn = source.kind === 'screen' && source.user_id === ctx.caller.user_id
  if (!isOwn && (await nameOfSource(ctx, source)) === undefined) throw apiError('source.not_found')
  return words.wordsReaders(ctx, source)
}
