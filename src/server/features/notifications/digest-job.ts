import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { day } from '#shared/limits'
import type { AppContext } from '../../platform/app-context'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import type { RequestContext } from '../../platform/request-context'
import { NoMember, runAsPerson } from '../../platform/run-as'
import * as store from './preferences-store'
import { type Locale, languageOf, sentenceOf } from './sentence'
import { sentences } from './sentences'
import { missedSince } from './store'
import { nextDigest } from './times'
import { visibleAmong } from './visible'

/** Lines of each organisation in a digest. */
const most = 30

const DigestInput = z.object({ user_id: Id, revision: z.int() })

/**
 * Mails a person what they missed: what they have not read since the last digest, of all their organisations. It plans
 * the next one even if this one could not be sent.
 */
export const sendDigest = job('notifications.digest', {
  input: DigestInput,
  retry: { attempts: 5, delaySeconds: 60 },
  async run(app, { user_id, revision }) {
    const found = await store.asPerson(app, { user_id, readOnly: true }, async ctx => {
      const preferences = await store.findPreferences(ctx, user_id)
      const [reader, organisations] = await Promise.all([
        store.findReader(ctx, user_id),
        store.organisationsOf(ctx, user_id),
      ])
      return { preferences, reader, organisations }
    })
    const { preferences, reader, organisations } = found
    if (!reader || preferences.digest === 'off' || preferences.digest_revision !== revision) return
    const parts: DigestPart[] = []
    for (const { organization_id, name } of organisations) {
      const lines = await missedIn(app, { organization_id, user_id }, preferences.digested_at)
      if (lines.length > 0) parts.push({ name, lines })
    }
    if (reader.email && parts.length > 0)
      await app.messenger.send({ to: reader.email, ...digestMail(parts, reader, app.publicUrl()) })
    await next(app, user_id, revision)
  },
  onGivenUp: (app, { user_id, revision }) => next(app, user_id, revision),
})

interface DigestPart {
  name: string
  lines: readonly string[]
}

/** A person who has left the organisation meanwhile missed nothing there. */
async function missedIn(
  app: AppContext,
  who: { organization_id: number; user_id: number },
  since: string | null,
): Promise<string[]> {
  try {
    return await runAsPerson(app, who, async ctx => {
      // A first digest does not tell of a year.
      const earliest = since ?? new Date(Date.parse(ctx.now) - 7 * day).toISOString()
      const visible = await visibleAmong(ctx, await missedSince(ctx, earliest, most + 1))
      return visible.map(row => sentenceOf(row, ctx.caller))
    })
  } catch (error) {
    if (error instanceof NoMember) return []
    throw error
  }
}

function digestMail(
  parts: readonly DigestPart[],
  locale: Locale,
  publicUrl: string,
): { subject: string; text: string } {
  const { subject, open, change, more } = sentences[languageOf(locale)].digest
  const count = parts.reduce((sum, { lines }) => sum + Math.min(lines.length, most), 0)
  const texts = parts.map(({ name, lines }) =>
    [
      name.replace(/\s+/g, ' '),
      ...lines.slice(0, most).map(line => `– ${line}`),
      ...(lines.length > most ? [more] : []),
    ].join('\n'),
  )
  const links = [open(`${publicUrl}/`), change(`${publicUrl}/#/profile`)].join('\n')
  return { subject: subject(count), text: [...texts, links].join('\n\n') }
}

/** Notes that the digest was sent and plans the next one. */
async function next(app: AppContext, user_id: number, revision: number): Promise<void> {
  const after: (() => void)[] = []
  await store.asPerson(app, { user_id, readOnly: false }, async ({ tx }) => {
    const now = new Date(app.clock.now()).toISOString()
    const preferences = await store.lockPreferences({ tx }, user_id)
    const reader = await store.findReader({ tx }, user_id)
    if (!reader || preferences.digest_revision !== revision) return
    const changed = { ...preferences, digested_at: now }
    await store.savePreferences({ tx }, user_id, changed)
    const ctx = { tx, app, now, afterCommit: (task: () => void) => void after.push(task) }
    await planDigest(ctx, { user_id, timezone: reader.timezone }, changed)
  })
  for (const task of after) task()
}

/** Plans the next digest of a person who wants one. */
export async function planDigest(
  ctx: Pick<RequestContext, 'tx' | 'app' | 'now'> & { afterCommit(task: () => void): void },
  { user_id, timezone }: { user_id: number; timezone: string },
  { digest, digest_revision }: store.StoredPreferences,
): Promise<void> {
  if (digest === 'off') return
  const startAt = nextDigest(digest, timezone, Date.parse(ctx.now))
  await enqueue(ctx, sendDigest, { user_id, revision: digest_revision }, { startAt })
}
