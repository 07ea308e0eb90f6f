import { useTranslation } from 'react-i18next'
import type { LogDay } from '#shared/contract/logs/side'
import { useFormat } from '../../../platform/format'
import { Avatar } from '../../../ui/avatar'
import { MateMark } from '../../../ui/mate-mark'
import { pressable, Section } from './section'

interface Props {
  writers: LogDay['writers']
  chosen: readonly number[]
  onToggle: (user_id: number) => void
}

/** How many logs of the day each person wrote; a press filters by them. Logs without an author are Mate's. */
export function DayWriters({ writers, chosen, onToggle }: Props) {
  const { t } = useTranslation(['logbooks', 'logs'])
  const format = useFormat()
  return (
    <Section title={t('timeline.writtenBy')}>
      <ul className="mt-1 grid grid-cols-1 text-sm">
        {writers.map(({ person, count }) => {
          const row = (
            <>
              {person ? (
                <Avatar
                  decorative
                  size={20}
                  name={person.user_displayname}
                  id={String(person.user_id)}
                  src={person.user_image}
                />
              ) : (
                <MateMark size={20} />
              )}
              <span className="min-w-0 truncate">{person?.user_displayname ?? t('mate')}</span>
              <span className="ml-auto text-xs text-muted tabular-nums">{format.number(count)}</span>
            </>
          )
          return (
            <li key={person?.user_id ?? 'mate'}>
              {person ? (
                <button
                  type="button"
                  title={t('logs:side.only')}
                  aria-pressed={chosen.includes(person.user_id)}
                  onClick={() => onToggle(person.user_id)}
                  className={pressable}
                >
                  {row}
                </button>
              ) : (
                <span className="flex min-w-0 items-center gap-2 py-1 pointer-coarse:min-h-touch">{row}</span>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
