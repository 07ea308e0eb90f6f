import { createContext, Script } from 'node:vm'

/** Twice as long as the longest log. */
const length = 100_000
/** Milliseconds: work that grows with the length takes a small part of it, work that grows with the square many times as much. */
const patience = 8_000

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

/** Texts made to be looked through again and again, by what they are made of. */
export const hostileTexts: readonly (readonly [string, string])[] = units.flatMap(unit => [
  [JSON.stringify(unit), repeated(unit)] as const,
  [`a table, ${JSON.stringify(unit)}`, `a | b\n-${repeated(unit)}x`] as const,
  [`a heading, ${JSON.stringify(unit)}`, `#${repeated(unit)}x\u2028`] as const,
  [`${JSON.stringify(unit)} between words`, `a${repeated(unit)}b.c`] as const,
])

const challengeTokens = ['a', '=', '"', '\\', ' ', ',', 'basic', 'digest ', 'a="', '\\"']

/** Headers that a camera may ask for a password with, of every two things that such a header is made of. */
export const hostileChallenges: readonly string[] = challengeTokens.flatMap(first =>
  challengeTokens.flatMap(second => ['', 'a="', 'digest a='].map(begin => begin + repeated(first + second))),
)

/** What the work answers; throws when it does not come to an end. Stops a regular expression in the middle, which no timer can. */
export function endsSoon<T>(work: () => T): T {
  return new Script('work()').runInContext(createContext({ work }), { timeout: patience }) as T
}
