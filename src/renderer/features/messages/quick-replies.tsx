import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#shared/contract/messages/message'
import { SuggestionChip } from '../../ui/suggestion-chip'

const answers = ['yes', 'no', 'check'] as const

/** Whether a message asks something: a question mark is all that may stand before its end, but for signs and spaces. */
export const asksSomething = ({ message, deleted_at, bot_id }: ChatMessage): boolean =>
  deleted_at === null && bot_id === null && /[?？؟][^\p{L}\p{N}]*$/u.test(message)

/** Short answers to a question. Choosing one writes it into the field; nothing is sent. */
export function QuickReplies({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('messages')
  return (
    <ul aria-label={t('quick.label')} className="mb-2.5 flex flex-wrap gap-2">
      {answers.map((answer, index) => {
        const text = t(`quick.${answer}`)
        return (
          <li key={answer}>
            <SuggestionChip index={index} onClick={() => onChoose(text)}>
              {text}
            </SuggestionChip>
          </li>
        )
      })}
    </ul>
  )
}
