import { z } from 'zod'
import { Id } from '../common'
import { endpoint, member } from '../endpoint'
import { storageShare } from './limits'

const bytes = z.int().min(0)

/** How much storage the files of an organisation use, and its limit [D31]. */
export const StorageUse = z.object({
  used_bytes: bytes,
  /** Null if there is no limit. */
  quota_bytes: bytes.nullable(),
  /** Largest first. `unfinished` covers the parts of running uploads. */
  kinds: z.array(z.object({ kind: z.enum(['image', 'recording', 'file', 'unfinished']), bytes })),
  /** The people who uploaded most, including those who left since, but no guests. */
  people: z.array(z.object({ user_id: Id, user_displayname: z.string(), bytes })).max(storageShare.people),
})
export type StorageUse = z.infer<typeof StorageUse>

export const readStorage = endpoint({
  method: 'POST',
  reads: true,
  path: '/organization/storage',
  summary: 'Returns how much storage the files of the organisation use, by kind and person, and its limit.',
  access: member({ orgRole: 'admin' }),
  body: z.object({}),
  answer: StorageUse,
})
