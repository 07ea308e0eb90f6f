import { useTranslation } from 'react-i18next'
import type { Look, LookRule } from '#shared/contract/jobs/job'
import type { PictureRule } from '#shared/rules/picture-rules'
import { useFormat } from '../../../platform/format'

export const measures = [
  'change',
  'change_from_reference',
  'brightness',
  'number',
  'words',
  'dark',
  'blank',
  'covered',
  'blurred',
  'moved',
] as const satisfies readonly PictureRule['measure'][]

const conditions: readonly PictureRule['measure'][] = ['words', 'dark', 'blank', 'covered', 'blurred', 'moved']

/** Whether a measure is so or not so, instead of having a size. */
export const isCondition = (measure: PictureRule['measure']): boolean => conditions.includes(measure)

/** Whether a measure needs the words on the picture to be read [D48]. */
export const isRead = (measure: PictureRule['measure']): boolean => measure === 'number' || measure === 'words'

/** Whether a measure is a share, which people read as percent. */
export const isShare = (measure: PictureRule['measure']): boolean => !isCondition(measure) && measure !== 'number'

/** Writes rules as sentences: "If the counter changed by more than 20% for 60 s, write “The gate is open.”" */
export function useRuleWords(): (rule: LookRule, regions: Look['regions'], labelText: string | null) => string {
  const { t } = useTranslation('jobs')
  const { number } = useFormat()
  const whatOf = ({ measure, comparison, threshold, contains = '' }: PictureRule, amount: string) => {
    if (measure === 'words') return t(threshold === 1 ? 'rule.shows' : 'rule.showsNot', { words: contains })
    if (isCondition(measure))
      return t(threshold === 1 ? `rule.is.${measure as 'dark'}` : `rule.not.${measure as 'dark'}`)
    if (measure === 'number') return t(`rule.reads.${comparison}`, { amount })
    return t(`rule.than.${comparison}`, { measure: t(`measure.${measure}`), amount })
  }
  return ({ rule, text }, regions, labelText) => {
    const { measure, threshold, hold_seconds } = rule
    const region = regions.find(({ id }) => id === rule.region)
    const where = region ? region.name : t('rule.whole')
    const amount = isShare(measure) ? `${number(Math.round(threshold * 1000) / 10)}%` : number(threshold)
    const what = whatOf(rule, amount)
    const condition = [t('rule.if', { where, what }), hold_seconds > 0 && t('rule.for', { count: hold_seconds })]
    const results = [labelText !== null && t('rule.label', { label: labelText }), text && t('rule.write', { text })]
    const said = results.filter(Boolean).join(t('rule.and'))
    return `${condition.filter(Boolean).join(' ')}${said ? `: ${said}` : ''}`
  }
}
