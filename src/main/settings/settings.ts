import { z } from 'zod'
import { Consent } from '#shared/contract/desktop'

const Spot = z.object({ x: z.int(), y: z.int() })
const Bounds = Spot.extend({ width: z.int().min(1), height: z.int().min(1) })

/** The settings of this computer. Every part has a default for a missing or damaged file. */
const Settings = z.object({
  /** The server's origin. */
  server: z.url().nullable().catch(null),
  /** Encrypted; see the vault. */
  session: z.string().nullable().catch(null),
  /** Whether capture may start by itself: on by default in the desktop app [9.3b]. It still needs consent [D34]. */
  autoStart: z.boolean().catch(true),
  autoLaunchRefused: z.boolean().catch(false),
  warnedOfPlainSecrets: z.boolean().catch(false),
  consents: z.record(z.string(), Consent).catch({}),
  /** Who stopped by hand, and has not started since [4.11d]. */
  stopped: z.record(z.string(), z.literal(true)).catch({}),
  window: Bounds.extend({ isMaximized: z.boolean() }).nullable().catch(null),
  /** The position of the pill. */
  pill: Spot.nullable().catch(null),
})
type Settings = z.output<typeof Settings>

/** A store of values by name, such as electron-store. */
export interface Store {
  get(name: string): unknown
  set(name: string, value: unknown): void
}

interface Who {
  readonly user_id: number
  readonly organization_id: number
}

const keyOf = ({ user_id, organization_id }: Who): string => `${user_id} in ${organization_id}`
const none: Consent = { agreed_at: null, start_with_computer: false }

export function createSettings(store: Store) {
  const get = <K extends keyof Settings>(name: K): Settings[K] =>
    Settings.shape[name].parse(store.get(name)) as Settings[K]
  const set = <K extends keyof Settings>(name: K, value: Settings[K]): void => store.set(name, value)

  return {
    get,
    set,
    /** Consent for this device, a person and an organisation [D34]. */
    consent(who: Who | null): Consent {
      return (who && get('consents')[keyOf(who)]) ?? none
    },
    setConsent(who: Who, consent: Consent | null): Consent {
      const { [keyOf(who)]: _, ...others } = get('consents')
      set('consents', consent ? { ...others, [keyOf(who)]: consent } : others)
      return consent ?? none
    },
    isStopped(who: Who | null): boolean {
      return who !== null && get('stopped')[keyOf(who)] === true
    },
    setStopped(who: Who, isStopped: boolean): void {
      const { [keyOf(who)]: _, ...others } = get('stopped')
      set('stopped', isStopped ? { ...others, [keyOf(who)]: true } : others)
    },
  }
}
export type SettingsStore = ReturnType<typeof createSettings>
