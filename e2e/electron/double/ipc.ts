import type { IpcMain } from 'electron'
import { strict } from './strict'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown
const handlers = new Map<string, Handler>()

export const ipcMain: Pick<IpcMain, 'handle' | 'on' | 'removeAllListeners'> = strict('ipcMain', {
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  // Stories send nothing on these channels, because the preload script has no such method.
  on: () => ipcMain as unknown as IpcMain,
  removeAllListeners: () => ipcMain as unknown as IpcMain,
} satisfies Partial<IpcMain>)

/** Handles a message from a page; values that Electron cannot clone are rejected in both directions. */
export async function answer(channel: string, event: Electron.IpcMainInvokeEvent, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return structuredClone(await handler(event, ...structuredClone(args)))
}
