import { useTranslation } from 'react-i18next'
import type { KindCount, SearchKind } from '#shared/contract/search/endpoints'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { cx } from '../../ui/cx'
import { kindsInOrder } from './address'
import { TimeFilter } from './time-filter'

interface Props {
  kinds: readonly SearchKind[]
  /** Null without a search. While it runs, the buttons keep the room of a digit. */
  counts: readonly KindCount[] | null
  from: string
  to: string
  onChange: (to: { kinds?: SearchKind[]; from?: string; to?: string }) => void
}

/** Filters the results by kind, with counts on the buttons, and by days. */
export function Filters({ kinds, counts, from, to, onChange }: Props) {
  const { t } = useTranslation(['searchPage', 'search'])
  const { number } = useFormat()
  const toggle = (kind: SearchKind) =>
    onChange({ kinds: kinds.includes(kind) ? kinds.filter(other => other !== kind) : [...kinds, kind] })
  const countOf = (kind: SearchKind) => counts?.find(count => count.kind === kind)
  return (
    <div className="-m-1 flex items-start gap-1.5 p-1 max-md:overflow-x-auto max-md:[scrollbar-width:none]">
      <MenuActions
        entries={[
          {
            kind: 'toggles',
            label: t('kinds'),
            options: kindsInOrder.map(kind => ({
              label: t(`search:kind.${kind}`),
              checked: kinds.includes(kind),
              onToggle: () => toggle(kind),
            })),
          },
        ]}
        group={t('search:title')}
      />
      <TimeFilter from={from} to={to} onChange={onChange} group={t('search:title')} />
      <fieldset className="flex min-w-0 gap-1.5 max-md:shrink-0 md:flex-wrap">
        <legend className="sr-only">{t('kinds')}</legend>
        {kindsInOrder.map(kind => {
          const isOn = kinds.includes(kind)
          const count = countOf(kind)
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={isOn}
              onClick={() => toggle(kind)}
              className={cx(
                'inline-flex h-control-sm shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm font-medium pointer-coarse:h-touch',
                isOn
                  ? 'border-accent bg-accent-soft text-accent-ink'
                  : 'border-strong bg-surface-1 text-default hover:bg-surface-2',
              )}
            >
              {t(`search:kind.${kind}`)}{' '}
              {counts && (
                <span className="min-w-[1ch] tabular-nums">
                  {count && (count.is_more ? t('moreThan', { count: number(count.found) }) : number(count.found))}
                </span>
              )}
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}
