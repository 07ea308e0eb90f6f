import { useEffect } from 'react'
import { getSignInOptions, type SignInOptions } from '#shared/contract/profile/endpoints'
import {
  googleSignIn,
  sendEmailCode,
  sendPhoneCode,
  signOut as signOutEndpoint,
  verifyCode,
} from '#shared/contract/session/endpoints'
import type { Address } from '../../platform/address'
import { track } from '../../platform/analytics'
import { call, type Outcome } from '../../platform/api'
import { endSession, useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'

interface SignInState {
  /** The sign-in options of the server; null until they are known. */
  options: SignInOptions | null
}

let loading: Promise<void> | null = null

export const useSignIn = createSlice('signin', { options: null } as SignInState, set => ({
  /** Loads the options; all parts of a page that ask at once share one request. */
  loadOptions(): Promise<void> {
    loading ??= call(getSignInOptions, {})
      .then(outcome => {
        if (outcome.ok) set({ options: outcome.data })
      })
      .finally(() => {
        loading = null
      })
    return loading
  },
}))

/** Whether this server transcribes recordings; true until it says that it does not. */
export const useKnowsWords = (): boolean => useTranscribes() ?? true

/** Whether this server has live captions; false until it says so. */
export function useHasCaptions(): boolean {
  useTranscribes()
  return useSignIn(state => state.options?.captions ?? false)
}

/** Whether this server transcribes recordings; null until it says so. */
export function useTranscribes(): boolean | null {
  const options = useSignIn(state => state.options)
  const hasOptions = options !== null
  useEffect(() => {
    if (!hasOptions) void useSignIn.getState().loadOptions()
  }, [hasOptions])
  return options?.words ?? null
}

/** Sends a one-time code. The answer does not reveal whether the address is known [D10]. */
export function sendCode(address: Address): Promise<Outcome<{ expires_in: number }>> {
  return 'email' in address ? call(sendEmailCode, address) : call(sendPhoneCode, address)
}

/** Exchanges a code for a session; the guards decide where to go next. */
export async function enterCode(address: Address, OTP: string) {
  return begin(await call(verifyCode, { ...address, OTP }))
}

interface GoogleAnswer {
  code: string
  code_verifier: string
  redirect_uri: string
  nonce: string
}

export async function enterWithGoogle(answer: GoogleAnswer) {
  return begin(await call(googleSignIn, answer))
}

function begin<O extends Awaited<ReturnType<typeof call<typeof verifyCode>>>>(outcome: O): O {
  if (outcome.ok) {
    useSession.getState().begin(outcome.data)
    if (outcome.data.isNewUser) track('New_user')
  }
  return outcome
}

/** Signs out at the server if it is reachable, and in any case erases everything from this device [4.4a]. */
export async function signOut(): Promise<void> {
  const { tokens } = useSession.getState()
  if (tokens) await call(signOutEndpoint, { refresh_token: tokens.RefreshToken })
  endSession()
}
