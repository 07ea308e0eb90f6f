import type { Input } from '#shared/contract/endpoint'
import { type Bot, createBot, deleteBot, editBot, listBots, renewWebhook } from '#shared/contract/messages/bots'
import { call, type Outcome } from '../../../platform/api'
import { createListSlice } from '../../../platform/list-slice'

/** The bots of the organisation, for owners and admins. */
export const useBots = createListSlice('bots', {
  list: () => call(listBots, {}),
  key: bot => bot.bot_id,
  actions: ({ changer }) => ({
    /** Creates a bot, or changes the one with `bot_id`. */
    async save(fields: Input<typeof createBot>, bot_id?: number): Promise<Outcome<Bot>> {
      const change = changer()
      const outcome = await (bot_id === undefined ? call(createBot, fields) : call(editBot, { bot_id, ...fields }))
      if (outcome.ok)
        change(bots => [...bots.filter(bot => bot.bot_id !== outcome.data.bot_id), outcome.data].sort(byName))
      return outcome
    },
    async remove(bot_id: number): Promise<Outcome<null>> {
      const change = changer()
      const outcome = await call(deleteBot, { bot_id })
      if (outcome.ok) change(bots => bots.filter(bot => bot.bot_id !== bot_id))
      return outcome
    },
    /** Gives a bot a webhook, or ends it. Returns its path, which is told only now. */
    async renew(bot_id: number, is_on: boolean): Promise<Outcome<{ path: string | null }>> {
      const change = changer()
      const outcome = await call(renewWebhook, { bot_id, is_on })
      if (outcome.ok) change(bots => bots.map(bot => (bot.bot_id === bot_id ? { ...bot, has_webhook: is_on } : bot)))
      return outcome
    },
  }),
})

const byName = (one: Bot, other: Bot): number => one.name.localeCompare(other.name)
