import { useTranslation } from 'react-i18next'
import { Menu } from '../../ui/menu'
import { useChosen, useChosenColours, useColours } from './colours'
import { LabelSwatch } from './label-swatch'
import type { GraphLabel } from './labels-of'

/** In the order of their numbers [9.8c]. */
const colours = ['blue', 'amber', 'green', 'pink', 'olive'] as const

/** Lets readers choose the colour of a label for themselves. */
export function ColourMenu({ graph_id, label: { index, text } }: { graph_id: number; label: GraphLabel }) {
  const { t } = useTranslation('graphs')
  const colour = useColours(graph_id)(index)
  const chosen = useChosen(graph_id)?.[index]
  const choose = (to: number | null) => useChosenColours.getState().choose(graph_id, index, to)
  const name = t('colour.of', { label: text })
  return (
    <Menu
      label={name}
      align="end"
      entries={[
        {
          kind: 'choice',
          label: t('colour.only'),
          options: [
            { label: t('colour.meaning'), checked: chosen === undefined, onSelect: () => choose(null) },
            ...colours.map((colourName, number) => ({
              label: t(`colour.${colourName}`),
              leading: <LabelSwatch index={number} />,
              checked: chosen === number,
              onSelect: () => choose(number),
            })),
          ],
        },
      ]}
    >
      {trigger => (
        <button
          {...trigger}
          type="button"
          aria-label={name}
          className="grid size-6 shrink-0 place-items-center rounded-xs hover:bg-surface-3 pointer-coarse:size-11"
        >
          <LabelSwatch index={colour} />
        </button>
      )}
    </Menu>
  )
}
