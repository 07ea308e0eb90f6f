import { readSubscription, type Subscription, subscribe } from '#shared/contract/billing/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { jobsOf } from '../../platform/jobs/jobs'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  secure: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
} as const

export interface Shop {
  server: TestServer
  /** The owner of a workspace on the free plan. */
  maya: Actor
  /** Submits a form of the page at which a subscription is paid. */
  submit(form: Record<string, string>, url?: string | null): Promise<Response>
  subscription(): Promise<Subscription>
  /** Orders a plan and pays it with a card. */
  pays(card: string, wanted?: Parameters<Actor['call']>[1]): Promise<Subscription>
  /** Moves the clock, and waits for everything that was due. */
  later(milliseconds: number): Promise<void>
}

/** A server with the sandbox provider. */
export async function openShop(settings: Record<string, string> = {}): Promise<Shop> {
  const server = await openTestServer({ settings: { BILLING: 'sandbox', TOKEN_SECONDS: '86400', ...settings } })
  const maya = await server.person({ name: 'Maya' })
  await maya.createOrganisation('Ridgeway Cycles')
  return shopOf(server, maya)
}

export function shopOf(server: TestServer, maya: Actor): Shop {
  const subscription = () => maya.call(readSubscription, {})
  const submit = async (form: Record<string, string>, url?: string | null) => {
    const address = new URL(url ?? (await subscription()).short_url ?? '')
    return fetch(new URL(address.pathname, server.url), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  }
  return {
    server,
    maya,
    submit,
    subscription,
    async pays(card, wanted = { plan_id: 'team', interval: 'monthly' }) {
      const { short_url } = await maya.call(subscribe, wanted as { plan_id: 'team'; interval: 'monthly' })
      await submit({ action: 'pay', card }, short_url)
      return subscription()
    },
    async later(milliseconds) {
      // Without passing time, because the server's short timers would all run meanwhile.
      server.clock.set(milliseconds + 1_000)
      await jobsOf(server.app.context).whenIdle()
      // What a job reports is looked at a moment later.
      server.clock.set(1_000)
      await jobsOf(server.app.context).whenIdle()
      await maya.signIn(maya.address)
    },
  }
}
