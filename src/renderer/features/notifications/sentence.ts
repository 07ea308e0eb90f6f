import type { TFunction } from 'i18next'
import type { Notification } from '#shared/contract/notifications/endpoints'
import type { Formatter } from '../../platform/format'

/** A notification as one sentence. */
export function sentenceOf(
  { kind, actor, data, created_at }: Notification,
  t: TFunction<'notifications'>,
  format: Pick<Formatter, 'dayAndTime'>,
): string {
  const { title, count, deadline, late_minutes } = data
  const facts = { actor: actor?.user_displayname || t('somebody'), title }
  switch (kind) {
    case 'mention':
      return title === '' ? t('sentence.mentionDirect', facts) : t('sentence.mention', facts)
    case 'message': {
      const messages = { ...facts, count: Math.max(1, count) }
      // A chat with a bot has nobody who acts, and the name of the bot.
      if (actor === null && title !== '') return t('sentence.message', { ...messages, actor: title })
      return title === '' ? t('sentence.message', messages) : t('sentence.messageIn', messages)
    }
    case 'deadline':
      if (late_minutes > 0) return t('sentence.late', { ...facts, minutes: late_minutes })
      return t(deadline !== null && deadline <= created_at ? 'sentence.passed' : 'sentence.deadline', {
        ...facts,
        when: deadline ? format.dayAndTime(deadline) : '',
      })
    case 'graph_threshold':
      return t(`sentence.${data.threshold?.side ?? 'above'}`, {
        ...{ ...facts, label: data.threshold?.label_text, value: data.threshold?.value },
        count,
      })
    case 'assignment':
    case 'job_failed':
    case 'logbook_silent':
    case 'screen_viewed':
      return t(`sentence.${kind}`, facts)
  }
}
