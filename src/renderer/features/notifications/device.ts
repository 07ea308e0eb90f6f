import { registerToken, unregisterToken } from '#shared/contract/notifications/endpoints'
import { getConfig } from '#shared/contract/profile/endpoints'
import { call, type Outcome } from '../../platform/api'
import { logError } from '../../platform/log'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'

/** Who allowed push messages in this browser. Another person who signs in here allows them for themselves. */
const useAllowed = createSlice(
  'pushAllowed',
  { userIds: [] as number[] },
  set => ({
    allow(user_id: number, isAllowed: boolean) {
      set(({ userIds }) => {
        const at = userIds.indexOf(user_id)
        if (isAllowed && at < 0) userIds.push(user_id)
        if (!isAllowed && at >= 0) userIds.splice(at, 1)
      })
    },
  }),
  { scope: 'device', persist: ['userIds'] },
)

/** `blocked`: the browser refuses, until the person changes its settings. */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The registration of the service worker, if there is one. */
const registration = async () => (isSupported() ? navigator.serviceWorker.getRegistration() : undefined)

export async function deviceState(): Promise<DeviceState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const { userId } = useSession.getState()
  const isOn = (await worker.pushManager.getSubscription()) !== null
  return isOn && userId !== null && useAllowed.getState().userIds.includes(userId) ? 'on' : 'off'
}

/**
 * Asks the browser for permission and registers it [7.10b]. Without permission no token is registered [8.5a]; what else
 * goes wrong is in the console [8.5b].
 */
export async function allowPush(): Promise<DeviceState | { failed: Extract<Outcome<null>, { ok: false }> | null }> {
  const { userId } = useSession.getState()
  const worker = await registration()
  if (!worker || userId === null) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  try {
    const outcome = await register(worker)
    if (!outcome.ok) return { failed: outcome }
  } catch (cause) {
    logError('The browser gave no push subscription.', cause)
    return { failed: null }
  }
  useAllowed.getState().allow(userId, true)
  return 'on'
}

async function register(worker: ServiceWorkerRegistration): Promise<Outcome<null>> {
  const config = await call(getConfig, {})
  if (!config.ok) return config
  const applicationServerKey = config.data.push_public_key
  const known = await worker.pushManager.getSubscription()
  const subscription = known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  return call(registerToken, { token: JSON.stringify(subscription), device_id: 'web' })
}

/** Ends push messages in this browser, also if the server cannot be told: it learns from the push service. */
export async function stopPush(): Promise<DeviceState> {
  const { userId } = useSession.getState()
  if (userId !== null) useAllowed.getState().allow(userId, false)
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) {
    await call(unregisterToken, { token: JSON.stringify(subscription) })
    await subscription.unsubscribe()
  }
  return deviceState()
}

/** Registers again what the person allowed, because a subscription ends with its session. */
export async function renewPush(): Promise<void> {
  const { userId } = useSession.getState()
  if (userId === null || !useAllowed.getState().userIds.includes(userId) || !isSupported()) return
  if (Notification.permission !== 'granted') return
  const worker = await navigator.serviceWorker.ready
  const outcome = await register(worker)
  if (!outcome.ok) logError('Push could not be set up.', outcome.code)
}

/** Removes pushed notifications that were read here: these, or all of them. */
export async function closeShown(ids: readonly number[] | 'all'): Promise<void> {
  const worker = await registration()
  const shown = (await worker?.getNotifications()) ?? []
  for (const notification of shown)
    if (ids === 'all' || ids.some(id => notification.tag === `n${id}`)) notification.close()
}
