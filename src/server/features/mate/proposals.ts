import type { Language } from '#shared/contract/common'
import { hour } from '#shared/limits'
import { plainWords } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { openAction, type Proposal } from '../../platform/tool'
import { answerBook } from './answers'
import { languageOf, phrasesFor } from './builtin/languages'
import { optionLabel } from './builtin/option-label'
import { botText, presented } from './message'
import * as store from './store'

const sayings: Record<Language, (program: string) => string> = {
  en: program => `**${program}** proposes this through your access token. Nothing happens until you press the button.`,
  de: program =>
    `**${program}** schlägt das über dein Zugangstoken vor. Es geschieht erst etwas, wenn du den Knopf drückst.`,
  es: program => `**${program}** propone esto con tu token de acceso. No pasa nada hasta que pulses el botón.`,
  hi: program => `**${program}** आपके एक्सेस टोकन से यह सुझाव देता है। बटन दबाने तक कुछ नहीं होगा।`,
}

/** The program that proposes, by the name of its token, and how many proposals all programs of a person have an hour. */
interface Proposing {
  through: string
  perHour: number
}

/**
 * Adds a proposal of a program to the caller's conversation, where they confirm it like an option of an answer. Returns
 * the label of the option, or null if there were too many.
 */
export async function propose(
  ctx: MemberContext,
  proposal: Proposal,
  { through, perHour }: Proposing,
): Promise<string | null> {
  const since = new Date(Date.parse(ctx.now) - hour).toISOString()
  if ((await store.countProposals(ctx, since)) >= perHour) return null
  const { app, caller, organization_id } = ctx
  const phrases = phrasesFor(caller.language)
  const label = optionLabel(app, phrases, proposal)
  const text = botText(sayings[languageOf(phrases)](plainWords(through)), {
    options: [label],
    actions: [openAction(proposal, 0)],
  })
  const row = await store.insertProposal(ctx, text)
  ctx.afterCommit(() => {
    const book = answerBook(app)
    const answer = book.begin(row.id, caller.user_id, organization_id)
    answer.say({ event: 'start' })
    answer.say({ event: 'done', message: presented(row, book, ctx.now) })
    book.end(answer)
  })
  return label
}
