import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown'
import { SafeLink } from './safe-link'

describe('Text that somebody else wrote', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/x',
    '/organisations',
    '#top',
  ])('cannot link to %s: the words stay, the link does not', address => {
    render(<Markdown>{`[press me](<${address}>)`}</Markdown>)
    expect(screen.getByText(/press me/)).toBeInTheDocument()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  test('opens outside links in a new tab that learns nothing about this one', () => {
    render(<Markdown>{'[site](https://example.com/a) and https://example.org'}</Markdown>)
    for (const link of screen.getAllByRole('link')) {
      expect(link).toHaveAttribute('target', '_blank')
      expect(link.getAttribute('rel')).toContain('noopener noreferrer')
    }
    expect(screen.getByRole('link', { name: 'site' })).toHaveAttribute('href', 'https://example.com/a')
  })

  test('opens links within the app in the same tab', () => {
    render(<Markdown>{'[log](#/logbooks/1) [mail](mailto:a@b.example) [call](tel:+15550142277)'}</Markdown>)
    expect(screen.getByRole('link', { name: 'log' })).toHaveAttribute('href', '#/logbooks/1')
    expect(screen.getByRole('link', { name: 'log' })).not.toHaveAttribute('target')
    expect(screen.getByRole('link', { name: 'mail' })).toHaveAttribute('href', 'mailto:a@b.example')
    expect(screen.getByRole('link', { name: 'call' })).toHaveAttribute('href', 'tel:+15550142277')
  })

  test('renders no HTML of its own', () => {
    const { container } = render(
      <Markdown>
        {
          'Before <b onclick="alert(1)">bold</b> <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n<iframe src="https://evil.example"></iframe>\n\nAfter'
        }
      </Markdown>,
    )
    expect(container.querySelector('script, iframe, img, b, [onclick], [onerror]')).toBeNull()
    expect(screen.getByText(/Before/)).toBeInTheDocument()
    expect(screen.getByText('After')).toBeInTheDocument()
  })

  test('loads no picture and links to it instead', () => {
    const { container } = render(
      <Markdown>{'![the bay](https://tracker.example/p.png) ![](https://tracker.example/q.png)'}</Markdown>,
    )
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'the bay' })).toHaveAttribute('href', 'https://tracker.example/p.png')
    expect(screen.getByRole('link', { name: 'https://tracker.example/q.png' })).toBeInTheDocument()
  })

  test('does not even link to a picture with a forbidden address', () => {
    const { container } = render(<Markdown>{'![x](javascript:alert(1)) ![y](data:image/svg+xml,x)'}</Markdown>)
    expect(container.querySelector('img, a')).toBeNull()
  })

  test('uses no h1, and its deepest heading is h6', () => {
    render(<Markdown>{'# One\n\n## Two\n\n###### Six'}</Markdown>)
    expect(screen.getByRole('heading', { level: 3, name: 'One' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 4, name: 'Two' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 6, name: 'Six' })).toBeInTheDocument()
  })

  test('renders tables and task lists, whose checkboxes are named after the task', () => {
    render(
      <Markdown>
        {'| Time | What |\n| --- | --- |\n| 1:34 PM | Ticket |\n\n- [x] Call the rider\n- [ ] Order **pads**'}
      </Markdown>,
    )
    expect(within(screen.getByRole('table')).getByRole('columnheader', { name: 'Time' })).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Call the rider' })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Order pads' })).not.toBeChecked()
  })

  test('lets a feature render its own links, and passes only allowed addresses to it', () => {
    const seen: (string | undefined)[] = []
    render(
      <Markdown
        components={{
          a: ({ href, children }) => {
            seen.push(href)
            return href?.startsWith('#/') ? <cite>{children}</cite> : <SafeLink href={href}>{children}</SafeLink>
          },
        }}
      >
        {'[log](#/logbooks/1) [bad](javascript:alert(1)) [out](https://example.com)'}
      </Markdown>,
    )
    expect(seen).toEqual(['#/logbooks/1', undefined, 'https://example.com'])
    expect(screen.getByText('log').tagName).toBe('CITE')
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })
})

describe('Text that is still arriving', () => {
  test('shows open emphasis as emphasis', () => {
    render(<Markdown streaming>{"Dev's break from **2:00 to"}</Markdown>)
    expect(screen.getByText('2:00 to').tagName).toBe('STRONG')
  })

  test('shows half a link as its words, without a link', () => {
    render(<Markdown streaming>{'See the [bay log](https://exam'}</Markdown>)
    expect(screen.getByText(/See the bay log/)).toBeInTheDocument()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  test('shows an open code block as code', () => {
    const { container } = render(<Markdown streaming>{'```ts\nconst a = 1'}</Markdown>)
    expect(container.querySelector('pre')).toHaveTextContent('const a = 1')
  })
})
