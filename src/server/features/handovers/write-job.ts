import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { AppContext } from '../../platform/app-context'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import type { MemberContext } from '../../platform/request-context'
import { NoMember, readAsSystem, runAsPerson } from '../../platform/run-as'
import { branchesFor } from '../organisations/service'
import { handoverPdf } from './pdf'
import * as store from './store'
import { nextClosing } from './times'
import { interpolate, words } from './words.data'
import { type WrittenPage, writePage } from './write-page'

const Input = z.object({ organization_id: Id, branch_id: Id, revision: z.int() })
type Input = z.infer<typeof Input>

interface Mail extends WrittenPage {
  to: readonly string[]
  author: string
  made_at: string
}

/**
 * Writes the handover of a branch at its closing time, plans the next one in the same transaction, and mails it. The
 * mails are sent after the commit: a server that is killed in between leaves out a mail, and writes no page twice.
 */
export const writeAtClosing = job('handovers.write', {
  input: Input,
  retry: { attempts: 8, delaySeconds: 60 },
  async run(app, input) {
    const { organization_id, branch_id } = input
    const planned = await readAsSystem(app, organization_id, ({ tx }) =>
      store.findHandover({ tx, organization_id }, branch_id),
    )
    const user_id = planned?.user_id
    if (!planned?.is_on || planned.revision !== input.revision || user_id == null) return
    try {
      const mail = await runAsPerson(app, { organization_id, user_id }, ctx => write(ctx, input))
      if (mail) await send(app, mail)
    } catch (error) {
      if (!(error instanceof NoMember)) throw error
    }
  },
})

async function write(ctx: MemberContext, input: Input): Promise<Mail | null> {
  const { branch_id, revision } = input
  const [row, branches] = await Promise.all([store.findHandover(ctx, branch_id, { isLocked: true }), branchesFor(ctx)])
  const isDue = row?.next_at != null && row.next_at <= ctx.now
  if (!row?.is_on || row.revision !== revision || !isDue) return null
  const branch = branches.find(({ id }) => id === branch_id)
  // A branch that was deleted may be restored, and then its handovers go on.
  const page = branch ? await writePage(ctx, branch, row) : null
  const startAt = nextClosing(row, Date.parse(ctx.now))
  const last = page && { last_doc_id: page.doc_id, last_at: ctx.now }
  await store.saveHandover(ctx, { ...row, ...last, next_at: new Date(startAt).toISOString() })
  await enqueue(ctx, writeAtClosing, input, { startAt })
  return page && { ...page, to: await store.addressesOf(ctx, row), author: ctx.caller.displayname, made_at: ctx.now }
}

async function send(app: AppContext, { to, title, content, language, author, made_at, doc_id }: Mail): Promise<void> {
  if (to.length === 0) return
  const publicUrl = app.publicUrl()
  const say = words[language]
  const pdf = handoverPdf({ title, content, author, language, made_at, publicUrl })
  const link = `${publicUrl}/#/docs/${doc_id}`
  const text = [interpolate(say.read, { link }), interpolate(say.why, { name: author })].join('\n\n')
  const attachment = { filename: `${title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}.pdf`, content: pdf }
  for (const address of to)
    await app.messenger
      .send({ to: address, subject: title, text, attachment })
      .catch((error: unknown) => app.log.error({ err: error }, 'A handover could not be mailed.'))
}
