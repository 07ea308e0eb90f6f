import type { Channels, Pushes } from './contract/desktop'

/** How the bridge's methods and pushes are called between the processes. Without zod, so that the preload script stays small. */
export const channelOf = (method: keyof Channels): string => `wheelhouse:${method}`
export const pushOf = (name: keyof Pushes): string => `wheelhouse:on:${name}`

/** What comes back on a channel: errors travel as values, because those that Electron rethrows lose everything but their message. */
export type BridgeReply = { ok: true; value: unknown } | { ok: false; code: string; message: string }
