import { z } from 'zod'
import { Id } from '../common'
import { messages as limits } from './limits'

/** Something in the workspace that a card leads to. It opens only for those who may see it. */
export const CardLink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('log'), doc_id: Id, log_id: Id }),
  z.object({ kind: z.literal('job'), instruction_id: Id, name: z.string() }),
  z.object({ kind: z.literal('task'), task_id: Id }),
])
export type CardLink = z.infer<typeof CardLink>

const WebAddress = z
  .url({ protocol: /^https?$/ })
  .max(limits.cardLink)
  .describe('An address on the web.')

/** What somebody who posts as a bot may put beside the text. All of it is plain text. */
export const PostedCard = z.object({
  title: z.string().trim().max(limits.cardTitle).default(''),
  /** How it looks; what it means stands in the text. */
  tone: z.enum(['neutral', 'good', 'warning', 'danger']).default('neutral'),
  fields: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(limits.cardFieldName),
        value: z.string().trim().max(limits.cardFieldValue),
      }),
    )
    .max(limits.cardFields)
    .default([]),
  url: WebAddress.nullable().default(null),
})
export type PostedCard = z.infer<typeof PostedCard>

/** The structured part of a bot’s message. */
export const Card = PostedCard.extend({ links: z.array(CardLink).default([]) })
export type Card = z.infer<typeof Card>
