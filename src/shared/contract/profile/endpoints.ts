import { z } from 'zod'
import { Email, Id, Instant, Language, Nothing, Phone, PictureUpload, TimeZone, text } from '../common'
import { document } from '../documents/limits'
import { anyone, endpoint, signedIn } from '../endpoint'
import { picture } from './limits'

/** An invite as the invited person sees it before joining. */
export const OpenInvite = z.object({
  invite_id: Id,
  organization_id: Id,
  organization_name: z.string(),
  role_name: z.string(),
  invited_by: z.string(),
  expires_at: Instant,
})
export type OpenInvite = z.infer<typeof OpenInvite>

/**
 * The signed-in person [3.1]. `branch_info`, `role_info` and `is_owner` apply to the organisation of the call, if there
 * is one.
 */
export const Profile = z.object({
  user_id: Id,
  user_displayname: z.string(),
  /** A short-lived signed URL, or null. */
  user_image: z.string().nullable(),
  user_phone: z.string().nullable(),
  user_email: z.string().nullable(),
  user_language: Language,
  /** -1 means none. */
  selected_organizationId: z.int(),
  user_timezone: z.string(),
  is_owner: z.boolean(),
  branch_info: z.array(z.object({ id: Id, branch_name: z.string() })),
  role_info: z.array(z.object({ role_id: Id, role_name: z.string(), capabilities: z.array(z.string()) })),
  isNewUser: z.boolean(),
  open_invites: z.array(OpenInvite),
})
export type Profile = z.infer<typeof Profile>

const DisplayName = text(80)
export const createProfile = endpoint({
  method: 'POST',
  path: '/user/profile',
  summary:
    'Completes the profile after a first sign-in. The one-time `profile_token` authorises this call instead of a bearer token.',
  access: anyone(),
  body: z.object({
    profile_token: z.string().max(512),
    displayname: DisplayName,
    phone: Phone.optional(),
    email: Email.optional(),
    image: PictureUpload.optional(),
    language: Language,
    timezone: TimeZone,
  }),
  answer: Profile,
})

export const fetchProfile = endpoint({
  method: 'POST',
  reads: true,
  path: '/user/profile/fetch',
  summary: 'Returns the caller’s own profile and their open invites.',
  access: signedIn(),
  body: z.object({}),
  answer: Profile,
})

export const updateProfile = endpoint({
  method: 'POST',
  path: '/user/profile/update',
  summary: 'Changes the given fields of the caller’s profile. `user_image: null` removes the picture.',
  access: signedIn(),
  body: z.object({
    user_displayname: DisplayName.optional(),
    user_image: PictureUpload.nullable().optional(),
    user_language: Language.optional(),
    user_timezone: TimeZone.optional(),
    /** -1 chooses none. */
    selected_organizationId: z.int().optional(),
  }),
  answer: Profile,
  bodyBytes: picture.bytes * 2,
})

/** What the app needs to know about its server [3.17]. */
export const Config = z.object({
  is_super_user: z.boolean(),
  assistant: z.object({
    name: z.string(),
    /** `built-in` if no model is connected. */
    model: z.string(),
  }),
  plans: z.array(z.string()),
  push_public_key: z.string().nullable(),
  /** Whether jobs can read words and numbers on pictures [D48]. */
  reads_words: z.boolean(),
  /** Names of the features that this server offers. */
  features: z.array(z.string()),
})
export type Config = z.infer<typeof Config>

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'Returns the server’s configuration as far as the caller may know it.',
  access: signedIn(),
  body: z.object({}),
  answer: Config,
})

/** What the sign-in screen needs before anybody is signed in. */
export const SignInOptions = z.object({
  google: z.object({ authorization_endpoint: z.url(), client_id: z.string() }).nullable(),
  /** Where codes are shown. Present only on loopback without mail or SMS settings. */
  outbox: z.string().nullable(),
  /** Whether people can try the product without an account [D42]. Older servers leave it out. */
  guests: z.boolean().default(false),
  /**
   * Whether recordings are transcribed to words; otherwise only to who spoke when [D24]. Older servers leave it out.
   */
  words: z.boolean().default(true),
  /** Whether meetings have live captions while they are recorded. Older servers leave it out. */
  captions: z.boolean().default(false),
  /** The operator's terms and privacy notice, if there are any. */
  terms: z.url().nullable().default(null),
  privacy: z.url().nullable().default(null),
})
export type SignInOptions = z.infer<typeof SignInOptions>

export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/user/authentication/options',
  summary: 'Lists the ways of signing in that this server offers.',
  access: anyone(),
  body: z.object({}),
  answer: SignInOptions,
})

/** Product analytics of the operator's own server [9.11]. Nothing is sent elsewhere. */
export const trackEvents = endpoint({
  method: 'POST',
  path: '/events',
  summary: 'Records product analytics on this server, at most 50 events a call.',
  access: signedIn(),
  body: z.object({
    events: z
      .array(
        z.object({
          name: text(80),
          properties: z
            .record(
              z.string().max(80),
              z.union([z.string().max(document.nameLength), z.number(), z.boolean(), z.null()]),
            )
            .default({}),
          at: Instant,
        }),
      )
      .max(50),
  }),
  answer: Nothing,
})
