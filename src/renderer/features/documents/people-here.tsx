import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar'
import { useDirectory } from '../organisations/store'
import { followHere, useHere } from './here'

/** More pictures would push the actions aside. */
const atMost = 4

/** The others who have the document open right now; nothing if nobody has. */
export function PeopleHere({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('documents')
  const user_ids = useHere(state => state.people[doc_id])
  const all = useDirectory(state => state.items)
  const isAnybody = (user_ids?.length ?? 0) > 0
  useEffect(() => followHere(doc_id), [doc_id])
  useEffect(() => {
    if (isAnybody) void useDirectory.getState().open()
  }, [isAnybody])
  const people = (user_ids ?? []).flatMap(id => all.find(person => person.user_id === id) ?? [])
  if (people.length === 0) return null
  const more = people.length - atMost
  return (
    <ul aria-label={t('here.label')} className="flex items-center -space-x-1.5 max-lg:hidden print:hidden">
      {people.slice(0, atMost).map(({ user_id, user_displayname: name, user_image }) => (
        <li key={user_id} title={name} className="flex rounded-full ring-2 ring-surface-1">
          <Avatar name={name} id={String(user_id)} src={user_image} size={26} />
        </li>
      ))}
      {more > 0 && <li className="pl-3 text-xs text-muted">{t('here.more', { count: more })}</li>}
    </ul>
  )
}
