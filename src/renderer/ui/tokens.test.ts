import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applyTheme } from './theme'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

const HEX = '#[0-9a-f]{6}'

/** The colour of a role in a theme. */
function colour(role: string, theme: 'light' | 'dark'): string {
  const both = new RegExp(`--${role}: (?:light-dark\\((${HEX}), (${HEX})\\)|(${HEX}));`).exec(css)
  const value = both?.[3] ?? both?.[theme === 'light' ? 1 : 2]
  if (!value) throw new Error(`no colour for ${role}`)
  return value
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The WCAG 2 contrast ratio. */
function contrast(colour: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(colour), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const PLACES = [0, 1, 2, 3, 4]
const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3']

const TEXT: [string, string][] = [
  ...SURFACES.flatMap((surface): [string, string][] => [
    ['text', surface],
    ['text-muted', surface],
  ]),
  ...SURFACES.slice(0, 3).flatMap(surface =>
    ['accent', 'success', 'warn', 'danger'].map((role): [string, string] => [role, surface]),
  ),
  ...['accent', 'success', 'warn', 'danger', 'capture'].flatMap((role): [string, string][] => [
    [`on-${role}`, role],
    [`${role}-ink`, `${role}-soft`],
  ]),
  ['on-accent', 'accent-hover'],
  ['text', 'accent-soft'],
  ['text-muted', 'accent-soft'],
  ['text-muted', 'track'],
  ['text', 'thumb'],
  ['text-inverse', 'text'],
  ['rail-text', 'rail'],
  ['rail-active-text', 'rail-active'],
  ...PLACES.flatMap((n): [string, string][] => [
    [`suggest-${n}-text`, `suggest-${n}-bg`],
    [`label-${n}-ink`, `label-${n}-bg`],
    ['on-org', `org-${n}`],
  ]),
]

const EDGES: [string, string][] = [
  ['border-strong', 'surface-1'],
  ['focus', 'surface-0'],
  ['focus', 'surface-1'],
  ...PLACES.flatMap((n): [string, string][] => [
    [`label-${n}-border`, 'surface-1'],
    [`label-${n}-mark`, 'surface-1'],
  ]),
]

describe.each(['light', 'dark'] as const)('The %s colours', theme => {
  test.each(TEXT)('%s is readable on %s', (ink, background) => {
    expect(contrast(colour(ink, theme), colour(background, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test('text on the accent is readable on its marks too', () => {
    const share = Number(/--accent-soft: color-mix\(in srgb, var\(--on-accent\) (\d+)%/.exec(css)?.[1]) / 100
    const [ink, ground] = [colour('on-accent', theme), colour('accent', theme)]
    const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
    const mixed = [1, 3, 5].map(at => Math.round(part(ink, at) * share + part(ground, at) * (1 - share)))
    const mark = `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
    expect(contrast(ink, mark)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(EDGES)('%s is distinguishable from %s', (edge, background) => {
    expect(contrast(colour(edge, theme), colour(background, theme))).toBeGreaterThanOrEqual(3)
  })
})

test('a chosen theme is set on the page, and "system" removes it again', () => {
  applyTheme('dark')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  applyTheme('system')
  expect(document.documentElement).not.toHaveAttribute('data-theme')
})
