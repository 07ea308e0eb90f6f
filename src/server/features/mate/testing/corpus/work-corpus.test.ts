import { beforeAll, describe, expect, test } from 'vitest'
import { Language } from '#shared/contract/common'
import type { BotMessage } from '#shared/contract/mate/endpoints'
import { ask } from '../../test-model-server'
import { askedByMaya, type WorkExpected, type WorkIntent, workExpected } from './work-expected'
import { german } from './work-questions.de.data'
import { english } from './work-questions.en.data'
import { spanish } from './work-questions.es.data'
import { hindi } from './work-questions.hi.data'
import { openWorkTeam } from './work-team'

const questions: Record<Language, Record<WorkIntent, readonly string[]>> = {
  en: english,
  de: german,
  es: spanish,
  hi: hindi,
}

interface Answered {
  question: string
  wanted: WorkExpected
  calls: { tool: string; input: object }[]
  said: BotMessage
}

const ofOneTeam = 50

/** Parts of an input that are the same for all questions. */
const withoutLimits = ({ limit: _limit, ...input }: { limit?: number }) => input

test('the corpus has at least 200 different questions about tasks, schedules and messages in four languages [1.3a, D25]', () => {
  const all = Language.options.flatMap(language => Object.values(questions[language]).flat())
  expect(new Set(all).size).toBeGreaterThanOrEqual(200)
})

describe.each(Language.options)(
  'Built-in Mate understands questions about work in %s [1.3a, 1.4, 1.10, D25, D26]',
  language => {
    const answers: Answered[] = []

    beforeAll(async () => {
      const asked = Object.entries(questions[language]).flatMap(([intent, texts]) =>
        texts.map(question => ({ intent: intent as WorkIntent, question })),
      )
      // A person may ask 60 questions a minute, so a team answers some of them.
      for (let first = 0; first < asked.length; first += ofOneTeam) {
        const team = await openWorkTeam(language)
        const expected: Record<WorkIntent, WorkExpected> = workExpected(team)
        let last = 0
        for (const { intent, question } of asked.slice(first, first + ofOneTeam)) {
          const { said } = await (await ask(askedByMaya.has(intent) ? team.maya : team.tom, question)).end()
          const rows = await team.server.asOwner<{ id: number; subject: string; details: { input: object } }>(
            "select id::int, subject, details from audit where kind = 'mate.tool' and id > $1 order by id",
            [last],
          )
          last = rows.at(-1)?.id ?? last
          const calls = rows.map(({ subject, details }) => ({ tool: subject, input: withoutLimits(details.input) }))
          answers.push({ question, wanted: expected[intent], calls, said })
        }
      }
    }, 120_000)

    test('every question is answered by its tool with its filters', () => {
      const wrong = answers.flatMap(({ question, wanted: { tool, input }, calls }) => {
        const [call] = calls
        const isRight = tool.startsWith('propose_') ? matches(call, { tool, input }) : isSame(call, { tool, input })
        return isRight && calls.length === 1
          ? []
          : [`${question}\n  ${JSON.stringify(calls)}\n  ${JSON.stringify(input)}`]
      })
      expect(wrong.join('\n')).toBe('')
    })

    test('every answer holds its facts and links, and none of what Tom may not see', () => {
      const wrong = answers.flatMap(({ question, wanted: { says = [] }, said }) => {
        const missing = says.filter(part => !said.message.includes(part))
        const isTold = JSON.stringify(said).includes('Secret')
        return missing.length > 0 || isTold ? [`${question}: ${missing.join(', ')}\n${said.message}`] : []
      })
      expect(wrong.join('\n')).toBe('')
    })
  },
)

const isSame = (one: unknown, other: unknown) => {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

const matches = (one: unknown, other: object) => {
  try {
    expect(one).toMatchObject(other)
    return true
  } catch {
    return false
  }
}
