import { Tag, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { labelKey } from '#shared/rules/labels'
import { Button } from '../../ui/button'
import { LabelChip } from '../../ui/label-chip'
import { Menu } from '../../ui/menu'
import type { FilterBarProps } from '../logs/slots'
import { useDirectory } from '../organisations/store'
import { GraphChip } from './colours'
import { LabelPicker } from './label-picker'
import { labelsOf } from './labels-of'
import { RemovableChip } from './removable-chip'
import { useGraphs } from './store'

/** The active filter of a timeline: labels and people, each removable by a press, and notes about hidden logs. */
export function FilterBar({ doc_id, filter, onToggle, onClear, notice, onRefresh }: FilterBarProps) {
  const { t } = useTranslation('graphs')
  const graphs = useGraphs(state => state.lists[doc_id]?.graphs)
  const people = useDirectory(state => state.items)
  const { labels, user_ids } = filter
  const asksForNames = user_ids.length > 0
  useEffect(() => {
    if (asksForNames) void useDirectory.getState().open()
  }, [asksForNames])
  const nameOf = (id: number) => people.find(person => person.user_id === id)?.user_displayname ?? t('filter.somebody')
  const textOf = (graph_id: number, label: number) =>
    labelsOf(graphs?.find(graph => graph.graph_id === graph_id) ?? { labels: {} }).find(
      graphLabel => graphLabel.index === label,
    )?.text ?? t('filter.unknownLabel')

  return (
    <section
      aria-label={t('filter.label')}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-7 py-2 max-md:px-4 print:hidden"
    >
      <Menu
        label={t('filter.people')}
        onOpenChange={isOpen => {
          if (isOpen) void useDirectory.getState().open()
        }}
        entries={[
          {
            kind: 'toggles',
            label: t('filter.people'),
            options: people.map(({ user_id, user_displayname }) => ({
              label: user_displayname,
              checked: user_ids.includes(user_id),
              onToggle: () => onToggle({ user_id }),
            })),
          },
        ]}
      >
        {trigger => (
          <Button {...trigger} size="sm" icon={UserRound}>
            {t(user_ids.length === 0 ? 'filter.everybody' : 'filter.people')}
          </Button>
        )}
      </Menu>
      {/* It comes when the labels are known, and moves nothing here. */}
      {(graphs?.length ?? 0) > 0 && (
        <LabelPicker
          label={t('filter.labels')}
          graphs={graphs ?? []}
          chosen={labels}
          onToggle={({ graph_id, label }) => onToggle({ mark: { graph_id, label } })}
        >
          {trigger => (
            <Button {...trigger} size="sm" icon={Tag}>
              {t(labels.length === 0 ? 'filter.allLabels' : 'filter.labels')}
            </Button>
          )}
        </LabelPicker>
      )}
      {labels.length + user_ids.length > 0 && (
        <>
          <ul aria-label={t('filter.active')} className="contents">
            {labels.map(mark => (
              <RemovableChip
                key={labelKey(mark)}
                label={t('filter.remove', { name: textOf(mark.graph_id, mark.label) })}
                onRemove={() => onToggle({ mark })}
              >
                <GraphChip graph_id={mark.graph_id} label={mark.label}>
                  {textOf(mark.graph_id, mark.label)}
                </GraphChip>
              </RemovableChip>
            ))}
            {user_ids.map(user_id => (
              <RemovableChip
                key={user_id}
                label={t('filter.remove', { name: nameOf(user_id) })}
                onRemove={() => onToggle({ user_id })}
              >
                <LabelChip index={-1}>{nameOf(user_id)}</LabelChip>
              </RemovableChip>
            ))}
          </ul>
          <Button size="sm" variant="quiet" onClick={() => onClear()}>
            {t('filter.clear')}
          </Button>
          <Notice notice={notice} onRefresh={onRefresh} />
        </>
      )}
    </section>
  )
}

/** Says which expected logs the filter hides. */
function Notice({ notice, onRefresh }: Pick<FilterBarProps, 'notice' | 'onRefresh'>) {
  const { t } = useTranslation('graphs')
  return (
    <div role="status" className="flex w-full flex-wrap items-center gap-2 text-sm text-muted empty:hidden">
      {notice && t(`filter.${notice}`)}
      {notice && onRefresh && (
        <Button size="sm" onClick={onRefresh}>
          {t('filter.refresh')}
        </Button>
      )}
    </div>
  )
}
