import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SafeLink } from './safe-link'

describe('A link with an address that somebody else wrote', () => {
  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/1',
    '//evil.example',
    '\\\\evil.example',
    'relative/path',
    '#top',
    '',
    undefined,
  ])('is not a link for %j', address => {
    render(<SafeLink href={address}>words</SafeLink>)
    expect(screen.getByText('words')).toBeInTheDocument()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  test.each(['https://example.com/a?b#c', 'http://example.com', 'mailto:a@b.example', 'tel:+15550142277', '#/chat'])(
    'is a link for %s',
    address => {
      render(<SafeLink href={address}>words</SafeLink>)
      expect(screen.getByRole('link', { name: 'words' })).toHaveAttribute('href', address)
    },
  )
})
