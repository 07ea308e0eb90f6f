import { z } from 'zod'
import { Id, Instant, Language } from './common'
import { FeedFrame, SharingState, Source, Viewer } from './sources'

/** A question that the page asks the main process; both ends parse what they get. */
export interface Channel<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I
  readonly output: O
}

const channel = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Channel<I, O> => ({ input, output })
const nothing = z.void()

/** What the page and the main process share of a session. The main process alone refreshes tokens, so that two never race. */
export const DesktopSession = z.object({
  user_id: Id,
  organization_id: z.int(),
  organization_name: z.string(),
  tokens: z.object({ IdToken: z.string(), AccessToken: z.string(), RefreshToken: z.string() }),
})
export type DesktopSession = z.infer<typeof DesktopSession>

/** Where capture is; the transitions are written beside the state machine. */
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

/** Everything that the strip, the tray and the frame of the window show. */
export const CaptureStatus = z.object({
  state: CaptureState,
  /** What viewers are told; `off` wherever nothing can leave this computer. */
  sharing: SharingState,
  /** What is shared, as the system names it. */
  what: z.string().nullable(),
  since: Instant.nullable(),
  pictures_taken: z.int(),
  viewers: z.array(Viewer),
  /** Why it does not run, in stable words; null where there is nothing to say. */
  trouble: z
    .enum(['no_sources', 'permission_denied', 'permission_error', 'capture_failed', 'network', 'spool_full'])
    .nullable(),
})
export type CaptureStatus = z.infer<typeof CaptureStatus>

/** A screen or window that can be shared; `thumbnail` is a data URL. */
export const CaptureSource = z.object({ id: z.string(), name: z.string(), thumbnail: z.string() })
export type CaptureSource = z.infer<typeof CaptureSource>

/** What a person agreed to, once a device and organisation [D34]. */
export const Consent = z.object({ agreed_at: Instant.nullable(), start_with_computer: z.boolean() })
export type Consent = z.infer<typeof Consent>

/** What came of signing in with the server's OpenID provider in the person's browser; `done` is ready for the server [D11]. */
export const GoogleReturn = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('done'),
    code: z.string(),
    code_verifier: z.string(),
    redirect_uri: z.string(),
    nonce: z.string(),
  }),
  z.object({
    /** `mismatch`: what came back was not asked for here. `cancelled`: taken back, or begun once more. */
    outcome: z.enum(['refused', 'mismatch', 'timed_out', 'cancelled', 'unavailable']),
  }),
])
export type GoogleReturn = z.infer<typeof GoogleReturn>

/** What the pill says, in words that are ready to be shown: its page knows no catalogue [D34]. */
export const PillLook = z.object({
  language: Language,
  state: SharingState.exclude(['off']),
  title: z.string(),
  /** Who looks, by name; empty where nothing is sent. */
  watching: z.string(),
  /** How many look. */
  watchers: z.int(),
  /** The button's label, and its name in full. */
  stop: z.string(),
  stopLabel: z.string(),
})
export type PillLook = z.infer<typeof PillLook>

const ServerCheck = z.union([
  z.object({ ok: z.literal(true), address: z.string() }),
  z.object({ ok: z.literal(false), reason: z.enum(['not_an_address', 'unreachable', 'not_wheelhouse']) }),
])

/** How the feed's connection stands [4.10]. */
const FeedStatus = z.enum(['DISCONNECTED', 'CONNECTED', 'RECONNECTING'])

