import { z } from 'zod'
import { Id, Instant, Language } from './common'
import { FeedFrame, SharingState, Source, Viewer } from './sources/endpoints'

/** A request from the page to the main process. Both ends parse what they receive. */
export interface Channel<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I
  readonly output: O
}

const channel = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Channel<I, O> => ({ input, output })
const nothing = z.void()

/**
 * The part of a session that the page and the main process share. Only the main process refreshes tokens, so two
 * refreshes never race.
 */
export const DesktopSession = z.object({
  user_id: Id,
  organization_id: z.int(),
  organization_name: z.string(),
  tokens: z.object({ IdToken: z.string(), AccessToken: z.string(), RefreshToken: z.string() }),
})
export type DesktopSession = z.infer<typeof DesktopSession>

/** State of the capture; the state machine documents the transitions. */
export const CaptureState = z.enum([
  'off',
  'permission',
  'consent',
  'starting',
  'sharing',
  'paused',
  'reconnecting',
  'stopped_by_hand',
  'stopped_by_system',
])
export type CaptureState = z.infer<typeof CaptureState>

/** Everything that the strip, the tray and the window frame show. */
export const CaptureStatus = z.object({
  state: CaptureState,
  /** The state that viewers see; `off` whenever no picture can leave this computer. */
  sharing: SharingState,
  /** The shared screen or window, as the operating system names it. */
  what: z.string().nullable(),
  since: Instant.nullable(),
  pictures_taken: z.int(),
  viewers: z.array(Viewer),
  /** Why capture does not run, as a stable code; null when it runs or is off. */
  trouble: z
    .enum(['no_sources', 'permission_denied', 'permission_error', 'capture_failed', 'network', 'spool_full'])
    .nullable(),
})
export type CaptureStatus = z.infer<typeof CaptureStatus>

/** A screen or window that can be shared; `thumbnail` is a data URL. */
export const CaptureSource = z.object({ id: z.string(), name: z.string(), thumbnail: z.string() })
export type CaptureSource = z.infer<typeof CaptureSource>

/** Consent that a person gave on this device for one organisation [D34]. */
export const Consent = z.object({ agreed_at: Instant.nullable(), start_with_computer: z.boolean() })
export type Consent = z.infer<typeof Consent>

/**
 * The outcome of signing in with the server's OpenID provider in the person's browser. `done` carries what the server
 * needs [D11].
 */
export const GoogleReturn = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('done'),
    code: z.string(),
    code_verifier: z.string(),
    redirect_uri: z.string(),
    nonce: z.string(),
  }),
  z.object({
    /** `mismatch`: the reply was not requested by this app. `cancelled`: the person cancelled, or started again. */
    outcome: z.enum(['refused', 'mismatch', 'timed_out', 'cancelled', 'unavailable']),
  }),
])
export type GoogleReturn = z.infer<typeof GoogleReturn>

/** The texts of the pill, already translated, because its page has no message catalogue [D34]. */
export const PillAppearance = z.object({
  language: Language,
  state: SharingState.exclude(['off']),
  title: z.string(),
  /** Names of the viewers; empty while nothing is sent. */
  watching: z.string(),
  /** Number of viewers. */
  watchers: z.int(),
  /** The button's label, and its full accessible name. */
  stop: z.string(),
  stopLabel: z.string(),
})
export type PillAppearance = z.infer<typeof PillAppearance>

const ServerCheck = z.union([
  z.object({ ok: z.literal(true), address: z.string() }),
  z.object({ ok: z.literal(false), reason: z.enum(['not_an_address', 'unreachable', 'not_wheelhouse']) }),
])

/** State of the feed's connection [4.10]. */
const FeedStatus = z.enum(['DISCONNECTED', 'CONNECTED', 'RECONNECTING'])

