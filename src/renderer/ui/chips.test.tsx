import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LabelChip } from './label-chip'
import { SuggestionChip } from './suggestion-chip'

function named(kind: string, count: number): { name: string; index: number }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${kind} ${index}`, index }))
}

describe('The colours of suggestions', () => {
  test('[9.8a] [9.8b] repeat after five', () => {
    const ideas = named('Idea', 12)
    render(
      ideas.map(({ name, index }) => (
        <SuggestionChip key={name} index={index}>
          {name}
        </SuggestionChip>
      )),
    )
    for (const { name, index } of ideas) {
      const tone = `suggest-${index % 5}`
      expect(screen.getByRole('button', { name })).toHaveClass(
        `bg-${tone}-bg`,
        `border-${tone}-border`,
        `text-${tone}-text`,
      )
    }
  })
})

describe('The colours of labels', () => {
  test('[9.8c] are a background and a border for each index from 0 to 4', () => {
    const labels = named('Label', 5)
    render(
      labels.map(({ name, index }) => (
        <LabelChip key={name} index={index}>
          {name}
        </LabelChip>
      )),
    )
    for (const { name, index } of labels) {
      expect(screen.getByText(name).parentElement).toHaveClass(`bg-label-${index}-bg`, `border-label-${index}-border`)
    }
  })

  test('[9.8c] do not repeat: a sixth has none', () => {
    render(<LabelChip index={5}>Stray</LabelChip>)
    expect(screen.getByText('Stray').parentElement?.className).not.toContain('label-')
  })
})
