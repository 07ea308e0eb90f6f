import { useTranslation } from 'react-i18next'
import type { compareVersions } from '#shared/contract/documents/versions'
import type { Answer } from '#shared/contract/endpoint'
import type { Part } from './changed-passages'

export type Writers = Pick<Answer<typeof compareVersions>, 'added' | 'removed' | 'people'>

/** How many colours there are for people; they are those of their carets. */
const colours = 5

interface Props {
  writers: Writers
  places: (Part & { kind: 'changed' })['places']
}

/** The names of those who changed a place, in their colours. */
export function Names({ writers: { added, removed, people }, places }: Props) {
  const { t } = useTranslation('documents')
  const ids = new Set([...added.slice(...places.added), ...removed.slice(...places.gone)].flatMap(some => some ?? []))
  if (ids.size === 0) return null
  return (
    <p className="flex flex-wrap gap-1 pt-1 text-xs">
      <span className="sr-only">{t('history.by')}</span>
      {[...ids].map(user_id => {
        const colour = user_id % colours
        return (
          <span
            key={user_id}
            className="rounded-xs border-l-2 px-1"
            style={{
              borderColor: `var(--label-${colour}-mark)`,
              background: `var(--label-${colour}-bg)`,
              color: `var(--label-${colour}-ink)`,
            }}
          >
            {people.find(person => person.user_id === user_id)?.user_displayname ?? t('history.unknown')}
          </span>
        )
      })}
    </p>
  )
}
