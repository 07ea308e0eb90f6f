import type { Channels, Pushes } from './contract/desktop'

/**
 * Names of the IPC channels between the page and the main process. This file imports no zod, so the preload script
 * stays small.
 */
export const channelOf = (method: keyof Channels): string => `wheelhouse:${method}`
export const pushOf = (name: keyof Pushes): string => `wheelhouse:on:${name}`

/**
 * The reply on a channel. Errors travel as values because Electron keeps nothing but the message of an error it
 * rethrows.
 */
export type BridgeReply = { ok: true; value: unknown } | { ok: false; code: string; message: string }
