import { createContext, Script } from 'node:vm'

/** Longer than the longest log. */
const length = 60_000
/** Milliseconds: linear work takes a small part of it, quadratic work many times as much. */
const timeout = 8_000

const repeated = (unit: string) => unit.repeat(length / unit.length)

const units = [
  ...[
    'a',
    ' ',
    '\n',
    ' \n',
    'a  \n',
    '\u0301',
    '\u0301\u0323',
    '\u05b0\u0591',
    '\u200d',
    '.',
    'a.',
    '!”',
    '1.',
    '"',
    'a@',
  ],
  ...[
    '[',
    '![a](',
    '[a](b(',
    '[a](#/docs/1?log=1)',
    '<a',
    '*',
    '**a',
    '_a',
    '~~',
    '`',
    '# ',
    '- ',
    '| ',
    '|-',
    '\\',
    '\\[',
    'https://',
  ],
]

/** Texts that provoke repeated scanning, by what they are made of. */
export const hostileTexts: readonly (readonly [string, string])[] = units.flatMap(unit => [
  [JSON.stringify(unit), repeated(unit)] as const,
  [`a table, ${JSON.stringify(unit)}`, `a | b\n-${repeated(unit)}x`] as const,
  [`a heading, ${JSON.stringify(unit)}`, `#${repeated(unit)}x\u2028`] as const,
  [`${JSON.stringify(unit)} between words`, `a${repeated(unit)}b.c`] as const,
])

const challengeTokens = ['a', '=', '"', '\\', ' ', ',', 'basic', 'digest ', 'a="', '\\"']

/** Authentication challenges, made of every two parts that such a header may have. */
export const hostileChallenges: readonly string[] = challengeTokens.flatMap(first =>
  challengeTokens.flatMap(second => ['', 'a="', 'digest a='].map(begin => begin + repeated(first + second))),
)

/** One for all, because making one takes longer than most of the work. */
const scope: { work?: () => unknown } = {}
const context = createContext(scope)
const script = new Script('work()')

/**
 * Returns the result of the work; throws if it does not end in time. Interrupts even a running regular expression,
 * which no timer can.
 */
export function endsSoon<T>(work: () => T): T {
  scope.work = work
  return script.runInContext(context, { timeout }) as T
}
