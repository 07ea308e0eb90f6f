import type { Body } from '#shared/contract/endpoint'
import type { registerToken, unregisterToken } from '#shared/contract/notifications/endpoints'
import { notifications as limits } from '#shared/contract/notifications/limits'
import { parseSubscription } from '../../platform/push/web-push'
import type { UserContext } from '../../platform/request-context'
import * as store from './devices-store'

/** Registers the browser of the caller for push messages [D37]. The check of the address may ask a name server. */
export async function register(ctx: UserContext, { token }: Body<typeof registerToken>): Promise<null> {
  await store.saveDevice(ctx, await parseSubscription(ctx.app, token), limits.devices)
  return null
}

/** Forgets the browser, also where its address is no longer allowed. */
export async function unregister(ctx: UserContext, { token }: Body<typeof unregisterToken>): Promise<null> {
  await store.deleteDevice(ctx, { endpoint: endpointOf(token) })
  return null
}

function endpointOf(token: string): string {
  try {
    return String((JSON.parse(token) as { endpoint?: unknown } | null)?.endpoint)
  } catch {
    return ''
  }
}
