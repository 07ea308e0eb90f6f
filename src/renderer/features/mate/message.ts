import { BotMessage, type MateMessage, type MessageDetails } from '#shared/contract/mate/endpoints'

/** The exact text that servers send [5.5b, 8.11]. */
export const somethingWentWrong = 'Something went wrong'
export const takingLonger = "It's taking longer than expected..."

const noDetails = BotMessage.shape.details.parse({})

/** A message of Mate in the form in which it is shown. */
export interface Answer {
  text: string
  details: MessageDetails
  /** The answer failed, so the question can be asked again. */
  isFailed: boolean
}

/**
 * Parses a finished message of Mate [5.5a]. Text that breaks the schema is a failure, except for one sentence [5.5b].
 */
export function readAnswer({ message_text, state }: Pick<MateMessage, 'message_text' | 'state'>): Answer {
  if (message_text === takingLonger) return { text: takingLonger, details: noDetails, isFailed: true }
  const parsed = BotMessage.safeParse(parseJson(message_text))
  if (!parsed.success) return { text: somethingWentWrong, details: noDetails, isFailed: true }
  return { text: parsed.data.message, details: parsed.data.details, isFailed: state === 'failed' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns markdown as it is read out: without marks, and links by their text. */
export function spoken(markdown: string): string {
  return markdown
    .replace(/\\.|!?\[((?:\\.|[^[\]\\])*)\]\([^()]*\)/g, (whole, label?: string) => label ?? whole)
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, '')
    .replace(/(?<!\\)(?:\*\*|__|[*_`~])/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .trim()
}

export type Evidence = 'log' | 'document' | 'task' | 'message'

/** Returns the kind of evidence that a link leads to: a logbook or a log in it, a task, a message. Null for any other address. */
export function evidenceOf(href: string | undefined): Evidence | null {
  if (/^#\/tasks\/\d+$/.test(href ?? '')) return 'task'
  if (/^#\/home\/messages\/\d+\?message=\d+$/.test(href ?? '')) return 'message'
  const found = /^#\/docs\/\d+(\?log=\d+)?$/.exec(href ?? '')
  if (!found) return null
  return found[1] ? 'log' : 'document'
}
