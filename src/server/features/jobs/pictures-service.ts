import { randomUUID } from 'node:crypto'
import type { Body } from '#shared/contract/endpoint'
import type { changeReferences, removeOverlay, setOverlay } from '#shared/contract/jobs/endpoints'
import type { Job } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { apiError } from '#shared/errors'
import type { PreflightContext } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { checkType, decodeRaster, PictureError } from '../../platform/vision/raster'
import { keepFrames } from '../sources/service'
import { audienceOf } from './audience'
import { jobOf, lockEditable } from './jobs-service'
import * as store from './store'

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
  return change(ctx, row, { reference_ids: ids, look_state: '{}' }, { references: row.reference_ids })
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
  return change(ctx, row, { overlay_key, look_state: '{}' }, { overlay: row.overlay_key !== null })
}

export async function removeMask(ctx: MemberContext, { instruction_id }: Body<typeof removeOverlay>): Promise<Job> {
  const row = await lockEditable(ctx, instruction_id)
  return change(ctx, row, { overlay_key: null, look_state: '{}' }, { overlay: row.overlay_key !== null })
}

/** Sets columns of a job that have calls of their own, as a change of the job. */
export async function change(
  ctx: MemberContext,
  row: store.JobRow,
  columns: store.JobColumns,
  was: Record<string, unknown>,
): Promise<Job> {
  const { id, revision, overlay_key } = row
  await store.updateJob(ctx, id, { ...columns, revision: revision + 1, updated_at: ctx.now })
  if ('overlay_key' in columns && overlay_key) ctx.afterCommit(() => ctx.app.objects.delete(overlay_key))
  await store.insertRevision(ctx, { job_id: id, revision: revision + 1, was })
  await ctx.audit({ kind: 'job.edited', subject: `job:${id}`, details: { was } })
  ctx.record({ kind: 'job.changed', instruction_id: id }, await audienceOf(ctx, id))
  return jobOf(ctx, id)
}
