import { z } from 'zod'
import { Id, Instant, Nothing, Person, text } from '../common'
import { anyone, endpoint, member } from '../endpoint'
import { PostedCard } from './card'
import { messages as limits } from './limits'
import { ChatMessage } from './message'

/** An account of the organisation that writes messages without being a person [1.10, 3.12]. */
export const Bot = z.object({
  bot_id: Id,
  name: z.string(),
  about: z.string(),
  /** The spaces into which it may write. */
  branch_ids: z.array(Id),
  /** Whether it may write to each member. */
  writes_people: z.boolean(),
  /** True for the bot through which jobs write. It has no webhook, and cannot be changed. */
  is_jobs: z.boolean(),
  has_webhook: z.boolean(),
  created_by: Person.nullable(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Bot = z.infer<typeof Bot>

const settable = {
  name: text(limits.botName),
  about: z.string().trim().max(limits.botAbout),
  branch_ids: z.array(Id).max(limits.botSpaces),
  writes_people: z.boolean(),
} as const

const access = member({ orgRole: 'admin' })

export const listBots = endpoint({
  method: 'POST',
  reads: true,
  path: '/bot/list',
  summary: 'Lists the bots of the organisation by name.',
  access,
  body: z.object({}),
  answer: z.array(Bot),
})

export const createBot = endpoint({
  method: 'POST',
  path: '/bot/create',
  summary: 'Creates a bot. It writes nothing before it has a webhook.',
  access,
  body: z.object({
    ...settable,
    about: settable.about.default(''),
    branch_ids: settable.branch_ids.default([]),
    writes_people: settable.writes_people.default(false),
  }),
  answer: Bot,
})

const OneBot = z.object({ bot_id: Id })

export const editBot = endpoint({
  method: 'POST',
  path: '/bot/edit',
  summary: 'Changes a bot; what is left out stays.',
  access,
  body: OneBot.extend(z.object(settable).partial().shape),
  answer: Bot,
})

export const deleteBot = endpoint({
  method: 'POST',
  path: '/bot/delete',
  summary: 'Deletes a bot with its webhook. What it wrote stays.',
  access,
  body: OneBot,
  answer: Nothing,
})

export const renewWebhook = endpoint({
  method: 'POST',
  path: '/bot/webhook',
  summary:
    'Gives a bot a webhook, whose path is returned this once; an earlier one ends. With `is_on` false it only ends.',
  access,
  body: OneBot.extend({ is_on: z.boolean().default(true) }),
  answer: z.object({ path: z.string().nullable() }),
})

const OwnChat = z.object({ chat_id: Id })

export const getBotMessages = endpoint({
  method: 'POST',
  reads: true,
  path: '/bot/get',
  summary:
    'Returns messages of the caller’s chat with a bot, newest first: the newest ones, or those before `last_id`.',
  access: member(),
  body: OwnChat.extend({ last_id: Id.optional(), limit: z.int().min(1).max(100).default(limits.page) }),
  answer: z.array(ChatMessage),
})

export const clearBotChat = endpoint({
  method: 'POST',
  path: '/bot/clear',
  summary: 'Deletes all messages of the caller’s chat with a bot. What the bot writes later appears in it again.',
  access: member(),
  body: OwnChat,
  answer: Nothing,
})

export const postAsBot = endpoint({
  method: 'POST',
  path: '/hooks/{token}',
  summary:
    'Writes a message as the bot of a webhook: into all of its spaces, or into one space or to one person that it may write to. A `client_id` is accepted once in a chat.',
  access: anyone(),
  body: z.object({
    token: z.string().min(1).max(200),
    text: text(limits.textLength),
    card: PostedCard.optional(),
    branch_id: Id.optional(),
    user_id: Id.optional(),
    client_id: z.string().min(1).max(64).optional(),
  }),
  answer: z.object({ messages: z.array(z.object({ chat_id: Id, message_id: Id })) }),
  perMinute: 120,
  bodyBytes: 64_000,
})
