import { z } from 'zod'
import { storageShare } from '../limits'
import { Id } from './common'
import { endpoint, member } from './endpoint'

const bytes = z.int().min(0)

/** What the files of an organisation take up, and how much they may [D31]. */
export const StorageUse = z.object({
  used_bytes: bytes,
  /** Null where there is no limit. */
  quota_bytes: bytes.nullable(),
  /** Largest first. `unfinished` are parts of uploads that are still under way. */
  kinds: z.array(z.object({ kind: z.enum(['image', 'recording', 'file', 'unfinished']), bytes })),
  /** Those who uploaded most, also when they have left since; guests are none of them. */
  people: z.array(z.object({ user_id: Id, user_displayname: z.string(), bytes })).max(storageShare.people),
})
export type StorageUse = z.infer<typeof StorageUse>

export const readStorage = endpoint({
  method: 'POST',
  reads: true,
  path: '/organization/storage',
  summary: 'How much storage the files of the organisation use, by kind and person, and its limit.',
  access: member({ orgRole: 'admin' }),
  body: z.object({}),
  answer: StorageUse,
})
