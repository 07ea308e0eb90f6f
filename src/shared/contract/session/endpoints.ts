import { z } from 'zod'
import { Email, Id, Nothing, Phone } from '../common'
import { anyone, endpoint, signedIn } from '../endpoint'
import { Profile } from '../profile/endpoints'
import { codes } from './limits'

/**
 * ID and access token are JWTs of one hour; the refresh token is opaque [D9]. The capitalised names are those of the
 * wire.
 */
export const Tokens = z.object({ IdToken: z.string(), AccessToken: z.string(), RefreshToken: z.string() })
export type Tokens = z.infer<typeof Tokens>

/** The answer of every way of signing in. It has a `profile_token` while the person has no display name yet. */
export const SignedInAnswer = Tokens.extend({
  user_id: Id,
  isNewUser: z.boolean(),
  profile_token: z.string().optional(),
})
export type SignedInAnswer = z.infer<typeof SignedInAnswer>

const OneTimeCode = z
  .string()
  .trim()
  .regex(new RegExp(`^\\d{${codes.digits}}$`), `${codes.digits} digits.`)

const eitherAddress = { phone_number: Phone.optional(), email: Email.optional() }
const CodeSent = z.object({ expires_in: z.int() })

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/user/authentication/sendOTP',
  summary:
    'Sends a one-time code by SMS. The answer does not reveal whether the number is known. `expires_in` is in seconds.',
  access: anyone(),
  body: z.object({ phone_number: Phone, hash: z.string().max(64).optional() }),
  answer: CodeSent,
  perMinute: 30,
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/user/authentication/otp',
  summary:
    'Sends a one-time code by e-mail. The answer does not reveal whether the address is known. `expires_in` is in seconds.',
  access: anyone(),
  body: z.object({ email: Email }),
  answer: CodeSent,
  perMinute: 30,
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/user/authentication/verifyOTP',
  summary:
    'Exchanges a one-time code for tokens and creates the account if the address is new. Exactly one address must be given.',
  access: anyone(),
  body: z.object({ ...eitherAddress, OTP: OneTimeCode }),
  answer: SignedInAnswer,
  perMinute: 60,
})

export const changeAddress = endpoint({
  method: 'PATCH',
  path: '/user/authentication',
  summary: 'Verifies a new phone or e-mail with its code and adds it to the caller’s account.',
  access: signedIn(),
  body: z.object({ ...eitherAddress, OTP: OneTimeCode }),
  answer: Profile,
  perMinute: 30,
})

export const googleSignIn = endpoint({
  method: 'POST',
  path: '/user/authentication/signin/google_signin',
  summary: 'Signs in with an OpenID provider, with an authorisation code and its PKCE verifier, or with an ID token.',
  access: anyone(),
  body: z.object({
    code: z.string().max(4096).optional(),
    code_verifier: z.string().max(256).optional(),
    redirect_uri: z.url().max(2048).optional(),
    id_token: z.string().max(16_384).optional(),
    nonce: z.string().max(256).optional(),
  }),
  answer: SignedInAnswer,
  perMinute: 30,
})

export const getTokens = endpoint({
  method: 'POST',
  path: '/user/authentication/getTokens',
  summary:
    'Exchanges a refresh token for new tokens. A refresh token works once; using it again ends its whole session.',
  access: anyone(),
  body: z.object({ refresh_token: z.string().max(512) }),
  answer: Tokens,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/user/authentication/logout',
  summary: 'Ends the session of the refresh token in every tab.',
  access: signedIn(),
  body: z.object({ refresh_token: z.string().max(512) }),
  answer: Nothing,
})
