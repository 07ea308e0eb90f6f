import type { WebContents } from 'electron'
import type { z } from 'zod'
import { pushOf } from '#shared/bridge-wire'
import { type Pushes, pushes } from '#shared/contract/desktop'
import { logError } from '../platform/log'

type Target = Pick<WebContents, 'send' | 'isDestroyed' | 'getURL'>

/** Tells the page something without being asked, parsed with the contract; to nobody but the app's own page. */
export function createPush(target: () => Target | null, isOwn: (url: string) => boolean) {
  return <K extends keyof Pushes>(name: K, value: z.input<Pushes[K]>): void => {
    const page = target()
    if (!page || page.isDestroyed() || !isOwn(page.getURL())) return
    const schema: z.ZodType = pushes[name]
    const parsed = schema.safeParse(value)
    if (parsed.success) page.send(pushOf(name), parsed.data)
    else logError(`What was to be told as ${name} is not the contract’s.`, parsed.error)
  }
}
