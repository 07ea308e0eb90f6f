import type { Listed, PageParams } from './list-loader'
import { settled } from './test-environment'

export interface TestBranch {
  id: number
  name: string
}

/** A request that waits until the test answers it. */
interface Asked extends PageParams {
  of?: number
  query?: string
  answer(items: TestBranch[], next?: string | null, extra?: { total: number }): Promise<void>
  fail(code?: string): Promise<void>
}

/** The requests that were sent, in order. */
export const asked: Asked[] = []

export function forgetRequests(): void {
  asked.length = 0
}

/** Asks the test for a page. */
export function ask(
  about: PageParams & { of?: number; query?: string },
): Promise<Listed<TestBranch, { total: number }>> {
  return new Promise(resolve => {
    const settle = (listed: Listed<TestBranch, { total: number }>) => {
      resolve(listed)
      return settled()
    }
    asked.push({
      ...about,
      answer: (data, next_cursor = null, extra = { total: data.length }) =>
        settle({ ok: true, data, next_cursor, extra }),
      fail: (code = 'network.failed') => settle({ ok: false, code, message: 'No network' }),
    })
  })
}

/** The nth request, or the latest one. */
export function request(at = asked.length - 1): Asked {
  const found = asked[at]
  if (!found) throw new Error(`Only ${asked.length} requests were sent.`)
  return found
}

export const [harbour, gate, mill]: [TestBranch, TestBranch, TestBranch] = [
  { id: 1, name: 'Harbour' },
  { id: 2, name: 'Gate' },
  { id: 3, name: 'Mill' },
]
