import type { WebContents } from 'electron'
import type { z } from 'zod'
import { pushOf } from '#shared/bridge-wire'
import { type Pushes, pushes } from '#shared/contract/desktop'
import { logError } from '../platform/log'

type Target = Pick<WebContents, 'send' | 'isDestroyed' | 'getURL'>

/** Sends pushes to the page, parsed with the contract, and only to the app's own page. */
export function createPush(target: () => Target | null, isOwn: (url: string) => boolean) {
  return <K extends keyof Pushes>(name: K, value: z.input<Pushes[K]>): void => {
    const page = target()
    if (!page || page.isDestroyed() || !isOwn(page.getURL())) return
    const schema: z.ZodType = pushes[name]
    const parsed = schema.safeParse(value)
    if (parsed.success) page.send(pushOf(name), parsed.data)
    else logError(`The push ${name} does not match the contract.`, parsed.error)
  }
}
