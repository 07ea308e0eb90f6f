import type { Answer, Input } from '#shared/contract/endpoint'
import { type AccessToken, createToken, listTokens, revokeToken } from '#shared/contract/tokens/endpoints'
import { call, type Outcome } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { createSlice } from '../../platform/store'

/** The access tokens of the person in the chosen workspace. Secrets are never part of it. */
export const useTokens = createSlice(
  'tokens',
  { known: null as AccessToken[] | null, failure: null as Failure | null },
  (set, _get, writer) => ({
    async load(): Promise<void> {
      const write = writer()
      set({ failure: null })
      const outcome = await call(listTokens, {})
      write(outcome.ok ? { known: outcome.data } : { failure: outcome })
    },
    async create(fields: Input<typeof createToken>): Promise<Outcome<Answer<typeof createToken>>> {
      const write = writer()
      const outcome = await call(createToken, fields)
      if (outcome.ok)
        write(state => {
          state.known = [outcome.data.token, ...(state.known ?? [])]
        })
      return outcome
    },
    async revoke(token_id: number): Promise<Outcome<null>> {
      const write = writer()
      const outcome = await call(revokeToken, { token_id })
      // Revoked on another device: it is gone here too.
      if (outcome.ok || outcome.code === 'token.not_found')
        write(state => {
          state.known = state.known?.filter(token => token.token_id !== token_id) ?? null
        })
      return outcome
    },
  }),
  { scope: 'organisation' },
)
