import { Language } from '#shared/contract/common'
import { sentences } from './sentences'
import type { NotificationRow } from './store'

/** The language and time zone in which somebody is written to. */
export interface Locale {
  language: string
  timezone: string
}

export const languageOf = ({ language }: Pick<Locale, 'language'>): Language => Language.catch('en').parse(language)

/** Names and titles are put on one line, so that they cannot imitate other parts of a mail. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A notification as one sentence. */
export function sentenceOf(
  { kind, actor, data, created_at }: Pick<NotificationRow, 'kind' | 'actor' | 'data' | 'created_at'>,
  locale: Locale,
): string {
  const language = languageOf(locale)
  const words = sentences[language]
  const deadline = data.deadline
    ? new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: locale.timezone,
      }).format(new Date(data.deadline))
    : ''
  // A chat with a bot has nobody who acts, and the name of the bot.
  const isOfBot = kind === 'message' && actor === null
  const [name, title] = isOfBot ? [data.title, ''] : [actor?.displayname, data.title]
  return words[kind]({
    actor: onOneLine(name ?? '') || words.somebody,
    title: onOneLine(title ?? ''),
    count: data.count ?? 0,
    deadline,
    isPast: data.deadline !== undefined && data.deadline <= created_at,
    late: data.late_minutes ?? 0,
    label: onOneLine(data.threshold?.label_text ?? ''),
    limit: data.threshold?.value ?? 0,
    isAbove: data.threshold?.side === 'above',
  })
}
