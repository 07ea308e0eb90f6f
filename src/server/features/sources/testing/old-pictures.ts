import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Source } from '#shared/contract/sources/endpoints'
import { idOf } from '../frames-store'
import type { Yard } from '../test-yard'

/** A picture of one colour. */
export const plainPicture = (background: string, { width = 160, height = 120 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

interface Old {
  source: Source
  /** When it was taken, as an instant. */
  at: number
  kept?: boolean
}

/** Stores a picture as if it had been taken earlier; returns its id. */
export async function storePicture(
  { server, maya }: Pick<Yard, 'server' | 'maya'>,
  bytes: Buffer,
  { source, at, kept = false }: Old,
): Promise<string> {
  const id = randomUUID()
  const key = `frames/${maya.organization_id}/old/${id}.jpg`
  await server.app.context.objects.put(key, bytes, 'image/jpeg')
  await server.asOwner(
    `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes, kept)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [maya.organization_id, id, source.kind, idOf(source), new Date(at).toISOString(), key, bytes.length, kept],
  )
  return id
}
