import { render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTitles } from '#shared/contract/search/endpoints'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { preloadMarkdown } from '../../ui/preload'
import { MessageText } from './message-text'

// As the messages page does.
beforeAll(async () => {
  await preloadMarkdown()
})

function show(text: string, mentioned: readonly string[] = []) {
  const { container } = render(<MessageText text={text} mentioned={mentioned} isOwn />)
  return container
}
const bold = () => screen.queryAllByRole('strong').map(({ textContent }) => textContent)

describe('The text of a message', () => {
  test('has emphasis, code, lists, quotes and links at once, as logs do', () => {
    const blocks = ['- pads\n- cable', '> said', '```\na  b\n```', '[Site](https://ridgeway.example)']
    show(['**Done** and *checked*, ~~not~~ `4182`', ...blocks].join('\n\n'))
    expect(screen.getByRole('strong')).toHaveTextContent('Done')
    expect(screen.getByRole('emphasis')).toHaveTextContent('checked')
    expect(screen.getByRole('deletion')).toHaveTextContent('not')
    expect(screen.getAllByRole('code').map(({ textContent }) => textContent)).toEqual(['4182', 'a  b\n'])
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['pads', 'cable'])
    expect(screen.getByRole('blockquote')).toHaveTextContent('said')
    expect(screen.getByRole('link', { name: 'Site' })).toHaveAttribute('href', 'https://ridgeway.example')
  })

  test('has no headings that are larger than it, and takes a line of dashes for a rule', () => {
    show('# Bay 2\n\nfree\n---\nsoon')
    expect(screen.getByRole('heading', { name: 'Bay 2' }).className).not.toMatch(/text-(lg|xl|2xl)/)
    expect(screen.getAllByRole('heading')).toHaveLength(1)
    expect(screen.getByRole('separator')).toBeInTheDocument()
  })

  test('keeps its line breaks, each once', () => {
    const container = show('*one*  \ntwo\\\nthree\nfour')
    expect(container.textContent).toBe('one\ntwo\nthree\nfour')
    expect(container.querySelector('br')).toBeNull()
  })

  test('shows HTML and indented lines as they were written, with marks and without', () => {
    const html = '<b>is</b> <img src=x onerror=alert(1)>'
    expect(show(html).textContent).toBe(html)
    const marked = show(`<div>\n**in it** ${html}\n</div>\n\n    indented`)
    expect(marked).toHaveTextContent(`<div> in it ${html} </div> indented`)
    expect(marked.querySelector('b, img, pre')).toBeNull()
  })

  test('links addresses to the web without the full stop behind them, and to pictures instead of loading them', () => {
    const container = show(
      'javascript:alert(1) https://ridgeway.example/a?b=1. ![plan](https://ridgeway.example/p.png)',
    )
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      'https://ridgeway.example/a?b=1',
      'https://ridgeway.example/p.png',
    ])
    expect(container.querySelector('img')).toBeNull()
  })
})

describe('A pasted address of the app', () => {
  withServer()
  const at = (hash: string) => new URL(hash, location.href).href

  test('shows the title of the thing to those who may see it, and stays a link to others [D6]', async () => {
    signInAs(7, { organizationId: 3 })
    const calls = serve(readTitles, [
      { ref: 'task:5', title: 'Brake bleed and new pads, 4182' },
      { ref: 'log:9', title: 'Pads worn' },
      { ref: 'document:4', title: 'Bay log' },
      { ref: 'job:2', title: 'Rota check' },
    ])
    const known = ['#/tasks/5', '#/docs/4?log=9', '#/docs/4', '#/jobs/2']
    const others = [at('#/tasks/6'), 'https://elsewhere.example/#/tasks/5', at('#/profile')]
    show(`Done: ${known.map(at).join(' ')} ${others.join(' ')} [my words](${at('#/tasks/5')})`)
    expect(await screen.findByRole('link', { name: 'Brake bleed and new pads, 4182' })).toHaveAttribute(
      'href',
      known[0],
    )
    const links = screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Brake bleed and new pads, 4182', known[0]],
      ['Pads worn', known[1]],
      ['Bay log', known[2]],
      ['Rota check', known[3]],
      ...others.map(address => [address, address]),
      ['my words', at('#/tasks/5')],
    ])
    expect(calls.map(({ body }) => body.refs)).toEqual([['task:5', 'log:9', 'document:4', 'job:2', 'task:6']])
  })
})

describe('A mention', () => {
  test('stands out beside punctuation and among marks, but not within code', () => {
    show('(@Tom Reyes), **ask @Tom Reyes** or _@Tom Reyes_: `@Tom Reyes`', ['Tom Reyes'])
    expect(bold()).toEqual(['@Tom Reyes', 'ask @Tom Reyes', '@Tom Reyes', '@Tom Reyes'])
    const [first, second] = screen.getAllByRole('strong')
    expect(within(second as HTMLElement).getByRole('strong').className).toBe(first?.className)
    expect(second?.className).not.toBe(first?.className)
    expect(within(screen.getByRole('code')).queryByRole('strong')).toBeNull()
  })

  test('stands out in a text without marks too', () => {
    show('(@Tom Reyes), look', ['Tom Reyes'])
    expect(bold()).toEqual(['@Tom Reyes'])
  })

  test('may have a name with marks; the longer of two names counts, and others do not stand out', () => {
    show('- @Tom *R* and @Tom, not @Ana', ['Tom *R*', 'Tom'])
    expect(bold()).toEqual(['@Tom *R*', '@Tom'])
    expect(screen.queryByRole('emphasis')).toBeNull()
  })
})