/** Every channel that the page can ask on, by its method in the bridge. One method a channel. */
export const channels = {
  appInfo: channel(nothing, z.object({ version: z.string(), platform: z.string(), server: z.string().nullable() })),
  /** Checks the address with /healthcheck and keeps it. */
  setServer: channel(z.string().max(2_000), ServerCheck),
  setSession: channel(DesktopSession.nullable(), nothing),
  /** The tokens as they are, refreshed when they have run out; null once the refresh was refused [4.1]. */
  freshTokens: channel(z.object({ force: z.boolean() }), DesktopSession.shape.tokens.nullable()),
  captureStatus: channel(nothing, CaptureStatus),
  captureSources: channel(nothing, z.array(CaptureSource)),
  /** Starts sharing; without `source_id` the one named like the entire screen, else the first [5.8]. Needs consent. */
  startCapture: channel(z.object({ source_id: z.string().max(200).optional() }), CaptureStatus),
  pauseCapture: channel(nothing, CaptureStatus),
  resumeCapture: channel(nothing, CaptureStatus),
  /** Works offline, at once, and stays [4.11d]. */
  stopCapture: channel(nothing, CaptureStatus),
  readConsent: channel(z.object({ organization_id: Id }), Consent),
  giveConsent: channel(z.object({ organization_id: Id, start_with_computer: z.boolean() }), Consent),
  withdrawConsent: channel(z.object({ organization_id: Id }), Consent),
  screenPermission: channel(nothing, z.enum(['granted', 'denied', 'unknown'])),
  openScreenSettings: channel(nothing, nothing),
  autoLaunch: channel(nothing, z.object({ enabled: z.boolean(), refused: z.boolean() })),
  setAutoLaunch: channel(z.object({ enabled: z.boolean() }), z.object({ enabled: z.boolean(), refused: z.boolean() })),
  /** Whether sharing may start by itself, wherever the person agreed to it on this computer [9.3b, D34]. */
  autoStart: channel(nothing, z.object({ enabled: z.boolean() })),
  /** Takes effect with the next start of the app or wake of the computer: it neither starts nor ends anything now. */
  setAutoStart: channel(z.object({ enabled: z.boolean() }), z.object({ enabled: z.boolean() })),
  /** For a page that was not there to hear of it. */
  feedStatus: channel(nothing, FeedStatus),
  watch: channel(Source, nothing),
  unwatch: channel(Source, nothing),
  /** Passes a request on to the person's other computers that share; kept until there is a connection. */
  tellOtherComputers: channel(z.enum(['stop_sharing', 'pause_sharing', 'resume_sharing']), nothing),
  /** Opens the person's browser, and answers once they are back, for five minutes at most. Beginning again ends the first. */
  signInWithGoogle: channel(nothing, GoogleReturn),
  /** Nobody waits for the browser any more. */
  cancelGoogle: channel(nothing, nothing),
  notify: channel(
    z.object({ title: z.string().max(200), body: z.string().max(1_000), path: z.string().max(500) }),
    nothing,
  ),
} as const satisfies Record<string, Channel>
export type Channels = typeof channels

/** What the main process tells the page without being asked. */
export const pushes = {
  captureChanged: CaptureStatus,
  /** What came on the feed socket, which the main process holds on the desktop. */
  feed: FeedFrame,
  feedStatus: FeedStatus,
  tokensChanged: DesktopSession.shape.tokens.nullable(),
  /** A `wheelhouse://` link was opened: the hash route to go to. */
  linkOpened: z.string().max(2_000),
  /** For the pill alone. */
  pillChanged: PillLook,
} as const satisfies Record<string, z.ZodType>
export type Pushes = typeof pushes

/** All that the pill's page may ask. The main process refuses it the rest, whatever its preload script offers. */
export const pillChannels = ['stopCapture'] as const satisfies readonly (keyof Channels)[]
type PillPush = 'pillChanged'

type Asking<K extends keyof Channels> = {
  readonly [M in K]: (input: z.input<Channels[M]['input']>) => Promise<z.output<Channels[M]['output']>>
}
type Hearing<K extends keyof Pushes> = {
  /** Answers the function that ends the subscription. */
  readonly on: { readonly [P in K]: (listener: (value: z.output<Pushes[P]>) => void) => () => void }
}

/** What the preload script puts into the page as `window.wheelhouse`: a method for each channel, and one to hear each push. */
export type Bridge = Asking<keyof Channels> & Hearing<Exclude<keyof Pushes, PillPush>>

/** What the pill's preload script puts into its page, as `window.wheelhousePill`. */
export type PillBridge = Asking<(typeof pillChannels)[number]> & Hearing<PillPush>
