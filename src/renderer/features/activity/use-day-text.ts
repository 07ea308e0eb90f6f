import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { useSpaces } from '../home/store'
import { useDirectory } from '../organisations/store'
import { useActivityDay } from './store'

/** The day in a few sentences, which say what the numbers of the day say and nothing else. Empty for a day without any. */
export function useDayText(): string[] {
  const { t, i18n } = useTranslation('activity')
  const { time, number } = useFormat()
  const { items: hours, kinds, people, branches } = useActivityDay()
  const spaces = useSpaces(state => state.items)
  const directory = useDirectory(state => state.items)
  if (kinds.length === 0) return []
  const counts = kinds
    .toSorted((one, other) => other.count - one.count)
    .map(({ kind, count }) => t(`short.kind.${kind}`, { count, number: number(count) }))
  const peak = hours.toSorted((one, other) => other.count - one.count)[0]
  const [space, nextSpace] = branches
  const [person, nextPerson] = people
  const spaceName = spaces.find(({ id }) => id === space?.branch_id)?.branch_name
  const personName = directory.find(({ user_id }) => user_id === person?.user_id)?.user_displayname
  const sentences = [t('short.all', { list: new Intl.ListFormat(i18n.language).format(counts) })]
  if (peak && hours.length > 1) sentences.push(t('short.peak', { hour: time(peak.at), number: number(peak.count) }))
  if (space && spaceName && nextSpace && space.count > nextSpace.count)
    sentences.push(t('short.space', { name: spaceName, number: number(space.count) }))
  if (person && personName && nextPerson && person.count > nextPerson.count)
    sentences.push(t('short.person', { name: personName, number: number(person.count) }))
  return sentences
}
