import type { Language } from '#shared/contract/common'
import { BotMessage } from '#shared/contract/mate/endpoints'
import { hour } from '#shared/limits'
import { plainWords } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { openAction, type Proposal } from '../../platform/tool'
import { performAutoApproved } from './actions'
import { answerBook } from './answers'
import { languageOf, phrasesFor } from './builtin/languages'
import { optionLabel } from './builtin/option-label'
import { botText, presented } from './message'
import * as store from './store'

interface Sayings {
  proposes(program: string): string
  did(program: string): string
}

const sayings: Record<Language, Sayings> = {
  en: {
    proposes: program =>
      `**${program}** proposes this through your access token. Nothing happens until you press the button.`,
    did: program => `**${program}** did this through your access token, as you let Mate act.`,
  },
  de: {
    proposes: program =>
      `**${program}** schlägt das über dein Zugangstoken vor. Es geschieht erst etwas, wenn du den Knopf drückst.`,
    did: program => `**${program}** hat das über dein Zugangstoken getan, weil du Mate handeln lässt.`,
  },
  es: {
    proposes: program => `**${program}** propone esto con tu token de acceso. No pasa nada hasta que pulses el botón.`,
    did: program => `**${program}** lo hizo con tu token de acceso, porque dejas que Mate actúe.`,
  },
  hi: {
    proposes: program => `**${program}** आपके एक्सेस टोकन से यह सुझाव देता है। बटन दबाने तक कुछ नहीं होगा।`,
    did: program => `**${program}** ने यह आपके एक्सेस टोकन से किया, क्योंकि आपने Mate को ऐसा करने दिया है।`,
  },
}

interface Proposing {
  /** The name of the token. */
  through: string
  /** How many proposals all programs of a person may make in an hour. */
  perHour: number
  /** Whether what the person lets Mate do alone is done at once. */
  mayAct: boolean
}

/**
 * Adds a proposal of a program to the caller's conversation, where they confirm it like an option of an answer. Returns
 * the label of the option, or null if there were too many.
 */
export async function propose(
  ctx: MemberContext,
  proposal: Proposal,
  { through, perHour, mayAct }: Proposing,
): Promise<{ label: string; isDone: boolean } | null> {
  const since = new Date(Date.parse(ctx.now) - hour).toISOString()
  if ((await store.countProposals(ctx, since)) >= perHour) return null
  const { app, caller, organization_id } = ctx
  const phrases = phrasesFor(caller.language)
  const say = sayings[languageOf(phrases)]
  const program = plainWords(through)
  const label = optionLabel(app, phrases, proposal)
  const details = { options: [label], actions: [openAction(proposal, 0)] }
  const proposed = await store.insertProposal(ctx, botText(say.proposes(program), details))
  const performed = mayAct ? await performAutoApproved(ctx, proposed.id, { words: say.did(program) }) : undefined
  const row = performed ?? proposed
  ctx.afterCommit(() => {
    const book = answerBook(app)
    const answer = book.begin(row.id, caller.user_id, organization_id)
    answer.say({ event: 'start' })
    answer.say({ event: 'done', message: presented(row, book, ctx.now) })
    book.end(answer)
  })
  const isDone = performed !== undefined && isDoneIn(performed)
  return { label, isDone }
}

const isDoneIn = ({ text }: store.MessageRow) =>
  BotMessage.parse(JSON.parse(text)).details.actions.every(({ state }) => state === 'done')
