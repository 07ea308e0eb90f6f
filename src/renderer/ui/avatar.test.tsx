import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Avatar } from './avatar'
import { OrgMark } from './org-mark'

describe('A person', () => {
  test.each([
    ['Maya Okafor', 'MO'],
    ['Inês de la Duarte', 'ID'],
    ['mia', 'M'],
    ['🚲 Bike', '🚲B'],
    ['', ''],
  ])('%s without a picture is drawn as %s', (name, letters) => {
    render(<Avatar name={name} id="1" />)
    expect(screen.getByRole('img')).toHaveAttribute('data-initials', letters)
  })

  test('whose picture does not load is drawn with their initials until the picture changes', () => {
    const { rerender } = render(<Avatar name="Maya Okafor" src="/broken.png" />)
    fireEvent.error(screen.getByRole('img', { name: 'Maya Okafor' }))
    expect(screen.getByRole('img', { name: 'Maya Okafor' })).toHaveAttribute('data-initials', 'MO')
    rerender(<Avatar name="Maya Okafor" src="/better.png" />)
    expect(screen.getByRole('img', { name: 'Maya Okafor' })).toHaveAttribute('src', '/better.png')
  })

  test('keeps the same colour under another name', () => {
    const { rerender } = render(<Avatar name="Maya Okafor" id="7" />)
    const before = screen.getByRole('img').className
    rerender(<Avatar name="Maya Adeyemi" id="7" />)
    expect(screen.getByRole('img').className).toBe(before)
  })
})

test('organisations spread over all five colours', () => {
  const ids = Array.from({ length: 60 }, (_, n) => `org-${n}`)
  const { container } = render(ids.map(id => <OrgMark key={id} id={id} name="R" />))
  const colours = new Set([...container.querySelectorAll('span')].map(mark => /bg-org-\d/.exec(mark.className)?.[0]))
  expect(colours.size).toBe(5)
})
