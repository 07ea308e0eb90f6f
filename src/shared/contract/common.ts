import { z } from 'zod'
import { picture } from './profile/limits'

/** Ids are whole numbers from one counter per server; they imply no access. */
export const Id = z.int().min(1)
export type Id = z.infer<typeof Id>

/** Counts the changes of something. These counters have 32 bits. */
export const Revision = z.int().min(0).max(2_147_483_647)

/**
 * PostgreSQL and JavaScript both have the years 1 to 9999. One day of margin on either side leaves room for every time
 * zone.
 */
const isInCalendar = (text: string) => !/^\d{4}-/.test(text) || (text >= '0001-01-02' && text < '9999-12-30')

/** An instant in UTC, ISO 8601. */
export const Instant = z.iso.datetime().max(40).refine(isInCalendar, 'Outside of the calendar.')
export type Instant = z.infer<typeof Instant>

/** A calendar day, `YYYY-MM-DD`, in the reader's time zone. */
export const Day = z.iso.date().refine(isInCalendar, 'Outside of the calendar.')

/** Text that is not empty: at least one character after trimming. */
export const text = (max: number) => z.string().trim().min(1).max(max)

export const Email = z
  .email()
  .max(254)
  .transform(address => address.toLowerCase())
/** E.164. Spaces, dashes, dots and brackets are removed first because people type them. */
export const Phone = z
  .string()
  .max(40)
  .transform(number => number.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Begin with + and the country code.'))

export const Language = z.enum(['en', 'hi', 'de', 'es'])
export type Language = z.infer<typeof Language>

/** An IANA time zone that this runtime knows. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Not a time zone.')

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** A local wall time, `HH:MM`. */
export const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as HH:MM.')

export const Nothing = z.null()

/** A person as others see them in lists, logs and presence. */
export const Person = z.object({
  user_id: Id,
  user_displayname: z.string(),
  user_image: z.string().nullable(),
  user_phone: z.string().nullable(),
  user_email: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** A picture as a data URL of PNG, JPEG or WebP. Its bytes determine the format, not the name. */
export const PictureUpload = z
  .string()
  .max(Math.ceil(picture.bytes * 1.4))
  .regex(/^data:image\/(png|jpeg|webp);base64,/)