/** Every channel that the page can call; the key is the method's name in the bridge. */
export const channels = {
  appInfo: channel(nothing, z.object({ version: z.string(), platform: z.string(), server: z.string().nullable() })),
  /** Checks the server at this address with /healthcheck and remembers the address. */
  setServer: channel(z.string().max(2_000), ServerCheck),
  setSession: channel(DesktopSession.nullable(), nothing),
  /** Returns the tokens, refreshed if they have expired; null once the server refused to refresh them [4.1]. */
  freshTokens: channel(z.object({ force: z.boolean() }), DesktopSession.shape.tokens.nullable()),
  captureStatus: channel(nothing, CaptureStatus),
  captureSources: channel(nothing, z.array(CaptureSource)),
  /**
   * Starts sharing. Without `source_id` it shares the entire screen, or the first source if there is none of that name
   * [5.8]. Needs consent.
   */
  startCapture: channel(z.object({ source_id: z.string().max(200).optional() }), CaptureStatus),
  pauseCapture: channel(nothing, CaptureStatus),
  resumeCapture: channel(nothing, CaptureStatus),
  /** Stops at once, also offline, and stays stopped [4.11d]. */
  stopCapture: channel(nothing, CaptureStatus),
  readConsent: channel(z.object({ organization_id: Id }), Consent),
  giveConsent: channel(z.object({ organization_id: Id, start_with_computer: z.boolean() }), Consent),
  withdrawConsent: channel(z.object({ organization_id: Id }), Consent),
  screenPermission: channel(nothing, z.enum(['granted', 'denied', 'unknown'])),
  openScreenSettings: channel(nothing, nothing),
  autoLaunch: channel(nothing, z.object({ enabled: z.boolean(), refused: z.boolean() })),
  setAutoLaunch: channel(z.object({ enabled: z.boolean() }), z.object({ enabled: z.boolean(), refused: z.boolean() })),
  /** Whether sharing may start by itself wherever the person consented on this computer [9.3b, D34]. */
  autoStart: channel(nothing, z.object({ enabled: z.boolean() })),
  /** Takes effect when the app next starts or the computer next wakes; running capture is not affected. */
  setAutoStart: channel(z.object({ enabled: z.boolean() }), z.object({ enabled: z.boolean() })),
  /** Returns the current status, for a page that loaded after the last push. */
  feedStatus: channel(nothing, FeedStatus),
  watch: channel(Source, nothing),
  follow: channel(Source, nothing),
  unwatch: channel(Source, nothing),
  /** Passes a request on to the person's other computers that share. It is queued until there is a connection. */
  controlOtherComputers: channel(z.enum(['stop_sharing', 'pause_sharing', 'resume_sharing']), nothing),
  /**
   * Opens the person's browser and resolves when they return, or after five minutes. Starting again cancels the first
   * attempt.
   */
  signInWithGoogle: channel(nothing, GoogleReturn),
  /** Cancels the sign-in in the browser. */
  cancelGoogle: channel(nothing, nothing),
  notify: channel(
    z.object({ title: z.string().max(200), body: z.string().max(1_000), path: z.string().max(500) }),
    nothing,
  ),
  /** The number at the icon of the app; 0 removes it. Not every system shows one. */
  setBadge: channel(z.int().min(0).max(1_000), nothing),
} as const satisfies Record<string, Channel>
export type Channels = typeof channels

/** What the main process sends to the page without a request. */
export const pushes = {
  captureChanged: CaptureStatus,
  /** A frame of the feed socket, which the main process holds on the desktop. */
  feed: FeedFrame,
  feedStatus: FeedStatus,
  tokensChanged: DesktopSession.shape.tokens.nullable(),
  /** A `wheelhouse://` link was opened; the value is the hash route to show. */
  linkOpened: z.string().max(2_000),
  /** Sent to the pill only. */
  pillChanged: PillAppearance,
} as const satisfies Record<string, z.ZodType>
export type Pushes = typeof pushes

/**
 * The only channels that the pill's page may call. The main process refuses all others, whatever the preload script
 * offers.
 */
export const pillChannels = ['stopCapture'] as const satisfies readonly (keyof Channels)[]
type PillPush = 'pillChanged'

type Requests<K extends keyof Channels> = {
  readonly [M in K]: (input: z.input<Channels[M]['input']>) => Promise<z.output<Channels[M]['output']>>
}
type Subscriptions<K extends keyof Pushes> = {
  /** Returns the function that unsubscribes. */
  readonly on: { readonly [P in K]: (listener: (value: z.output<Pushes[P]>) => void) => () => void }
}

/**
 * What the preload script exposes to the page as `window.wheelhouse`: a method for each channel and a subscription for
 * each push.
 */
export type Bridge = Requests<keyof Channels> & Subscriptions<Exclude<keyof Pushes, PillPush>>

/** What the pill's preload script exposes to its page as `window.wheelhousePill`. */
export type PillBridge = Requests<(typeof pillChannels)[number]> & Subscriptions<PillPush>
